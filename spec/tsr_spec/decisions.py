"""The rows of CONF-1: who said what, and whether commands are confined.

In the chapter they stand in a block ```` ```decisions ````, a row a line, words in columns, `-` for nothing said.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from tsr_spec.case import CaseError

COLUMNS = ("product", "typed", "user", "project", "host", "boundary", "authority", "remark")
_WORDS: dict[str, tuple[str, ...]] = {
    "product": ("tsr", "tsr-confine"),
    "typed": ("-", "--confine", "--no-confine"),
    "user": ("-", "on", "off"),
    "project": ("-", "on", "off"),
    "host": ("capable", "incapable"),
    "boundary": ("on", "off", "refused"),
    "authority": ("command-line", "user", "project", "default"),
    "remark": ("-", "vetoed", "ignored"),
}
"""What each column may hold."""


@dataclass(frozen=True, slots=True)
class Row:
    """A question, the first five, and its answer. None: nothing was said."""

    product: str
    typed: bool | None
    user: bool | None
    project: bool | None
    capable: bool
    boundary: str
    authority: str
    remark: str | None


@cache
def decisions() -> tuple[Row, ...]:
    """The rows of the chapter. Raises CaseError with the line for what can't be read."""
    return parse((files("tsr_spec") / "chapters" / "conf.md").read_text("utf-8"))


def parse(text: str) -> tuple[Row, ...]:
    """The rows of every block in a Markdown text. Raises CaseError with the line."""
    rows: list[Row] = []
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            inside = line.rstrip() == "```decisions"
        elif inside and tuple(line.split()) != COLUMNS:
            rows.append(_row(line.split(), number))
    return tuple(rows)


def _row(words: list[str], number: int) -> Row:
    said = dict(zip(COLUMNS, words, strict=False))
    wrong = [f"{name} {said.get(name)!r}" for name, may in _WORDS.items() if said.get(name) not in may]
    if wrong or len(words) != len(COLUMNS):
        raise CaseError(f"CONF, line {number}: this is no row of decisions: {', '.join(wrong) or 'too many words'}")
    on = {"-": None, "on": True, "off": False, "--confine": True, "--no-confine": False}
    return Row(
        said["product"],
        on[said["typed"]],
        on[said["user"]],
        on[said["project"]],
        said["host"] == "capable",
        said["boundary"],
        said["authority"],
        None if said["remark"] == "-" else said["remark"],
    )
