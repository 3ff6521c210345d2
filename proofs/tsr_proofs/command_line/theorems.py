"""What is asked for, of every short command line (CLI)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from tsr_model import command_line
from tsr_model.command_line import Misuse, Request, Told

FLAGS = ("--dry-run", "--strict", "--allow-unsafe-env", "--no-bail")
VALUED = ("--since", "--resume-from", "--reporter", "--reporter-file")
FIRST = ("t", "--list", "--init", "--strict", "--", "")
WORDS = (
    "--",
    "--strict",
    "--allow-unsafe-env",
    "--no-bail",
    "--json",
    "x",
    "human",
    "--since",
    "--since=",
    "--since=--strict",
    "--resume-from",
    "--resume-from=-x=y",
    "--resume-from=--strict",
    "--reporter",
    "--reporter=ndjson",
    "--reporter-file",
    "--reporter-file=",
    "--strict=x",
)
FEW_WORDS = ("--", "--strict", "x", "--since", "--since=x", "--resume-from")


@dataclass(slots=True)
class Typed:
    """The words behind `tsr`."""

    argv: tuple[str, ...]

    def __str__(self) -> str:
        return f"tsr {' '.join(word or repr(word) for word in self.argv)}"


def typed(most: int, few: bool) -> Iterator[Typed]:
    """Every command line of up to so many words."""
    words = FEW_WORDS if few else WORDS
    yield Typed(())
    for count in range(most):
        yield from (Typed((first, *rest)) for first in FIRST for rest in product(words, repeat=count))


def asked_alike(case: Typed) -> str | None:
    """CLI-13, CLI-2, CLI-3, CLI-18: every command line is a request, stands alone, or is refused, and each as the
    second reading has it: flags any number of times, values once each, `--x v` or `--x=v`."""
    found, expected = command_line.request(case.argv), _expected(case.argv)
    said: object = found.clause if isinstance(found, Misuse) else found.what if isinstance(found, Told) else None
    if isinstance(found, Request):
        said = (found.task, found.arguments, set(found.options), dict(found.values))
    return None if said == expected else f"the model: {said}, the second reading: {expected}"


def flags_are_words(case: Typed) -> str | None:
    """CLI-13, CLI-14, TIER-3: a flag counts exactly if it stands as a word of its own between the task and `--`; no
    value, and no word behind `--`, is ever one; and words behind `--` are the task's, as they are."""
    found = command_line.request(case.argv)
    if not isinstance(found, Request):
        return None
    words = list(case.argv[1:])
    before = words[: words.index("--")] if "--" in words else words
    behind = words[len(before) + 1 :]
    if (found.strict, found.unsafe_env) != ("--strict" in before, "--allow-unsafe-env" in before):
        return f"strict: {found.strict}, unsafe: {found.unsafe_env}"
    if found.options != set(before) & set(FLAGS) or found.arguments != tuple(behind):
        return f"options {set(found.options)}, arguments {found.arguments}"
    return None


def nothing_is_asked(case: Typed) -> str | None:
    """Witness: no command line asks for a task."""
    found = command_line.request(case.argv)
    return f"{found}" if isinstance(found, Request) else None


def flags_come_first(case: Typed) -> str | None:
    """Witness: flags stand in front of values."""
    found = command_line.request(case.argv)
    both = isinstance(found, Request) and found.strict and found.values
    return "a value comes first" if both and case.argv[1] != "--strict" else None


# --- the second reading: the words are grouped, then each group is looked at -----------------------------------------

Groups: TypeAlias = "list[tuple[str, str | None]]"


def _expected(argv: tuple[str, ...]) -> object:
    alone = {("--list",): "list", ("--list", "--json"): "list", ("--init",): "init"}
    if argv in alone:
        return alone[argv]
    if not argv or argv[0][:1] == "-":
        return "CLI-2" if argv[:1] in [words[:1] for words in alone] else "CLI-3"
    words = list(argv[1:])
    before = words[: words.index("--")] if "--" in words else words
    groups = _grouped(before)
    refusal = next((clause for at in range(len(groups)) if (clause := _refused(groups, at))), None)
    values = {name: value for name, value in groups if name in VALUED and value is not None}
    if refusal or (refusal := _refused_value(values)):
        return refusal
    return argv[0], tuple(words[len(before) + 1 :]), {name for name, _ in groups if name in FLAGS}, values


def _grouped(words: list[str]) -> Groups:
    """Each option with its value; None where it has none."""
    groups: Groups = []
    for word in words:
        name, equals, value = word.partition("=")
        if equals and name in VALUED:
            groups.append((name, value))
        elif groups and groups[-1][0] in VALUED and groups[-1][1] is None and word[:1] != "-":
            groups[-1] = (groups[-1][0], word)
        else:
            groups.append((word, None))
    return groups


def _refused(groups: Groups, at: int) -> str | None:
    """Why a group is refused, those before it being in order."""
    name, value = groups[at]
    if name in FLAGS:
        return None
    if name not in VALUED:
        return "CLI-3"
    return "CLI-18" if value is None or name in dict(groups[:at]) else None


def _refused_value(values: dict[str, str]) -> str | None:
    if values.get("--reporter") not in (None, "human", "ndjson"):
        return "EVENT-1"
    if values.get("--reporter-file") == "":
        return "EVENT-2"
    if values.get("--resume-from") == "":
        return "PKG-12"
    return "GIT-2" if values.get("--since", "x")[:1] in ("", "-") else None
