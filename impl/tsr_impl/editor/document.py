"""The text of a tasks.toml, and what an editor does to it.

Each operation gives a new document; what it does not touch stays byte for byte: comments, order, formatting and
unknown keys. What a document says is read with the parser that the runner has, and so is the result of each
operation: if that is not what the operation is for, it is refused, whatever the text looks like.
"""

from __future__ import annotations

import copy
import sys
from typing import TYPE_CHECKING, TypeAlias, cast

import tomlkit
from tomlkit.items import Array, InlineTable, Item, Key, SingleKey, Table, Whitespace

from tsr_impl.report import Stop, quoted

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tomlkit.container import Container

Value: TypeAlias = "str | bool | list[str] | Mapping[str, str | list[str]]"
"""What a field can be set to. A table is written inline."""

_Data: TypeAlias = "dict[str, object]"
_Body: TypeAlias = "list[tuple[Key | None, Item]]"


class Document:
    """A text that is TOML. `tasks` has the fields of each task, in the order of the file."""

    __slots__ = ("_data", "tasks", "text")

    def __init__(self, text: str) -> None:
        """Raises what the parser raises for a text that is no TOML."""
        self.text = text
        self._data: _Data = tomllib.loads(text)
        self.tasks = {name: _table(fields) for name, fields in _table(self._data.get("tasks")).items()}

    def deps(self) -> dict[str, list[str]]:
        """Of each task what its `deps` name; nothing where that is no list of strings."""
        return {name: _texts(fields.get("deps")) for name, fields in self.tasks.items()}

    def named_by(self, task: str) -> list[str]:
        """The other tasks whose `deps` name this one."""
        return [other for other, deps in self.deps().items() if other != task and {task, "^" + task} & {*deps}]

    def add_task(self, task: str, fields: Mapping[str, Value]) -> Document:
        """With one more task, as the last one. Raises `Stop` if there is one of that name."""
        self._check_free(task)

        def write(root: tomlkit.TOMLDocument) -> None:
            tasks = root.get("tasks")
            if isinstance(tasks, InlineTable):
                tasks.append(task, _item(fields))
            else:
                _append_section(root, self.text, task, fields)

        def expect(data: _Data) -> None:
            _tasks_of(data)[task] = dict(fields)

        return self._after(write, expect)

    def set_field(self, task: str, field: str, value: Value) -> Document:
        """With a field set, whether it was there or not. Raises `Stop`."""

        def write(root: tomlkit.TOMLDocument) -> None:
            places = [*_places(root, ("tasks", task, field))]
            if len(places) == 1 and not isinstance(places[0].item, Table):
                places[0].replace_value(value)
                return
            for place in places:
                place.take_out()
            _put_in(root, self.text, task, field, value)

        def expect(data: _Data) -> None:
            _task_of(data, task)[field] = value

        return self._after(write, expect)

    def remove_field(self, task: str, field: str) -> Document:
        """Without a field, and without the comment on its line. Raises `Stop`."""

        def write(root: tomlkit.TOMLDocument) -> None:
            for place in [*_places(root, ("tasks", task, field))]:
                place.take_out()

        def expect(data: _Data) -> None:
            _task_of(data, task).pop(field, None)

        return self._after(write, expect)

    def set_delegate(self, task: str, program: str, args: list[str]) -> Document:
        """With the task handed to a program: to `program run TASK`, or with args to `program args…` (FORM-2)."""
        return self.set_field(task, "delegate", {"bin": program, "args": args} if args else program)

    def delete_task(self, task: str) -> Document:
        """Without a task. Comments outside of its lines stay. Raises `Stop`."""

        def write(root: tomlkit.TOMLDocument) -> None:
            for place in [*_places(root, ("tasks", task))]:
                place.take_out()

        def expect(data: _Data) -> None:
            _tasks_of(data).pop(task, None)

        return self._after(write, expect)

    def rename_task(self, task: str, new: str) -> Document:
        """With another name for a task, also in the `deps` that name it. Raises `Stop`."""
        self._check_free(new)
        names = {task: new, "^" + task: "^" + new}

        def write(root: tomlkit.TOMLDocument) -> None:
            for other in self.tasks:
                for place in _places(root, ("tasks", other, "deps")):
                    place.rename_texts(names)
            for place in [*_places(root, ("tasks", task))]:
                place.rename_key(new)

        def expect(data: _Data) -> None:
            tasks = _tasks_of(data)
            data["tasks"] = {new if name == task else name: fields for name, fields in tasks.items()}
            for fields in tasks.values():
                if isinstance(fields, dict) and isinstance(fields.get("deps"), list):
                    fields["deps"] = [names.get(dep, dep) if isinstance(dep, str) else dep for dep in fields["deps"]]

        return self._after(write, expect)

    def _check_free(self, task: str) -> None:
        if task in self.tasks:
            raise Stop(f"there is a task {quoted(task)} already — take another name")

    def _after(self, write: Callable[[tomlkit.TOMLDocument], None], expect: Callable[[_Data], None]) -> Document:
        """The document after a change of the text, if that changed what `expect` changes, and nothing else.

        Raises `Stop` where the way in which the text is written is beyond what can be changed here.
        """
        wanted = copy.deepcopy(self._data)
        try:
            expect(wanted)
            root = tomlkit.parse(self.text)
            if tomlkit.dumps(root) != self.text:
                raise ValueError("the text does not survive")
            write(root)
            after = Document(tomlkit.dumps(root))
        except Exception as error:  # whatever the library can't do with a text that is TOML
            raise _beyond_us() from error
        if _tasks_of(after._data) != _tasks_of(wanted) or after._data != wanted:
            raise _beyond_us()
        return after


def _beyond_us() -> Stop:
    return Stop("the way in which this is written can't be changed here — change it in the file itself")


# What is written where -------------------------------------------------------------------------


class _Place:
    """Where a part of a path is written: the entry `index` of `owner`. A task can be written in several places.

    `prefix` is what stands in front of its keys when they are written dotted, as in `a.run`.
    """

    __slots__ = ("index", "item", "key", "owner", "prefix")

    def __init__(self, owner: Container | InlineTable, index: int, key: Key, item: Item, prefix: str) -> None:
        self.owner = owner
        self.index = index
        self.key = key
        self.item = item
        self.prefix = prefix

    def take_out(self) -> None:
        """Take the entry out of the text; of a section, what stands behind its last line stays."""
        if isinstance(self.owner, InlineTable):
            self.owner.remove(self.key)
        else:
            self._write_instead(_behind(self.item) if isinstance(self.item, Table) else "")

    def replace_value(self, value: Value) -> None:
        """Write another value, with what stands around it as it was."""
        if isinstance(self.item, Array) and isinstance(value, list) and _amended(self.item, value):
            return
        new = _item(value)
        for part in ("indent", "comment_ws", "comment", "trail"):
            setattr(new.trivia, part, getattr(self.item.trivia, part))
        _body(self.owner)[self.index] = (self.key, new)

    def rename_texts(self, names: Mapping[str, str]) -> None:
        """Replace those strings of a list that are in `names`."""
        for index, text in enumerate(self.item if isinstance(self.item, Array) else ()):
            if isinstance(text, str) and text in names:
                self.item[index] = names[text]  # type: ignore[index]

    def rename_key(self, new: str) -> None:
        """Write another key, with what stands around it as it was."""
        written = self.key.as_string()
        blanks = written[len(written.rstrip()) :]
        key = SingleKey(new, sep=self.key.sep, original=_key(new) + blanks)
        key._dotted = self.key.is_dotted()
        _forget_headers(self.item)
        _body(self.owner)[self.index] = (key, self.item)

    def insert_line(self, line: str, newline: str) -> None:
        """Write a line into the table that is here, behind its last value."""
        body = _body(cast("Table", self.item).value)
        values = [number for number, (key, item) in enumerate(body) if key and not _is_section(key, item)]
        at = values[-1] + 1 if values else 0
        indent, end = _indent_and_end(body[values[-1]][1]) if values else ("", self.item.trivia.trail)
        text = f"{indent}{self.prefix}{line}{newline}"
        body.insert(at, (None, Whitespace(text if end else newline + text)))

    def _write_instead(self, text: str) -> None:
        _body(self.owner)[self.index] = (None, Whitespace(text))


def _places(owner: Container | InlineTable, path: tuple[str, ...], prefix: str = "") -> Iterator[_Place]:
    """All places where what `path` leads to is written, in the order of the text."""
    for index, (key, item) in enumerate(_body(owner)):
        if key is None or key.key != path[0]:
            continue
        dotted = f"{prefix}{key.as_string().strip()}." if key.is_dotted() else ""
        if len(path) == 1:
            yield _Place(owner, index, key, item, dotted)
        elif isinstance(item, InlineTable):
            yield from _places(item, path[1:])
        elif isinstance(item, Table):
            yield from _places(item.value, path[1:], dotted)


def _body(owner: Container | InlineTable) -> _Body:
    return owner.value.body if isinstance(owner, InlineTable) else owner.body


def _is_section(key: Key, item: Item) -> bool:
    """Whether an entry is written below a header of its own, and so ends what stood in front of it."""
    return isinstance(item, Table) and not key.is_dotted()


def _behind(item: Item) -> str:
    """What stands behind the last line of a section.

    Up to the first blank line that may belong to it; the rest is about what follows.
    """
    while isinstance(item, Table) and item.value.body and isinstance(item.value.body[-1][1], Table):
        item = item.value.body[-1][1]
    lines: list[str] = []
    for key, entry in reversed(_body(item.value) if isinstance(item, Table) else []):
        if key is not None:
            break
        lines[:0] = entry.as_string().splitlines(keepends=True)
    blank = next((number for number, line in enumerate(lines) if not line.strip()), None)
    return "".join(lines if blank is None else lines[blank + 1 :])


def _indent_and_end(item: Item) -> tuple[str, str]:
    """The indent of the line of a value, and what ends it: nothing at the end of a file."""
    while isinstance(item, Table) and item.value.body:
        item = item.value.body[-1][1]
    return item.trivia.indent, item.trivia.trail


def _forget_headers(item: Item) -> None:
    """Let the headers of a section and of those beneath it be written from their keys again."""
    if isinstance(item, Table):
        item.display_name = None
        for _, inner in item.value.body:
            _forget_headers(inner)


# Writing ----------------------------------------------------------------------------------------


def _put_in(root: tomlkit.TOMLDocument, text: str, task: str, field: str, value: Value) -> None:
    """Write a field that is not there, where the fields of the task are."""
    line = f"{_key(field)} = {_written(value)}"
    places = [*_places(root, ("tasks", task))]
    for place in places:
        if isinstance(place.item, InlineTable):
            place.item.append(field, _item(value))
            return
        if isinstance(place.item, Table) and (place.key.is_dotted() or not place.item.is_super_table()):
            place.insert_line(line, _newline(text))
            return
    _append_section(root, text, task, {field: value})


def _append_section(root: tomlkit.TOMLDocument, text: str, task: str, fields: Mapping[str, Value]) -> None:
    """Write a section at the end of the text, behind a blank line."""
    newline = _newline(text)
    lines = [f"[tasks.{_key(task)}]", *(f"{_key(field)} = {_written(value)}" for field, value in fields.items())]
    gap = newline if text.endswith(newline) else newline * 2
    section = "".join(line + newline for line in lines)
    root.body.append((None, Whitespace(gap + section if text else section)))


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _amended(array: Array, new: list[str]) -> bool:
    """Make a list another one by taking out strings and adding some behind, if that does it.

    So what is written between those that stay is kept.
    """
    staying = [text for text in array if text in new]
    if len({*new}) != len(new) or new[: len(staying)] != staying:
        return False
    for index in reversed(range(len(array))):
        if array[index] not in new:
            del array[index]
    array.extend(new[len(staying) :])
    return True


def _key(key: str) -> str:
    return tomlkit.key(key).as_string()


def _item(value: Value | Mapping[str, Value]) -> Item:
    return tomlkit.value(_written(value))


def _written(value: Value | Mapping[str, Value]) -> str:
    """A value as it stands in a tasks.toml, on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(map(_written, value)) + "]"
    if not isinstance(value, str):
        entries = ", ".join(f"{_key(key)} = {_written(inner)}" for key, inner in value.items())
        return f"{{ {entries} }}" if entries else "{}"
    return tomlkit.string(value).as_string()


# Reading ----------------------------------------------------------------------------------------


def _table(value: object) -> _Data:
    return value if isinstance(value, dict) else {}


def _texts(value: object) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _tasks_of(data: _Data) -> dict[str, object]:
    """The tasks, which are also none when the last one took its `tasks` with it."""
    return cast("dict[str, object]", data.setdefault("tasks", {}))


def _task_of(data: _Data, task: str) -> _Data:
    return cast("_Data", _tasks_of(data).setdefault(task, {}))
