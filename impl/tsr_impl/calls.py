"""The one seam to the kernel: every system call of the runner goes through here.

Names and paths are text on our side and bytes on the kernel's. The two are converted with UTF-8
and surrogate escapes whatever the locale says, so that any name survives the round trip byte for
byte. Every function raises `OSError` and nothing else. A descriptor that is opened here is closed
on exec.

Nothing in here decides anything, so that fault injection has one place to stand.
"""

from __future__ import annotations

import errno
import os
import sys
from itertools import islice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

# A handle that may only be walked through needs no read permission where the kernel has O_PATH.
_SEARCH = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_LIST = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# Should a name turn into a FIFO or a terminal after it was looked at, opening it must neither
# block nor make it the controlling terminal.
_CAREFUL = os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC

CHUNK = 1 << 20

# What a name in a listing seems to be.
FILE, DIRECTORY = "file", "directory"


def encode(text: str) -> bytes:
    """The bytes that the kernel knows `text` by."""
    return text.encode("utf-8", "surrogateescape")


def decode(name: bytes) -> str:
    """The text that `encode` turns back into exactly `name`."""
    return name.decode("utf-8", "surrogateescape")


if sys.getfilesystemencoding() == "utf-8" and sys.getfilesystemencodeerrors() == "surrogateescape":

    def _native(text: str) -> str | bytes:
        """`text` as a path: the interpreter's own conversion does the same, and faster."""
        return text

    def _text(native: str) -> str:
        """What `_native` is made of."""
        return native

else:

    def _native(text: str) -> str | bytes:
        return encode(text)

    def _text(native: str) -> str:
        return decode(os.fsencode(native))


# Directories ----------------------------------------------------------------------------------


def working_directory() -> str:
    """The physical path of the working directory; ENOENT when it has been removed."""
    return decode(os.getcwdb())


def change_directory(directory: int) -> None:
    os.fchdir(directory)


def open_directory(name: str, at: int | None = None) -> int:
    """A handle to walk through; ENOTDIR or ELOOP when `name` is a link or no directory."""
    return os.open(_native(name), _SEARCH, dir_fd=at)


def close(descriptor: int) -> None:
    os.close(descriptor)


def _close_read(descriptor: int) -> None:
    """Close what was opened in here to be read: what it said is known, and it is closed then."""
    try:
        os.close(descriptor)
    except OSError:
        return


class Listing:
    """What is in a directory, without `.` and `..`: a portion at a time, however much there is (BUILTIN-21).

    Owns two descriptors until it is closed. Raises `OSError`.
    """

    __slots__ = ("_descriptor", "_entries", "_portion")

    def __init__(self, directory: int, portion: int) -> None:
        self._portion = portion
        self._descriptor = os.open(b".", _LIST, dir_fd=directory)
        try:
            self._entries = os.scandir(self._descriptor)
        except BaseException:
            _close_read(self._descriptor)
            raise

    def next(self) -> list[tuple[str, str]]:
        """The next names, in order, each with what it seemed to be; none at the end.

        That is FILE, DIRECTORY or empty, and only a hint: by the time that it is used it may be wrong.
        """
        return sorted((_text(entry.name), _kind(entry)) for entry in islice(self._entries, self._portion))

    def close(self) -> None:
        self._entries.close()
        _close_read(self._descriptor)


def _kind(entry: os.DirEntry[str]) -> str:
    if entry.is_file(follow_symlinks=False):
        return FILE
    return DIRECTORY if entry.is_dir(follow_symlinks=False) else ""


def list_path(path: str, at: int | None) -> list[str]:
    """The same for a path that is followed as the kernel follows it, `path` itself included."""
    listed = os.open(encode(path), _LIST & ~os.O_NOFOLLOW, dir_fd=at)
    try:
        found = [os.fsencode(name) for name in os.listdir(listed)]
    finally:
        _close_read(listed)
    return [decode(name) for name in sorted(found)]


# Status ---------------------------------------------------------------------------------------


def status(descriptor: int) -> os.stat_result:
    return os.fstat(descriptor)


def status_at(directory: int | None, name: str, follow: bool = False) -> os.stat_result:
    """The status of an entry, or with `follow` of what it leads to."""
    return os.stat(_native(name), dir_fd=directory, follow_symlinks=follow)


def read_link(directory: int, name: str) -> str:
    return decode(os.readlink(encode(name), dir_fd=directory))


def is_executable(path: str) -> bool:
    return os.access(encode(path), os.X_OK)


def is_terminal(descriptor: int) -> bool:
    return os.isatty(descriptor)


def open_descriptors() -> int:
    """How many descriptors this process has open."""
    return len(os.listdir("/dev/fd")) - 1  # without the one that lists them


def most_descriptors() -> int:
    """How many descriptors this process may have open."""
    try:
        most = os.sysconf("SC_OPEN_MAX")
    except ValueError:
        most = -1
    return most if most > 0 else sys.maxsize


# Entries --------------------------------------------------------------------------------------


def make_directory(directory: int, name: str) -> None:
    """Its mode is what the umask leaves."""
    os.mkdir(_native(name), dir_fd=directory)


def make_private_directory(directory: int, name: str) -> None:
    """Its mode is 0700, whatever the umask, which stays: it belongs to the whole process."""
    os.mkdir(encode(name), 0o700, dir_fd=directory)
    try:
        if os.stat(encode(name), dir_fd=directory, follow_symlinks=False).st_mode & 0o700 != 0o700:
            os.chmod(encode(name), 0o700, dir_fd=directory, follow_symlinks=False)
    except (OSError, NotImplementedError) as error:
        os.rmdir(encode(name), dir_fd=directory)
        if isinstance(error, OSError):
            raise
        raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP)) from error


def remove_directory(directory: int, name: str) -> None:
    os.rmdir(_native(name), dir_fd=directory)


def unlink(directory: int, name: str) -> None:
    os.unlink(_native(name), dir_fd=directory)


def make_link(directory: int, name: str, target: str) -> None:
    os.symlink(encode(target), encode(name), dir_fd=directory)


def rename(directory: int, name: str, new_directory: int, new_name: str) -> None:
    os.rename(_native(name), _native(new_name), src_dir_fd=directory, dst_dir_fd=new_directory)


# Files ----------------------------------------------------------------------------------------


def open_to_read(directory: int | None, name: str, follow: bool = False) -> int:
    """The last component is followed only when asked; never waits for a FIFO's other end."""
    flags = os.O_RDONLY | _CAREFUL | (0 if follow else os.O_NOFOLLOW)
    return os.open(_native(name), flags, dir_fd=directory)


def open_to_write(directory: int, name: str) -> int:
    """An existing file, not yet truncated, so that the caller can look at it first."""
    return os.open(_native(name), os.O_WRONLY | os.O_NOFOLLOW | _CAREFUL, dir_fd=directory)


def create(directory: int, name: str, mode: int) -> int:
    """A new file, open for writing; EEXIST when there is an entry of any kind."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    return os.open(_native(name), flags, mode, dir_fd=directory)


def open_report(path: str) -> int:
    """A file of the user's own, made or emptied; ENXIO for a FIFO that nobody reads."""
    return os.open(encode(path), os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _CAREFUL, 0o666)


def truncate(descriptor: int, size: int) -> None:
    os.ftruncate(descriptor, size)


def reserve(descriptor: int, size: int) -> None:
    """Have room for the first `size` bytes of a file, as far as the file system can do that in advance.

    The file may have grown then, also when this fails: ENOSPC, EDQUOT or EFBIG where there is no room.
    """
    import resource

    most = resource.getrlimit(resource.RLIMIT_FSIZE)[0]
    if most != resource.RLIM_INFINITY and size > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    if not hasattr(os, "posix_fallocate"):
        return
    try:
        os.posix_fallocate(descriptor, 0, size)
    except OSError as error:
        if error.errno not in (errno.EOPNOTSUPP, errno.EINVAL, errno.EBADF, errno.ENOSYS, errno.ENODEV):
            raise


def change_mode(descriptor: int, mode: int) -> None:
    os.fchmod(descriptor, mode)


def change_owner(descriptor: int, user: int, group: int) -> None:
    os.fchown(descriptor, user, group)


def synchronize(descriptor: int) -> None:
    """Have what was written last, also should the power go."""
    os.fsync(descriptor)


def synchronize_names(directory: int) -> None:
    """The same for the names in a directory. Where the file system has no way to do that, it does so by itself."""
    opened = _listable(directory)
    if opened is None:
        os.sync()
        return
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
    finally:
        os.close(opened)


def synchronize_all(directory: int) -> None:
    """The same for all of the file system that holds the directory."""
    try:
        import ctypes
    except ImportError:  # some distributions keep it apart
        os.sync()
        return
    by_system = getattr(ctypes.CDLL(None, use_errno=True), "syncfs", None)
    opened = _listable(directory)
    if opened is None or by_system is None:
        os.sync()
        return
    try:
        if by_system(opened):
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    finally:
        os.close(opened)


def _listable(directory: int) -> int | None:
    """A descriptor that is for more than to walk through, None where that is not permitted."""
    try:
        return os.open(b".", _LIST, dir_fd=directory)
    except PermissionError:
        return None


def change_mode_of_directory(directory: int, mode: int) -> None:
    """For a handle that may be one to walk through only, on which fchmod is not possible."""
    try:
        os.chmod(b".", mode, dir_fd=directory)
    except PermissionError:
        os.chmod(_shown(directory), mode)


def _shown(directory: int) -> str:
    """Where Linux shows an open directory, so that its owner needs no permission to search it."""
    return f"/proc/self/fd/{directory}"


def set_times_to_now(directory: int, name: str) -> None:
    os.utime(_native(name), dir_fd=directory, follow_symlinks=False)


def set_times_of_directory_to_now(directory: int) -> None:
    """For a handle that may be one to walk through only."""
    try:
        os.utime(b".", dir_fd=directory)
    except PermissionError:
        os.utime(_shown(directory))


def set_times(descriptor: int, accessed: int, modified: int) -> None:
    """Both in nanoseconds since the epoch."""
    os.utime(descriptor, ns=(accessed, modified))


def read(descriptor: int, size: int = CHUNK) -> bytes:
    return os.read(descriptor, size)


def write(descriptor: int, data: bytes | memoryview) -> int:
    return os.write(descriptor, data)


def copy_within(source: int, target: int) -> int:
    """Have the kernel copy the next bytes from one regular file to another; their number, 0 where it can't.

    Some file systems then share the bytes of the two.
    """
    if not hasattr(os, "copy_file_range"):
        return 0
    try:
        return os.copy_file_range(source, target, 8 * CHUNK)
    except OSError:
        return 0  # not between these file systems, or something is wrong: a read and a write will tell


def write_whole(descriptor: int, data: bytes) -> int:
    """Write all of `data` to a regular file; how much that is."""
    done = os.write(descriptor, data)
    while done < len(data):
        done += os.write(descriptor, memoryview(data)[done:])
    return done


def initial_environment() -> bytes:
    """The environment block that this process was started with, where the system shows it."""
    shown = os.open(b"/proc/self/environ", os.O_RDONLY | os.O_CLOEXEC)
    try:
        return b"".join(iter(lambda: os.read(shown, CHUNK), b""))
    finally:
        _close_read(shown)


# Processes ------------------------------------------------------------------------------------


def open_standard_descriptors() -> None:
    """Put `/dev/null` where 0, 1 or 2 is closed, lest the next open lands there (TREE-1).

    It is open for reading only, so that what is written to a closed descriptor still fails.
    """
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError as error:
            if error.errno == errno.EBADF:
                os.set_inheritable(os.open(os.devnull, os.O_RDONLY), True)


def spawn(
    path: str,
    words: Sequence[str],
    environment: Mapping[bytes, bytes],
    default: Iterable[int],
    blocked: Iterable[int],
    own_group: bool,
    no_input: bool,
) -> int:
    """Start a program in the working directory; its process id.

    `default` are signals that it does not ignore, `blocked` those that are held back from it; with
    `no_input` its standard input is empty. A program that can't be run is an error here and never
    a status of the child.
    """
    more: dict[str, Any] = {"setpgroup": 0} if own_group else {}
    if no_input:
        more["file_actions"] = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0)]
    argv = [encode(word) for word in words]
    return os.posix_spawn(encode(path), argv, environment, setsigdef=default, setsigmask=blocked, **more)


def spawn_to_read(
    path: str, words: Sequence[str], environment: Mapping[bytes, bytes], default: Iterable[int], blocked: Iterable[int]
) -> tuple[int, int, int]:
    """Start a program in a group of its own, with no input; its process id, and where to read output and errors."""
    output, errors = os.pipe(), os.pipe()
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_DUP2, output[1], 1),
        (os.POSIX_SPAWN_DUP2, errors[1], 2),
    ]
    argv = [encode(word) for word in words]
    try:
        child = os.posix_spawn(
            encode(path), argv, environment, file_actions=actions, setpgroup=0, setsigdef=default, setsigmask=blocked
        )
    except BaseException:
        _close_read(output[0])
        _close_read(errors[0])
        raise
    finally:
        _close_read(output[1])
        _close_read(errors[1])
    return child, output[0], errors[0]


def has_ended(child: int) -> bool:
    """Whether the child is a zombie. It stays one, so that its id can't be used again yet."""
    return os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def one_that_ended() -> int | None:
    """A child that is a zombie, and stays one."""
    try:
        found = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return None
    return found and found.si_pid


def one_that_was_stopped() -> tuple[int, int] | None:
    """A child that a signal has stopped since it was last asked for here, and that signal."""
    try:
        found = os.waitid(os.P_ALL, 0, os.WSTOPPED | os.WNOHANG)
    except ChildProcessError:
        return None
    return found and (found.si_pid, found.si_status)


def exit_code(child: int) -> int:
    """That of a child that is a zombie, and stays one; or minus the number of the signal that killed it."""
    found = os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
    assert found is not None
    return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status


def reap(child: int) -> None:
    """Wait for the child, and give its id back."""
    os.waitpid(child, 0)


def send(child: int, number: int, group: bool) -> None:
    if group:
        os.killpg(child, number)
    else:
        os.kill(child, number)


def group_and_life(process: str) -> tuple[int, bool]:
    """The process group of a process, and whether a thread of it lives: its first one, or another one.

    EINVAL where /proc says something else.
    """
    shown = os.open(f"/proc/{process}/stat", os.O_RDONLY | os.O_CLOEXEC)
    try:
        line = os.read(shown, CHUNK)
    finally:
        _close_read(shown)
    # The name of the program, in parentheses, may hold anything.
    fields = line[line.rfind(b")") + 1 :].split()
    if len(fields) < 18 or not (fields[2].isdigit() and fields[17].isdigit()):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
    return int(fields[2]), fields[0] not in (b"Z", b"X") or int(fields[17]) > 1


def terminal_modes(terminal: int) -> list[Any]:
    import termios

    try:
        return termios.tcgetattr(terminal)
    except termios.error as error:
        raise OSError(*error.args) from error


def set_terminal_modes(terminal: int, modes: list[Any]) -> None:
    import termios

    try:
        termios.tcsetattr(terminal, termios.TCSANOW, modes)
    except termios.error as error:
        raise OSError(*error.args) from error


def foreground(terminal: int) -> int:
    """The process group in the foreground of the terminal, which is the one that controls this process."""
    return os.tcgetpgrp(terminal)


def own_group() -> int:
    return os.getpgrp()


def set_foreground(terminal: int, group: int) -> None:
    """Stops this process, if it is in the background and does not block SIGTTOU."""
    os.tcsetpgrp(terminal, group)


def user() -> int:
    """The id of the user whose rights this process has."""
    return os.geteuid()
