"""What is asked of the user: each question is a screen in front of the others.

What is filled in goes to a function that says what is against it; that is shown in place, and the form stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeAlias

from rich.text import Text
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Footer, Input, Label, Static

from tsr_impl.editor import fields
from tsr_impl.report import Stop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from textual.app import ComposeResult
    from textual.widget import Widget

    from tsr_impl.editor.document import Value

Changes: TypeAlias = "dict[str, Value | None]"
"""Of each field that was changed the new value, or None if the task is not to have it any more."""

_HINTS = {
    "run": "the command line",
    "deps": "tasks that run first: build  pkg#test  ^build",
    "packages": "paths, patterns or names: packages/*",
    "dir": "where it runs, from the root",
    "args": "words behind the command",
    "env_file": "files of variables, from the root",
    "parallel": "yes: its deps run side by side",
}
_CLOSED = "not to be shown on a line — edit it in the file"


class _Form(ModalScreen[None]):
    """Rows to fill in."""

    BINDINGS: ClassVar = [
        Binding("enter", "accept", "accept", priority=True),
        Binding("tab", "app.focus_next", "next field", priority=True),
        Binding("escape", "dismiss", "back"),
    ]

    def __init__(self, heading: str, rows: Iterable[Widget]) -> None:
        super().__init__()
        self._heading = heading
        self._rows = [*rows]

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(Text(self._heading), classes="heading")
            yield from self._rows
            yield Static(id="objection")
        yield Footer(compact=True, show_command_palette=False)

    def accepted(self) -> str:
        """Do what is filled in; or what is against it. Raises `Stop` to say the same."""
        raise NotImplementedError

    def action_accept(self) -> None:
        try:
            objection = self.accepted()
        except Stop as stop:
            objection = stop.message
        if objection:
            self.query_one("#objection", Static).update(Text(objection))
        else:
            self.dismiss()

    def text(self, field: str) -> str:
        """What stands in the row of a field."""
        return self.query_one(f"#{field}", Input).value


class NameForm(_Form):
    """Asks for the name of a task."""

    def __init__(self, heading: str, name: str, accept: Callable[[str], str]) -> None:
        super().__init__(heading, [_row("name", name, "letters, digits, `_`, `:` and `-`")])
        self._accept = accept

    def accepted(self) -> str:
        return self._accept(self.text("name"))


class TaskForm(_Form):
    """Asks for the fields of a task, and with `new` for its name; `accept` gets the name and what was changed."""

    def __init__(
        self, heading: str, before: Mapping[str, object], accept: Callable[[str, Changes], str], new: bool = False
    ) -> None:
        rows = [_row("name", "", "letters, digits, `_`, `:` and `-`")] if new else []
        super().__init__(
            heading,
            [*rows, *(_row(field, fields.shown(before.get(field, "")), _HINTS[field]) for field in fields.FIELDS)],
        )
        self._before = before
        self._accept = accept
        self._new = new

    def accepted(self) -> str:
        return self._accept(self.text("name") if self._new else "", self._changes())

    def _changes(self) -> Changes:
        changes: Changes = {}
        for field in fields.FIELDS:
            before = self._before.get(field, "")
            if self.text(field) != (fields.shown(before) or ""):
                changes[field] = fields.typed(field, self.text(field), before)
        return changes


class DelegateForm(_Form):
    """Asks for the program that a task is handed to, and its arguments (FORM-2). No program: it is handed to none."""

    def __init__(self, heading: str, before: object, accept: Callable[[str, list[str]], str]) -> None:
        table = before if isinstance(before, dict) else {"bin": before or ""}
        super().__init__(
            heading,
            [
                _row("bin", fields.shown(table.get("bin", "")), "a program: npm"),
                _row("args", fields.shown(table.get("args", [])), "without any: run and the name of the task"),
            ],
        )
        self._accept = accept

    def on_mount(self) -> None:
        self._before = self._texts()

    def accepted(self) -> str:
        if self._texts() == self._before:
            return ""
        return self._accept(self.text("bin"), fields.words("args", self.text("args")))

    def _texts(self) -> tuple[str, str]:
        return self.text("bin"), self.text("args")


class Question(ModalScreen[str]):
    """Asks something that has few answers, each with a key; the answer is that key, or nothing for `escape`."""

    def __init__(self, text: str, answers: Mapping[str, str]) -> None:
        super().__init__()
        self._text = text
        for key, answer in answers.items():
            self._bindings.bind(key, f"answer('{key}')", answer)
        self._bindings.bind("escape", "answer('')", "back")

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(Text(self._text))
        yield Footer(compact=True, show_command_palette=False)

    def action_answer(self, key: str) -> None:
        self.dismiss(key)


class Page(ModalScreen[None]):
    """A text to read."""

    BINDINGS: ClassVar = [
        Binding("escape,q,g", "dismiss", "back", key_display="esc"),
    ]

    def __init__(self, heading: str, text: str) -> None:
        super().__init__()
        self._heading = heading
        self._text = text

    def compose(self) -> ComposeResult:
        yield Static(Text(self._heading), classes="heading")
        with VerticalScroll():
            yield Static(Text(self._text, no_wrap=True), id="text")
        yield Footer(compact=True, show_command_palette=False)


def _row(field: str, text: str | None, hint: str) -> Horizontal:
    """A label and an input; it is closed if what stands there can't be shown in it."""
    closed = text is None
    entry = Input(
        text or "",
        placeholder=_CLOSED if closed else hint,
        disabled=closed,
        id=field,
        compact=True,
        select_on_focus=False,
    )
    return Horizontal(Label(field), entry, classes="row")
