"""What a vector needs of the machine that it is played on, and of the harness that plays it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from tsr_oracle.environments import STRICT, options_of
from tsr_oracle.materialise import names_mount, names_other, names_other_user
from tsr_oracle.programs import has_conduct
from tsr_spec.case import Case, File, Given, Json, Link, Outcome, Program, Special, canonical, entries

Uid: TypeAlias = Literal["any", "root", "user"]
Platform: TypeAlias = Literal["posix", "linux"]

FEATURES = {
    "second-file-system": "a second, separate file system to put /@OTHER@ on",
    "mount": "a file system of its own mounted at ws/mnt",
    "other-user": "entries that belong to another user without privileges",
    "private-scratch": "no directory above the world that another user owns, or may write to without a sticky bit",
    "bytes": "names, words or texts that are no UTF-8",
    "case-sensitive-names": "a file system on which `a` and `A` are two names",
    "fifo": "a FIFO in the tree",
    "socket": "a socket in the tree",
    "terminal": "a pseudo-terminal that is standard input and that of the session which the runner leads",
    "signals": "signals that are sent when a program says a mark, or are ignored from the start",
    "rendezvous": "programs that end once another one is up",
    "conduct": "programs that read, wait, stop, leave processes behind, or do something on a signal",
    "events": "a judge that reads what the reporter tells",
    "landlock": "a kernel with Landlock, and no file of the user's own policy",
}
"""The features, and what each is."""

_LINKS_EVERYWHERE = 32
"""Links that every system follows in one path; Linux follows 40."""
_SYSTEM_PROGRAM = "/bin/true"
"""A program that Linux has at this place."""


@dataclass(frozen=True, slots=True)
class Needs:
    """Who has to play it, on what platform, and with which features, in the order of `FEATURES`."""

    uid: Uid
    platform: Platform
    features: tuple[str, ...]


def needs_of(case: Case, answer: Outcome) -> Needs:
    """What a case needs that has this answer among others."""
    found = set(_features(case, answer))
    root = "root" in case.needs or "other-user" in found
    return Needs(
        uid="root" if root else "user" if "user" in case.needs else "any",
        platform="linux" if _is_for_linux(case.given) else "posix",
        features=tuple(name for name in FEATURES if name in found),
    )


def _features(case: Case, answer: Outcome) -> Iterator[str]:
    given = case.given
    programs = [entry for entry in given.tree if isinstance(entry, Program)]
    kinds = {entry.kind for entry in given.tree if isinstance(entry, Special)}
    needed = {
        "second-file-system": "two-file-systems" in case.needs or names_other(given),
        "mount": "mount" in case.needs or names_mount(given),
        "other-user": names_other_user(given),
        "private-scratch": STRICT in options_of(given),
        "bytes": '{"hex":' in canonical(given),
        "case-sensitive-names": _has_names_that_differ_in_case(given),
        "fifo": "fifo" in kinds,
        "socket": "socket" in kinds,
        "terminal": given.terminal,
        "signals": bool(given.signals or given.ignored),
        "rendezvous": any(program.after for program in programs),
        "conduct": any(has_conduct(replace(program, after="")) for program in programs),
        "events": answer.events is not None,
        "landlock": "landlock" in case.needs,
    }
    yield from (name for name, is_needed in needed.items() if is_needed)


def _has_names_that_differ_in_case(given: Given) -> bool:
    return max(Counter(entry.path.casefold() for entry in entries(given)).values()) > 1


def _is_for_linux(given: Given) -> bool:
    """Whether it has a chain of links that is longer than some systems follow, or names a program of Linux."""
    links = [entry for entry in given.tree if isinstance(entry, Link)]
    texts = [entry.data for entry in given.tree if isinstance(entry, File)] + [link.target for link in links]
    return len(links) > _LINKS_EVERYWHERE or any(_SYSTEM_PROGRAM in text for text in texts)


def needs_to_json(needs: Needs) -> dict[str, Json]:
    """The needs as an object with all its keys."""
    return {"uid": needs.uid, "platform": needs.platform, "features": [*needs.features]}
