"""How values come about: references, and what is merged at each point, read backwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from tsr_model import environment as model
from tsr_model.environment import Assignment, Source
from tsr_proofs.references import resolved
from tsr_proofs.spelled import texts

# --- one value -------------------------------------------------------------------------------------------------------

HELD = {"A": "<a>", "_A1": "<_a1>", "AA": "$A"}
"""What is set where a single value is expanded; `B` and all others are not."""


@dataclass(slots=True)
class Value:
    """A value to be expanded."""

    text: str

    def __str__(self) -> str:
        return f"the value '{self.text}', with {' '.join(f'{name}={held}' for name, held in HELD.items())}"


def values(tokens: tuple[str, ...], most: int) -> Iterator[Value]:
    """Every value of up to `most` tokens."""
    return (Value(text) for text in texts(tokens, most))


def expanded_alike(value: Value) -> str | None:
    """ENV-11: a value is expanded as the second reading does: once, what is not set empty, every other `$` text."""
    found = model.expand_value(value.text, HELD)
    expected = resolved(value.text, lambda name: HELD.get(name, ""))
    return None if found == expected else f"the model: '{found}', the second reading: '{expected}'"


def nothing_is_expanded(value: Value) -> str | None:
    """Witness: values stay as they are written."""
    return None if model.expand_value(value.text, HELD) == value.text else "it is expanded"


# --- several assignments ---------------------------------------------------------------------------------------------

Written = tuple[str, str, bool]


@dataclass(slots=True)
class Assigned:
    """Assignments in order, the lowest layer first, and what is set before."""

    written: tuple[Written, ...]
    before: Mapping[str, str]

    def merged(self) -> dict[str, str]:
        """What the model makes of them."""
        source = Source()
        made = [Assignment(name, value, source, literal) for name, value, literal in self.written]
        return model.merge(self.before, made)

    def __str__(self) -> str:
        quoted = [f"{name}={value!r}{' (literal)' * literal}" for name, value, literal in self.written]
        return f"{'; '.join(quoted)}; before: {dict(self.before)}"


NAMES = ("A", "B")
VALUES = ("x", "$A", "$B", "${A}y", "$U", "$")
BEFORE: tuple[Mapping[str, str], ...] = ({}, {"A": "p"}, {"A": "p", "B": "$A", "P": "q"})


def assignments(most: int) -> Iterator[Assigned]:
    """Every list of up to `most` assignments."""
    one: list[Written] = [
        (name, value, "$" in value and literal) for name in NAMES for value in VALUES for literal in (False, True)
    ]
    distinct = list(dict.fromkeys(one))
    for count in range(most + 1):
        for written in product(distinct, repeat=count):
            for before in BEFORE:
                yield Assigned(written, before)


def merged_alike(case: Assigned) -> str | None:
    """ENV-10, ENV-11: a variable has the last value that is assigned to it, expanded by what came before that."""
    found = case.merged()
    names = {*case.before, *(name for name, _, _ in case.written)}
    expected = {name: _looked_up(case, name, len(case.written)) for name in names}
    return None if found == expected else f"the model: {found}, the second reading: {expected}"


def nothing_is_overridden(case: Assigned) -> str | None:
    """Witness: what was set before stays."""
    found = case.merged()
    return None if all(found[name] == value for name, value in case.before.items()) else "it is overridden"


def _looked_up(case: Assigned, name: str, end: int) -> str:
    """What a name has in front of an assignment: the last before that decides, and is looked up in its turn."""
    for at in range(end - 1, -1, -1):
        assigned, value, literal = case.written[at]
        if assigned == name:
            return value if literal else resolved(value, lambda other, at=at: _looked_up(case, other, at))  # type: ignore[misc]
    return case.before.get(name, "")
