"""The environment that a child got beside the one that it has to get, and what of it a guard forbids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tsr_model.guarded import guarded, reserved
from tsr_oracle.recorder import Started
from tsr_spec.case import File, Given, process_environment

_OF_SHELLS = frozenset({"PWD", "OLDPWD", "_", "SHLVL"})
"""What a shell on the way adds of its own accord: no difference where an implementation is not held to be ours."""

UNSAFE = "--allow-unsafe-env"
STRICT = "--strict"


@dataclass(frozen=True, slots=True)
class Wanted:
    """The variables that a child has to have; None: it must not have it. `whole`: and no others."""

    variables: Mapping[str, str | None]
    whole: bool


def got(started: Started) -> dict[str, str]:
    """What a child was handed, by name."""
    pairs = (pair.partition("=") for pair in started.env)
    return {name: value for name, _, value in pairs}


def options_of(given: Given) -> tuple[str, ...]:
    """What is typed in front of the task's own words."""
    return given.argv[: given.argv.index("--")] if "--" in given.argv else given.argv


def differing(wanted: Wanted, has: Mapping[str, str], *, exactly: bool) -> tuple[str, ...]:
    """The names of the variables that are not as they have to be. `exactly`: not even a shell may have added one."""
    names = set(wanted.variables)
    if wanted.whole:
        names |= {name for name in has if exactly or not _is_the_implementations_own(name)}
    return tuple(sorted(name for name in names if wanted.variables.get(name) != has.get(name)))


def _is_the_implementations_own(name: str) -> bool:
    """Whether an implementation may have added it for its own sake; what a case sets is looked at all the same."""
    return name in _OF_SHELLS or reserved(name)


def shown(names: tuple[str, ...], variables: Mapping[str, str | None] | Mapping[str, str]) -> str:
    """These variables, in words."""
    values = ((name, variables.get(name)) for name in names)
    return ", ".join(f"{name} unset" if value is None else f"{name}={value!r}" for name, value in values)


def smuggled(given: Given, has: Mapping[str, str]) -> str | None:
    """A guarded variable that is not what the runner was handed, in words, or None where all are (ENV-G1).

    A variable that is reserved for the runner counts where the case itself speaks of it.
    """
    options = options_of(given)
    if UNSAFE in options:
        return None
    before = process_environment(given)
    texts = [entry.data for entry in given.tree if isinstance(entry, File)]
    for name in sorted(before.keys() | has.keys()):
        if before.get(name) == has.get(name) or guarded(name, strict=STRICT in options) is None:
            continue
        if not reserved(name) or any(name in text for text in texts):
            return f"{shown((name,), has)}, where the runner was started with {shown((name,), before)}"
    return None
