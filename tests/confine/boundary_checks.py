"""What must hold of the boundary that a launcher draws, each as a function that raises AssertionError (CONF-3, CONF-4).

They ask the kernel: a command tries, and the tree is looked at.
"""

from __future__ import annotations

import os
import subprocess

from launchers import Launcher, Place, Word

OPERATIONS = """
import os, sys
top = sys.argv[1]
def write(name, flags):
    os.write(os.open(f"{top}/{name}", os.O_WRONLY | flags), b"x")
operations = {
    "append": lambda: write("file", os.O_APPEND),
    "truncate": lambda: os.truncate(f"{top}/file", 0),
    "truncate as it is opened": lambda: os.open(f"{top}/file", os.O_RDONLY | os.O_TRUNC),
    "create": lambda: write("new", os.O_CREAT | os.O_EXCL),
    "link": lambda: os.link(f"{top}/file", f"{top}/linked"),
    "link into another directory": lambda: os.link(f"{top}/file", f"{top}/sub/linked"),
    "symlink": lambda: os.symlink("file", f"{top}/symlink"),
    "mkdir": lambda: os.mkdir(f"{top}/made"),
    "fifo": lambda: os.mkfifo(f"{top}/fifo"),
    "socket": lambda: os.mknod(f"{top}/socket", 0o140600),
    "rename": lambda: os.rename(f"{top}/other", f"{top}/renamed"),
    "rename into another directory": lambda: os.rename(f"{top}/file", f"{top}/sub/moved"),
    "unlink": lambda: os.unlink(f"{top}/sub/moved"),
    "replace": lambda: os.replace(f"{top}/renamed", f"{top}/other"),
    "unlink what was there": lambda: os.unlink(f"{top}/other"),
    "rmdir": lambda: os.rmdir(f"{top}/made"),
}
for name, operation in operations.items():
    try:
        operation()
    except OSError as error:
        print("no:", name, error.strerror)
    else:
        print("yes:", name)
"""


def everything_works_inside(launcher: Launcher, place: Place) -> None:
    """Beneath a root a command makes, changes, cuts, links, renames and removes as if there were no boundary."""
    done = launcher.write(place.inside, launcher.python_command(OPERATIONS, place.inside))
    assert "no:" not in done.out, done
    assert done.out.count("yes:") == 16, done


def nothing_changes_outside(launcher: Launcher, place: Place) -> None:
    """Beneath no root it does none of that, and nothing there is any different."""
    before = place.tree(place.outside)
    done = launcher.write(place.inside, launcher.python_command(OPERATIONS, place.outside))
    assert "yes:" not in done.out, done
    assert done.out.count("no:") == 16, done
    assert place.tree(place.outside) == before


def a_longer_name_is_no_root(launcher: Launcher, place: Place) -> None:
    """A neighbour whose name begins with that of a root is outside."""
    before = place.tree(place.longer)
    done = launcher.write(place.inside, launcher.python_command(OPERATIONS, place.longer))
    assert "yes:" not in done.out, done
    assert place.tree(place.longer) == before


def the_root_itself_stays(launcher: Launcher, place: Place) -> None:
    """A root is not beneath itself: it can't be renamed or removed."""
    code = 'mv "$1" "$1"-moved 2>/dev/null && echo moved; mkdir "$1"/../made 2>/dev/null && echo made'
    done = launcher.write(place.inside, ["/bin/sh", "-c", code, "sh", place.inside])
    assert done.out == "", done
    assert place.inside.is_dir()


def read_only_changes_nothing(launcher: Launcher, place: Place) -> None:
    """Read-only means nowhere: not beneath what is allowed besides, and not in the working directory."""
    before = place.tree(place.inside)
    options: list[Word] = ["--mode", "read-only"]
    for given in (options, [*options, "--allow", place.inside]):
        done = launcher.start(given, launcher.python_command(OPERATIONS, place.inside), cwd=place.inside)
        assert "yes:" not in done.out, done
        assert done.out.count("no:") == 16, done
    assert place.tree(place.inside) == before


CARRY = """
import os, sys
inside, outside = sys.argv[1:]
os.symlink(f"{outside}/file", f"{inside}/leads-out")
for name, operation in {
    "out": lambda: os.rename(f"{inside}/file", f"{outside}/carried"),
    "in": lambda: os.rename(f"{outside}/file", f"{inside}/carried"),
    "link out": lambda: os.link(f"{inside}/file", f"{outside}/carried"),
    "link in": lambda: os.link(f"{outside}/file", f"{inside}/carried"),
    "through": lambda: open(f"{inside}/leads-out", "w"),
    "cut through": lambda: os.truncate(f"{inside}/leads-out", 0),
    "dots": lambda: open(f"{inside}/../out/file", "w"),
    "proc": lambda: open(f"/proc/self/root{outside}/file", "w"),
}.items():
    try:
        operation()
    except OSError:
        continue
    print(name)
"""


def nothing_is_carried_across(launcher: Launcher, place: Place) -> None:
    """No rename, link, symbolic link or `..` leads over the boundary."""
    before = place.tree(place.outside)
    done = launcher.write(place.inside, launcher.python_command(CARRY, place.inside, place.outside))
    assert (done.code, done.out) == (0, ""), done
    assert place.tree(place.outside) == before


def a_file_is_a_root_of_itself(launcher: Launcher, place: Place) -> None:
    """An allowed file is written and cut; it isn't removed, and beside it nothing can be done."""
    root = place.inside / "file"
    code = 'echo new > "$1"; rm -f "$1" 2>/dev/null && echo rm; echo x 2>/dev/null > "$2" && echo neighbour'
    done = launcher.write(root, ["/bin/sh", "-c", code, "sh", root, place.inside / "other"])
    assert done.out == "", done
    assert (root.read_text(), (place.inside / "other").read_text()) == ("new\n", "precious")


def several_roots_are_granted(launcher: Launcher, place: Place) -> None:
    """Every root counts, whether behind one `--allow` or several, and a word as it stands."""
    for options in (["--allow", "in", "out"], ["--allow", "in", "--allow=out"]):
        code = "echo x > in/file && echo x > out/file && ! echo x 2>/dev/null > in-and-out/file"
        done = launcher.start(
            ["--mode=workspace-write", *options], ["/bin/sh", "-c", code], cwd=place.base, status=False
        )
        assert (done.code, done.err) == (0, ""), done


def devices_stay_writable(launcher: Launcher, place: Place) -> None:
    """Those that everybody writes to can be opened for that, in every mode (CONF-3)."""
    devices = [name for name in ("/dev/null", "/dev/zero", "/dev/full", "/dev/ptmx") if os.path.exists(name)]
    code = 'for device; do : <> "$device" && echo yes; done; echo x > /dev/null'
    done = launcher.start(["--mode", "read-only"], ["/bin/sh", "-c", code, "sh", *devices])
    assert (done.out.split(), done.err) == (["yes"] * len(devices), ""), done


def what_it_starts_is_confined(launcher: Launcher, place: Place) -> None:
    """The boundary holds for the children of children, also in a session of their own."""
    code = 'setsid sh -c \'echo x > "$1"/file\' sh "$1" 2>/dev/null; sh -c \'(echo x > "$1"/file)\' sh "$1" 2>/dev/null'
    launcher.write(place.inside, ["/bin/sh", "-c", code, "sh", place.outside])
    assert (place.outside / "file").read_text() == "precious"


def a_boundary_within_a_boundary_is_no_wider(launcher: Launcher, place: Place) -> None:
    """A confined command that asks for more roots gets what both boundaries permit (CONF-5)."""
    again = [*launcher.words(), "exec", "--mode", "workspace-write", "--allow", str(place.base), "--"]
    code = 'echo x > "$1"/in/file; echo x 2>/dev/null > "$1"/out/file || echo held'
    done = launcher.write(place.inside, [*again, "/bin/sh", "-c", code, "sh", place.base])
    assert (done.code, done.out, done.err) == (0, "held\n", ""), done
    assert (place.inside / "file").read_text() == "x\n"


def no_privilege_can_be_gained(launcher: Launcher, place: Place) -> None:
    """The command runs with no-new-privs."""
    done = launcher.write(place.inside, ["grep", "NoNewPrivs", "/proc/self/status"])
    assert done.out.split() == ["NoNewPrivs:", "1"], done


def outsiders_are_not_signalled(launcher: Launcher, place: Place) -> None:
    """A process of the same user outside can't be signalled; one within can. Takes ABI 6."""
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, **launcher.identity()) as outsider:
        code = 'kill -0 "$1" 2>/dev/null && echo out; cat < /dev/zero > /dev/null & kill $! && echo in'
        done = launcher.write(place.inside, ["/bin/sh", "-c", code, "sh", str(outsider.pid)])
        outsider.communicate()
    assert done.out == "in\n", done
