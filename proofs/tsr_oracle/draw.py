"""Draws a case's workspace as a tree, and says what a run of it should do and why."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping

from tsr_model.fence import Bounds, Refused
from tsr_model.messages import line, shown
from tsr_model.names import text
from tsr_model.prediction import Prediction, predict
from tsr_model.world import path_in_world, world
from tsr_oracle.expected import differences_of_trees
from tsr_oracle.processes import grouped, side_by_side
from tsr_spec.case import KEYS, OTHER, Entry, File, Given, Program, entries, process_environment
from tsr_spec.chapters import clauses
from tsr_spec.tree_text import escape, print_entry

MOST_ENTRIES = 60
LONGEST = 400


def drawing(given: Given, bounds: Bounds | None, marked: Iterable[str] = ()) -> list[str]:
    """The tree, an entry a line: bounds in words behind their directory, `!` in front of what is marked."""
    every = {entry.path: entry for entry in entries(given) if not _is_furniture(entry, given)}
    marked = set(marked)
    notes = {} if bounds is None else {path_in_world(place): "← allowed" for place in bounds.allowed}
    if bounds is not None:
        notes[path_in_world(bounds.root)] = "← workspace"
    lines = []
    for path in sorted(
        every.keys() | {path for path in marked if _is_below_something(path, every)}, key=_in_tree_order
    ):
        depth = path.count("/") - (1 if path.startswith(OTHER) else 0)
        entry = every.get(path)
        shown_entry = escape(path.rpartition("/")[2], blanks=True) if entry is None else _last(entry)
        sign = "!" if path in marked else " "
        note = "(not there)" if entry is None else notes.get(path, "")
        lines.append(f"{sign} {'  ' * depth}{shown_entry}  {note}".rstrip())
    return capped(lines, MOST_ENTRIES)


def capped(lines: list[str], most: int) -> list[str]:
    """No more than so many of the lines, each of a length that can be read."""
    short = [line if len(line) <= LONGEST else f"{line[:LONGEST]}…" for line in lines[:most]]
    return short if len(lines) <= most else [*short, f"… and {len(lines) - most:,} more"]


def _is_furniture(entry: Entry, given: Given) -> bool:
    """Whether an entry is there in every case and tells nothing in this one."""
    if isinstance(entry, Program) or entry.path == "bin":
        name = entry.path.rpartition("/")[2]
        texts = [other.data for other in given.tree if isinstance(other, File)]
        return not any(name in text for text in texts)
    return entry.path == "home" and not any(other.path.startswith("home/") for other in given.tree)


def _is_below_something(path: str, every: dict[str, Entry]) -> bool:
    return path.rpartition("/")[0] in every or "/" not in path


def _in_tree_order(path: str) -> list[str]:
    return path.split("/")


def _last(entry: Entry) -> str:
    """The entry's line in the notation of the spec, without the directories in front."""
    written = print_entry(entry)
    above = entry.path.rpartition("/")[0]
    return written.replace(escape(above, blanks=True) + "/", "", 1) if above else written


def command(given: Given) -> str:
    """The command line as it is typed, and from where."""
    place = "" if given.cwd == "ws" else f"   (in {given.cwd})"
    env = "".join(f"{name}={shlex.quote(shown(value))} " for name, value in given.env)
    return f"{env}tsr {' '.join(shlex.quote(shown(word)) for word in given.argv)}{place}"


def meanwhile(given: Given) -> list[str]:
    """What surrounds the run, and what happens during it."""
    lines = ["standard input is a terminal"] if given.terminal else []
    lines += [f"{'typed' if given.terminal else 'standard input'}: {escape(given.stdin)}"] if given.stdin else []
    lines += [f"ignored from the start: {', '.join(f'SIG{name}' for name in given.ignored)}"] if given.ignored else []
    for mark, sent in given.signals:
        lines.append(f"at `{mark}`: {f'{sent} is typed' if sent in KEYS else f'SIG{sent} is sent'}")
    return lines


def config_lines(given: Given) -> list[str]:
    """The text of each tasks.toml, indented."""
    lines = []
    for entry in given.tree:
        if isinstance(entry, File) and entry.path.rpartition("/")[2] == "tasks.toml":
            lines.append(f"{entry.path}:")
            lines += [f"    {text}" for text in escape(entry.data).replace("\\n", "\n").splitlines()]
    return lines


def explanation(given: Given) -> list[str]:
    """What a run should do, and the derivation of it, clause by clause."""
    foretold = predict(given)
    known = clauses()
    lines = [f"ends with {foretold.exit}" + (" before the first command" if foretold.stage == "load" else "")]
    lines += [f"says:   {foretold.says}"] if foretold.says else []
    for child, environment in zip(foretold.children, foretold.environments, strict=True):
        lines.append(f"starts: {' '.join(child.argv)}   (in {child.cwd})")
        lines += [f"        with {text}" for text in _of_its_own(environment, process_environment(given))]
    lines += _of_processes(foretold)
    if foretold.stdout:
        lines.append(f"prints: {foretold.stdout!r}")
    for message in foretold.messages:
        assert foretold.bounds is not None
        lines.append(f"says:   {line(message, foretold.bounds)}")
        if isinstance(message.reason, Refused):
            lines.append(
                f"        by {', '.join(message.reason.clauses)}: it lands at {text(message.reason.landing.place)}"
            )
    lines += [f"{verb + 's:':<9}{text(place)}" for verb, place in foretold.touched]
    lines += [f"{path}: {was} → {now}" for path, was, now in differences_of_trees(world(given).files, foretold.files)]
    lines.append("by:")
    lines += [f"    {clause:<11} {known[clause].title if clause in known else ''}" for clause in foretold.clauses]
    if foretold.open:
        lines.append(f"open (another way is admissible too): {', '.join(sorted(foretold.open))}")
    return lines


def _of_processes(foretold: Prediction) -> list[str]:
    """What is foretold of groups, marks, survivors and the table."""
    lines = ["        in any order that GRAPH-10 allows"] if side_by_side(foretold) else []
    lines += [f"        {grouped(foretold.isolated)}"] if foretold.children else []
    lines += [f"heard:  {mark}" for mark in dict.fromkeys(foretold.marks)]
    lines += [f"unsaid: {mark}" for mark in foretold.unsaid]
    lines += [f"left:   something of {name}" for name in sorted(foretold.survivors)]
    return lines + [f"table:  {row}" for row in foretold.table or ()]


def _of_its_own(environment: Mapping[str, str], inherited: Mapping[str, str]) -> list[str]:
    """The variables that a child has otherwise than the runner itself."""
    return [f"{name}={value!r}" for name, value in environment.items() if inherited.get(name) != value]


def bounds_of(given: Given) -> Bounds | None:
    """The bounds that a run of the case has, where it comes to have any."""
    return predict(given).bounds
