"""The editor as its user meets it: keys that are pressed, what is shown then, and what is in the file."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("textual", reason="the extra `edit` is not installed")

from textual.events import Paste
from textual.widgets import Footer

from tsr_impl import calls, editor
from tsr_impl.editor import writing
from tsr_impl.editor.app import Editor
from tsr_impl.editor.document import Document
from tsr_impl.report import ConfigFault, Stop

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from pathlib import Path

    from conftest import Workspace
    from textual.pilot import Pilot

TEXT = """\
# What this project runs.
[tasks.build]
run = "make"  # all of it
deps = ["lint"]

# Looks for faults.
[tasks.lint]
run = "lint ."
env = { TOKEN = "hush" }
"""


class User:
    """Somebody at the editor: `keys` are pressed one after the other, `screen` is what is seen then."""

    def __init__(self, pilot: Pilot[int], file: Path) -> None:
        self._pilot = pilot
        self.editor = pilot.app
        self.file = file

    async def press(self, *keys: str) -> None:
        await self._pilot.press(*keys)
        await self._pilot.pause()

    async def type(self, text: str) -> None:
        """Put a text where the cursor is, all at once, as a terminal hands on what is pasted."""
        self.editor.post_message(Paste(text))
        await self._pilot.pause()

    async def empty(self) -> None:
        """Delete what stands in the input."""
        await self.press("end", "ctrl+u")

    def screen(self) -> str:
        strips = self.editor.screen._compositor.render_strips()
        return "\n".join(strip.text.rstrip() for strip in strips)

    def saved(self) -> str:
        return self.file.read_text()


def at_the_editor(file: Path, act: Callable[[User], Awaitable[None]]) -> int | None:
    """What the editor gives after somebody did something at it, on a terminal of the usual size."""

    async def session() -> int | None:
        original = writing.read(str(file))
        app = Editor(original, Document(original.text.decode()))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await act(User(pilot, file))
        return app.return_value

    return asyncio.run(session())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "tasks.toml"
    path.write_text(TEXT)
    return path


def test_what_is_shown_first(file: Path) -> None:
    async def look(user: User) -> None:
        screen = user.screen()
        assert re.search(r"^build +run: make$", screen, re.M)
        assert re.search(r"^lint +deps: lint$", screen, re.M)
        assert "└─ lint" in screen
        footer = " ".join(screen.splitlines()[-1].split())
        assert footer == "a add e edit d delegate r rename x delete g graph s save q leave"

    assert at_the_editor(file, look) is None


def test_a_value_of_a_variable_is_not_shown(file: Path) -> None:
    async def look(user: User) -> None:
        await user.press("down")
        assert "env: TOKEN" in user.screen()
        assert "hush" not in user.screen()

    at_the_editor(file, look)


def test_edit_and_save(file: Path) -> None:
    async def edit(user: User) -> None:
        await user.press("e")
        assert re.search(r"│ run +make +│", user.screen())
        await user.empty()
        await user.type("ninja -v")
        await user.press("tab")
        await user.type(" test")
        await user.press("enter")
        assert "not saved yet" in user.screen()
        assert user.saved() == TEXT
        await user.press("s")
        assert "Saved." in user.screen()
        assert "not saved yet" not in user.screen()

    at_the_editor(file, edit)
    assert file.read_text() == TEXT.replace('"make"', '"ninja -v"').replace('["lint"]', '["lint", "test"]')


def test_a_form_that_nothing_is_changed_in_changes_nothing(file: Path) -> None:
    async def edit(user: User) -> None:
        for key in ("e", "d", "r"):
            await user.press(key, "enter")
            assert "not saved yet" not in user.screen()
            assert len(user.editor.screen_stack) == 1

    at_the_editor(file, edit)


def test_what_the_runner_would_refuse_is_shown_in_place(file: Path) -> None:
    async def edit(user: User) -> None:
        await user.press("e")
        await user.empty()
        await user.type("make | tee")
        await user.press("enter")
        assert "[SHELL-21]" in user.screen()
        assert re.search(r"│ run +make \| tee", user.screen()), "the form stays, with what was typed"
        await user.press("escape")
        assert "not saved yet" not in user.screen()

    at_the_editor(file, edit)


def test_a_quote_that_is_not_closed_is_shown_in_place(file: Path) -> None:
    async def edit(user: User) -> None:
        await user.press("e", "tab")
        await user.type("'")
        await user.press("enter")
        assert "`deps` has a quote that is not closed" in user.screen()

    at_the_editor(file, edit)


def test_add(file: Path) -> None:
    async def add(user: User) -> None:
        await user.press("a")
        await user.type("a:b")
        await user.press("tab")
        await user.type("echo")
        await user.press("enter", "s")
        assert re.search(r"^a:b\b", user.screen(), re.M)

    at_the_editor(file, add)
    assert file.read_text() == TEXT + '\n[tasks."a:b"]\nrun = "echo"\n'


def test_a_name_that_is_none_or_taken_is_shown_in_place(file: Path) -> None:
    async def add(user: User) -> None:
        for name, objection in (("lint", "there is a task 'lint' already"), ("a.b", "[CLI-8]"), ("", "[CLI-8]")):
            await user.press("a")
            await user.type(name)
            await user.press("enter")
            assert objection in user.screen()
            await user.press("escape")

    at_the_editor(file, add)


def test_delegate_and_back(file: Path) -> None:
    async def delegate(user: User) -> None:
        await user.press("d")
        await user.type("npm")
        await user.press("enter", "s")
        assert 'delegate = "npm"\n' in user.saved()
        await user.press("d", "tab")
        await user.type("run 'a b'")
        await user.press("enter", "s")
        assert 'delegate = { bin = "npm", args = ["run", "a b"] }\n' in user.saved()
        await user.press("d")
        await user.empty()
        await user.press("enter")
        assert "`args` need a program" in user.screen()
        await user.press("tab")
        await user.empty()
        await user.press("enter", "s")

    at_the_editor(file, delegate)
    assert file.read_text() == TEXT


def test_rename_also_where_it_is_named(file: Path) -> None:
    async def rename(user: User) -> None:
        await user.press("down", "r")
        await user.empty()
        await user.type("check")
        await user.press("enter", "s")

    at_the_editor(file, rename)
    assert file.read_text() == TEXT.replace("[tasks.lint]", "[tasks.check]").replace('["lint"]', '["check"]')


def test_delete_says_first_who_names_it(file: Path) -> None:
    async def delete(user: User) -> None:
        await user.press("down", "x")
        assert "The `deps` of 'build' name it" in user.screen()
        await user.press("n")
        assert user.editor.document.text == TEXT  # type: ignore[attr-defined]
        await user.press("x", "y", "s")

    at_the_editor(file, delete)
    assert file.read_text() == TEXT[: TEXT.index("[tasks.lint]")]


def test_graph(file: Path) -> None:
    async def look(user: User) -> None:
        await user.press("g")
        assert "build\n└─ lint\n\nlint\n" in user.screen()
        await user.press("escape")
        assert len(user.editor.screen_stack) == 1

    at_the_editor(file, look)


@pytest.mark.parametrize("key", ["q", "escape", "ctrl+q"])
def test_who_changed_nothing_leaves_at_once(file: Path, key: str) -> None:
    async def leave(user: User) -> None:
        await user.press(key)

    assert at_the_editor(file, leave) == 0


@pytest.mark.parametrize(("answer", "saved", "gives"), [("s", True, 0), ("n", False, 0), ("escape", False, None)])
def test_who_changed_something_is_asked(file: Path, answer: str, saved: bool, gives: int | None) -> None:
    async def leave(user: User) -> None:
        await user.press("x", "y", "q")
        assert "There are changes that are not saved." in user.screen()
        await user.press(answer)

    assert at_the_editor(file, leave) == gives
    assert (file.read_text() != TEXT) == saved


@pytest.mark.parametrize("opened", ["", "e", "g", "x", "q"])
def test_ctrl_c_leaves_from_everywhere_and_writes_nothing(file: Path, opened: str) -> None:
    async def leave(user: User) -> None:
        await user.press("x", "y", *opened, "ctrl+c")

    assert at_the_editor(file, leave) == signal.SIGINT
    assert file.read_text() == TEXT


@pytest.mark.parametrize(("answer", "over"), [("o", True), ("n", False), ("escape", False)])
def test_what_somebody_else_changed_is_not_lost_unasked(file: Path, answer: str, over: bool) -> None:
    async def save(user: User) -> None:
        await user.press("x", "y")
        user.file.write_text("# by somebody else\n")
        await user.press("s")
        assert "was changed by somebody else" in user.screen()
        await user.press(answer)

    at_the_editor(file, save)
    assert (file.read_text() != "# by somebody else\n") == over


def test_a_file_that_the_runner_refuses_is_repaired_step_by_step(file: Path) -> None:
    file.write_text("[tasks.a]\nrun = 1\ndeps = 2\n")

    async def repair(user: User) -> None:
        assert "As it is, tsr refuses this file: task 'a': `run` must be a string" in user.screen()
        await user.press("s")
        assert "Not saved: task 'a': `run` must be" in user.screen()
        await user.press("e")
        await user.press("escape")
        await user.press("x", "y", "s")
        assert "Saved." in user.screen()

    at_the_editor(file, repair)
    assert file.read_text() == ""


def test_a_file_that_is_not_there_is_made(tmp_path: Path) -> None:
    async def add(user: User) -> None:
        assert "no tasks yet: a adds one" in user.screen()
        await user.press("e", "d", "r", "x", "enter", "g", "escape")
        assert len(user.editor.screen_stack) == 1
        await user.press("a", "b", "enter", "s")

    at_the_editor(tmp_path / "tasks.toml", add)
    assert (tmp_path / "tasks.toml").read_text() == "[tasks.b]\n"


def test_names_do_nothing_to_the_terminal(file: Path) -> None:
    file.write_text('[tasks."\\u001b[2J[red]"]\nrun = "\\u202e"\n')

    async def look(user: User) -> None:
        assert "\\x1b[2J[red]" in user.screen()
        assert "\x1b" not in user.screen()
        assert "\u202e" not in user.screen()

    at_the_editor(file, look)


def test_what_can_be_pressed_is_in_the_footer(file: Path) -> None:
    async def look(user: User) -> None:
        for key in ("e", "a", "d", "r", "x", "g"):
            await user.press(key)
            assert user.editor.screen.query_one(Footer).region.bottom == 24
            assert "esc back" in user.screen().splitlines()[-1]
            await user.press("escape")

    at_the_editor(file, look)


# On a terminal ----------------------------------------------------------------------------------

EDIT = """\
import sys
from tsr_impl import interrupts, report
from tsr_impl.editor import app, main
interrupts.listen()
try:
    code = main(sys.argv[1])
except Exception as error:
    report.stopped(report.as_stop(error))
    code = 64
sys.exit(interrupts.exit_code(code))
"""
BROKEN = EDIT.replace("interrupts.listen()", "app.Editor.action_graph = lambda self: 1 / 0\ninterrupts.listen()")
THERE = b"leave"  # the last word of the footer
COLOUR = re.compile(rb"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9\d|10\d)(?:;\d+)*m")


class Terminal:
    """The editor on a terminal, and what appears there."""

    def __init__(self, ws: Workspace, code: str, **variables: str) -> None:
        self.shown = b""
        self.master, self._slave = pty.openpty()
        self.modes = termios.tcgetattr(self._slave)
        environment = ws.environment({"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", **variables})
        command = [sys.executable, "-W", "error", "-c", code, str(ws.root / "tasks.toml")]
        ends = {"stdin": self._slave, "stdout": self._slave, "stderr": self._slave}
        self.editor = subprocess.Popen(command, env=environment, start_new_session=True, **ends)

    def until(self, text: bytes) -> None:
        while text not in self.shown:
            assert select.select([self.master], [], [], 60)[0], self.shown
            self.shown += os.read(self.master, 65536)

    def press(self, key: bytes) -> None:
        os.write(self.master, key)

    def end(self) -> int:
        """The editor's exit code, once it has ended; what appeared is in `shown`."""
        while self.editor.poll() is None or select.select([self.master], [], [], 0)[0]:
            if select.select([self.master], [], [], 0.05)[0]:
                self.shown += os.read(self.master, 65536)
        return self.editor.returncode

    def is_as_before(self) -> bool:
        """Whether nothing of the editor is left: not its modes, its screen, or its hiding of the cursor."""
        modes = termios.tcgetattr(self._slave)
        last = {
            way: self.shown.rfind(b"\x1b[?" + way) for way in (b"1049h", b"1049l", b"25l", b"25h", b"1000h", b"1000l")
        }
        switched_back = (
            last[b"1049h"] < last[b"1049l"] and last[b"25l"] < last[b"25h"] and last[b"1000h"] < last[b"1000l"]
        )
        return modes == self.modes and switched_back

    def close(self) -> None:
        self.editor.kill()
        self.editor.wait()
        os.close(self.master)
        os.close(self._slave)


@pytest.fixture
def terminals(ws: Workspace) -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def open_one(code: str = EDIT, **variables: str) -> Terminal:
        opened.append(Terminal(ws, code, **variables))
        return opened[-1]

    ws.config(TEXT)
    yield open_one
    for terminal in opened:
        terminal.close()


@pytest.mark.parametrize(("key", "code"), [(b"q", 0), (b"\x03", 130)])
def test_a_key_leaves_the_terminal_as_it_was(terminals: Callable[..., Terminal], key: bytes, code: int) -> None:
    terminal = terminals()
    terminal.until(THERE)
    terminal.press(key)
    assert terminal.end() == code
    assert terminal.is_as_before()


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 130), (signal.SIGQUIT, 131)])
def test_a_signal_leaves_the_terminal_as_it_was(terminals: Callable[..., Terminal], number: int, code: int) -> None:
    terminal = terminals()
    terminal.until(THERE)
    terminal.editor.send_signal(number)
    assert terminal.end() == code
    assert terminal.is_as_before()


def test_without_colours_if_none_are_wanted(terminals: Callable[..., Terminal]) -> None:
    seen = []
    for variables in ({}, {"NO_COLOR": "1"}):
        terminal = terminals(**variables)
        terminal.until(THERE)
        terminal.press(b"q")
        terminal.end()
        seen.append(terminal.shown)
    assert COLOUR.search(seen[0])
    assert not COLOUR.search(seen[1])
    assert b"\x1b[1;7mbuild" in seen[1], "what is chosen is set off all the same"


def test_a_mishap_leaves_the_terminal_as_it_was_and_is_a_sentence(terminals: Callable[..., Terminal]) -> None:
    terminal = terminals(BROKEN)
    terminal.until(THERE)
    terminal.press(b"g")
    assert terminal.end() == 64
    assert terminal.is_as_before()
    assert "✗ error: internal error: ZeroDivisionError".encode() in terminal.shown
    assert b"Traceback" not in terminal.shown


def test_without_a_terminal_it_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "is_terminal", lambda descriptor: descriptor != 2)
    with pytest.raises(Stop) as refused:
        editor.main(str(file))
    assert refused.value.clause == "CLI-17"


@pytest.mark.parametrize("text", [b"[tasks", b"\xff", b"\xef\xbb\xbf", b"a = " + b"[" * 5000 + b"]" * 5000])
def test_what_is_no_toml_is_refused_in_the_words_of_the_runner(
    file: Path, text: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_bytes(text)
    monkeypatch.setattr(calls, "is_terminal", lambda descriptor: True)
    with pytest.raises(ConfigFault, match=r"^tasks\.toml ") as refused:
        editor.main(str(file))
    assert refused.value.clause == "CLI-9"
