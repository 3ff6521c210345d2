"""What is said by hand about the score: why a rule has no wrong runner, why one was missed, what a red line was."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FILE = Path(__file__).with_name("reasons.toml")


@dataclass(frozen=True, slots=True)
class Reasons:
    """By name: `exempt`, why no case can show a break of the rule, and what does instead; `post_mortems`, why a wrong
    runner of a contact was not caught, and what was added since; `open`, those of them that still aren't; `by_users`,
    why only an ordinary user can be shown one. `red_lines`: what those of the right runner were."""

    exempt: dict[str, str]
    post_mortems: dict[str, str]
    open: frozenset[str]
    by_users: dict[str, str]
    red_lines: tuple[str, ...]


def reasons() -> Reasons:
    """All that was written."""
    read = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return Reasons(
        read.get("exempt", {}),
        read.get("post-mortem", {}),
        frozenset(read.get("open", ())),
        read.get("by-an-ordinary-user", {}),
        tuple(read.get("red_lines", ())),
    )
