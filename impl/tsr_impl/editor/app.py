"""The editor on the terminal: a list of the tasks, what the chosen one is, and a key for all that can be done."""

from __future__ import annotations

import signal
from itertools import islice
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import App
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from tsr_impl import report
from tsr_impl.editor import preview, writing
from tsr_impl.editor.document import Document
from tsr_impl.editor.forms import Changes, DelegateForm, NameForm, Page, Question, TaskForm
from tsr_impl.editor.without_colour import WithoutColour

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from textual.app import ComposeResult

_MOST_LINES = 5000  # of a graph: more than anybody reads


class Editor(App[int]):
    """A document, and the file that it is for. Gives the signal that ended it, if one did."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = [
        Binding("a", "add", "add"),
        Binding("e", "edit", "edit"),
        Binding("d", "delegate", "delegate"),
        Binding("r", "rename", "rename"),
        Binding("x", "delete", "delete"),
        Binding("g", "graph", "graph"),
        Binding("s", "save", "save"),
        Binding("q,escape", "leave", "leave"),
        Binding("ctrl+q", "leave", show=False),
        Binding("ctrl+c", "interrupt", show=False, priority=True),
    ]
    CSS = """
    #title, .heading { text-style: bold; height: 1; }
    #tasks { width: 28; height: 100%; border: none; padding: 0 1 0 0; }
    #tasks > .option-list--option-highlighted { text-style: bold reverse; }
    #details { padding: 0 1; width: 1fr; }
    #message { height: auto; max-height: 6; }
    #objection { height: auto; max-height: 6; margin: 1 0 0 0; }
    ModalScreen { align: center middle; }
    .dialog { width: 76; height: auto; max-height: 22; border: round; padding: 0 1; }
    .row { height: 1; }
    .row Label { width: 10; }
    .row Input { width: 1fr; }
    #text { width: auto; }
    FooterKey { margin: 0 1 0 0; }
    """

    def __init__(self, original: writing.Original, document: Document) -> None:
        super().__init__(ansi_color=True)
        self.theme = "ansi-dark"  # the colours are those of the terminal
        if self.no_color:
            self._filters = [WithoutColour()]
        self.original = original
        self.document = document
        self.mishap: Exception | None = None  # what ended it, and nobody had foreseen

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Horizontal():
            yield OptionList(id="tasks")
            with VerticalScroll(id="details", can_focus=False):
                yield Static(id="task")
        yield Static(id="message")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        self._show(0)

    def _fatal_error(self) -> None:
        """In place of the library's, which prints a traceback (EXIT-7)."""
        self.mishap = self._exception
        self._close_messages_no_wait()

    # What is shown -----------------------------------------------------------------------------

    def _show(self, chosen: int) -> None:
        tasks = self.query_one("#tasks", OptionList)
        tasks.clear_options()
        tasks.add_options([Option(Text(report.printable(name), no_wrap=True)) for name in self.document.tasks])
        tasks.highlighted = min(chosen, len(self.document.tasks) - 1) if self.document.tasks else None
        tasks.focus()
        unsaved = "not saved yet · " if self._is_changed() else ""  # in front: a long path is cut off at its end
        self._put("#title", unsaved + report.printable(self.original.named))
        fault = writing.fault(self.document.text)
        self._say(f"As it is, tsr refuses this file: {fault}" if fault else "")
        self._describe()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self._describe()

    def _describe(self) -> None:
        task = self._chosen()
        lines = ["no tasks yet: a adds one"] if task is None else _description(self.document, task)
        self._put("#task", "\n".join(lines))

    def _say(self, message: str) -> None:
        self._put("#message", message)

    def _put(self, where: str, text: str) -> None:
        self.query_one(where, Static).update(Text(text))

    def _chosen(self) -> str | None:
        number = self.query_one("#tasks", OptionList).highlighted
        return None if number is None else [*self.document.tasks][number]

    def _is_changed(self) -> bool:
        return self.document.text.encode("utf-8") != self.original.text

    # What can be done --------------------------------------------------------------------------

    def _change(self, operation: Callable[[], Document]) -> str:
        """Do something to the document, or say what is against it.

        What the runner would refuse is, too; but a file that is refused anyhow is repaired one step at a time.
        """
        try:
            after = operation()
        except report.Stop as stop:
            return stop.message
        fault = writing.fault(after.text)
        if fault and not writing.fault(self.document.text):
            return fault
        chosen = self.query_one("#tasks", OptionList).highlighted or 0
        added = len(after.tasks) > len(self.document.tasks)
        self.document = after
        self._show(len(after.tasks) - 1 if added else chosen)
        return ""

    def action_add(self) -> None:
        def accept(name: str, changes: Changes) -> str:
            given = {field: value for field, value in changes.items() if value is not None}
            return self._change(lambda: self.document.add_task(name, given))

        self.push_screen(TaskForm("A new task", {}, accept, new=True))

    def action_edit(self) -> None:
        task = self._chosen()
        if task is None:
            return

        def accept(_: str, changes: Changes) -> str:
            return self._change(lambda: _with_changes(self.document, task, changes))

        self.push_screen(TaskForm(_titled("Task", task), self.document.tasks[task], accept))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.action_edit()

    def action_delegate(self) -> None:
        task = self._chosen()
        if task is None:
            return

        def accept(program: str, args: list[str]) -> str:
            if not program and args:
                return "`args` need a program — write it into `bin`"
            if not program:
                return self._change(lambda: self.document.remove_field(task, "delegate"))
            return self._change(lambda: self.document.set_delegate(task, program, args))

        before = self.document.tasks[task].get("delegate")
        self.push_screen(DelegateForm(_titled("What runs in the place of", task), before, accept))

    def action_rename(self) -> None:
        task = self._chosen()
        if task is None:
            return

        def accept(name: str) -> str:
            return "" if name == task else self._change(lambda: self.document.rename_task(task, name))

        self.push_screen(NameForm(_titled("Another name for", task), task, accept))

    def action_delete(self) -> None:
        task = self._chosen()
        if task is None:
            return

        def answered(key: str | None) -> None:
            if key == "y":
                self._say(self._change(lambda: self.document.delete_task(task)))

        naming = ", ".join(map(report.quoted, self.document.named_by(task)))
        warning = f"The `deps` of {naming} name it, and will name nothing then.\n\n" if naming else ""
        question = f"{warning}Delete the task {report.quoted(task)}?"
        self.push_screen(Question(question, {"y": "delete", "n": "keep"}), answered)

    def action_graph(self) -> None:
        lines = [*islice(preview.trees(self.document.deps()), _MOST_LINES + 1)]
        shown = [*lines[:_MOST_LINES], "…"] if len(lines) > _MOST_LINES else lines
        self.push_screen(Page("What runs before what (↑ ↓ read on)", "\n".join(map(report.printable, shown))))

    def action_save(self) -> None:
        self._save()

    def _save(self, then: Callable[[], None] | None = None, over_changes: bool = False) -> None:
        """Write the file, and if that was done, go on with `then`."""
        try:
            self.original = writing.write(self.original, self.document.text, over_changes)
        except writing.Changed as changed:
            self._ask_over_changes(changed.message, then)
        except report.Stop as stop:
            self._say(f"Not saved: {stop.message}")
        else:
            self._show(self.query_one("#tasks", OptionList).highlighted or 0)
            self._say("Saved.")
            if then is not None:
                then()

    def _ask_over_changes(self, what: str, then: Callable[[], None] | None) -> None:
        def answered(key: str | None) -> None:
            if key == "o":
                self._save(then, over_changes=True)
            else:
                self._say("Not saved: the file was changed by somebody else.")

        question = f"{what}.\n\nWrite over it? What was changed there is lost then."
        self.push_screen(Question(question, {"o": "overwrite", "n": "leave it"}), answered)

    def action_leave(self) -> None:
        if not self._is_changed():
            self.exit(0)
            return

        def answered(key: str | None) -> None:
            if key == "s":
                self._save(then=lambda: self.exit(0))
            elif key == "n":
                self.exit(0)

        question = "There are changes that are not saved."
        self.push_screen(Question(question, {"s": "save and leave", "n": "leave without them"}), answered)

    def action_interrupt(self) -> None:
        """What Ctrl-C is everywhere: nothing is asked, nothing is written."""
        self.exit(int(signal.SIGINT))


def _with_changes(document: Document, task: str, changes: Changes) -> Document:
    for field, value in changes.items():
        document = document.remove_field(task, field) if value is None else document.set_field(task, field, value)
    return document


def _description(document: Document, task: str) -> Iterator[str]:
    """What a task is, its fields and what it needs, as lines."""
    for field, value in document.tasks[task].items():
        yield report.printable(f"{field}: {_described(field, value)}")
    yield ""
    yield from map(report.printable, islice(preview.tree(task, document.deps()), _MOST_LINES))


def _described(field: str, value: object) -> str:
    """A value for a reader. Of variables there are the names only (OUT-1)."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        names = [key if field == "env" else f"{key}: {_described(key, inner)}" for key, inner in value.items()]
        return ", ".join(names)
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _titled(what: str, task: str) -> str:
    return f"{what} {report.quoted(task)}"
