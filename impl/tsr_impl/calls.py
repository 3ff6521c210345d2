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

_CHUNK = 1 << 20


def encode(text: str) -> bytes:
    """The bytes that the kernel knows `text` by."""
    return text.encode("utf-8", "surrogateescape")


def decode(name: bytes) -> str:
    """The text that `encode` turns back into exactly `name`."""
    return name.decode("utf-8", "surrogateescape")


# Directories ----------------------------------------------------------------------------------


def working_directory() -> str:
    """The physical path of the working directory; ENOENT when it has been removed."""
    return decode(os.getcwdb())


def change_directory(directory: int) -> None:
    os.fchdir(directory)


def open_directory(name: str, at: int | None = None) -> int:
    """A handle to walk through; ENOTDIR or ELOOP when `name` is a link or no directory."""
    return os.open(encode(name), _SEARCH, dir_fd=at)


def duplicate(descriptor: int) -> int:
    return os.dup(descriptor)


def close(descriptor: int) -> None:
    os.close(descriptor)


def names(directory: int) -> list[str]:
    """The names in a directory, sorted by their bytes, without `.` and `..`."""
    return list_path(".", directory)


def list_path(path: str, at: int | None) -> list[str]:
    """The same for a path that is followed as the kernel follows it, `path` itself included."""
    listed = os.open(encode(path), _LIST & ~os.O_NOFOLLOW, dir_fd=at)
    try:
        found = [os.fsencode(name) for name in os.listdir(listed)]
    finally:
        os.close(listed)
    return [decode(name) for name in sorted(found)]


# Status ---------------------------------------------------------------------------------------


def status(descriptor: int) -> os.stat_result:
    return os.fstat(descriptor)


def status_at(directory: int | None, name: str, follow: bool = False) -> os.stat_result:
    """The status of an entry, or with `follow` of what it leads to."""
    return os.stat(encode(name), dir_fd=directory, follow_symlinks=follow)


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
    os.mkdir(encode(name), dir_fd=directory)


def make_private_directory(directory: int, name: str) -> None:
    """Its mode is 0700, whatever the umask, which stays: it belongs to the whole process."""
    os.mkdir(encode(name), 0o700, dir_fd=directory)
    if os.stat(encode(name), dir_fd=directory, follow_symlinks=False).st_mode & 0o700 != 0o700:
        try:
            os.chmod(encode(name), 0o700, dir_fd=directory, follow_symlinks=False)
        except NotImplementedError as error:
            raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP)) from error


def remove_directory(directory: int, name: str) -> None:
    os.rmdir(encode(name), dir_fd=directory)


def unlink(directory: int, name: str) -> None:
    os.unlink(encode(name), dir_fd=directory)


def make_link(directory: int, name: str, target: str) -> None:
    os.symlink(encode(target), encode(name), dir_fd=directory)


def rename(directory: int, name: str, new_directory: int, new_name: str) -> None:
    os.rename(encode(name), encode(new_name), src_dir_fd=directory, dst_dir_fd=new_directory)


# Files ----------------------------------------------------------------------------------------


def open_to_read(directory: int | None, name: str, follow: bool = False) -> int:
    """The last component is followed only when asked; never waits for a FIFO's other end."""
    flags = os.O_RDONLY | _CAREFUL | (0 if follow else os.O_NOFOLLOW)
    return os.open(encode(name), flags, dir_fd=directory)


def open_to_write(directory: int, name: str) -> int:
    """An existing file, not yet truncated, so that the caller can look at it first."""
    return os.open(encode(name), os.O_WRONLY | os.O_NOFOLLOW | _CAREFUL, dir_fd=directory)


def create(directory: int, name: str, mode: int) -> int:
    """A new file, open for writing; EEXIST when there is an entry of any kind."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    return os.open(encode(name), flags, mode, dir_fd=directory)


def open_report(path: str) -> int:
    """A file of the user's own, made or emptied; ENXIO for a FIFO that nobody reads."""
    return os.open(encode(path), os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _CAREFUL, 0o666)


def truncate(descriptor: int) -> None:
    os.ftruncate(descriptor, 0)


def change_mode(descriptor: int, mode: int) -> None:
    os.fchmod(descriptor, mode)


def change_owner(descriptor: int, user: int, group: int) -> None:
    os.fchown(descriptor, user, group)


def synchronize(descriptor: int) -> None:
    """Have what was written last, also should the power go."""
    os.fsync(descriptor)


def change_mode_of_directory(directory: int, mode: int) -> None:
    """For a handle that may be one to walk through only, on which fchmod is not possible."""
    os.chmod(b".", mode, dir_fd=directory)


def set_times_to_now(directory: int, name: str) -> None:
    os.utime(encode(name), dir_fd=directory, follow_symlinks=False)


def set_times(descriptor: int, accessed: int, modified: int) -> None:
    """Both in nanoseconds since the epoch."""
    os.utime(descriptor, ns=(accessed, modified))


def read(descriptor: int, size: int = _CHUNK) -> bytes:
    return os.read(descriptor, size)


def write(descriptor: int, data: bytes | memoryview) -> int:
    return os.write(descriptor, data)


def copy_chunk(source: int, target: int) -> int:
    """Copy the next bytes from one regular file to another; their number, 0 at the end."""
    if hasattr(os, "copy_file_range"):
        try:
            copied = os.copy_file_range(source, target, 8 * _CHUNK)
        except OSError:
            copied = 0  # not between these file systems: the plain way says what is wrong
        if copied:
            return copied
    data = memoryview(os.read(source, _CHUNK))
    done = 0
    while done < len(data):
        done += os.write(target, data[done:])
    return done


def initial_environment() -> bytes:
    """The environment block that this process was started with, where the system shows it."""
    shown = os.open(b"/proc/self/environ", os.O_RDONLY | os.O_CLOEXEC)
    try:
        return b"".join(iter(lambda: os.read(shown, _CHUNK), b""))
    finally:
        os.close(shown)


# Processes ------------------------------------------------------------------------------------


def open_standard_descriptors() -> None:
    """Put `/dev/null` where 0, 1 or 2 is closed, lest the next open lands there (TREE-1).

    It is open for reading only, so that what is written to a closed descriptor still fails.
    """
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
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
        os.close(output[0])
        os.close(errors[0])
        raise
    finally:
        os.close(output[1])
        os.close(errors[1])
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
        line = os.read(shown, _CHUNK)
    finally:
        os.close(shown)
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
