"""PATH-1 as a regular language, for a solver: the rule, and how the expansion takes a value apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tsr_model import search_path
from tsr_proofs.spelled import texts
from tsr_proofs.translation import Claim, solver

TOKENS = ("$", "{", "}", "PATH", "P", "_", "0", ":")
MOST = 5
COMPARED_ON = f"texts of {MOST} tokens from {' '.join(TOKENS)}"


def _compared() -> Iterator[str]:
    return texts(TOKENS, MOST)


def _rule(text: str) -> bool:
    return search_path.references_path(text)


def _exactly(text: str) -> Any:
    z3 = solver()
    return z3.Re(z3.StringVal(text))


def _anything() -> Any:
    z3 = solver()
    return z3.Full(z3.ReSort(z3.StringSort()))


def _letter() -> Any:
    """A character that a name can go on with."""
    z3 = solver()
    return z3.Union(z3.Range("a", "z"), z3.Range("A", "Z"), z3.Range("0", "9"), _exactly("_"))


def _none_of(*excluded: Any) -> Any:
    """A character that is none of these."""
    z3 = solver()
    one = z3.AllChar(z3.ReSort(z3.StringSort()))
    return z3.Intersect(one, *(z3.Complement(other) for other in excluded))


def _as_written() -> Any:
    """`${PATH}`, or `$PATH` that no name character follows, anywhere (PATH-1)."""
    z3 = solver()
    ended = z3.Union(_exactly(""), z3.Concat(_none_of(_letter()), _anything()))
    reference = z3.Union(z3.Concat(_exactly("${PATH}"), _anything()), z3.Concat(_exactly("$PATH"), ended))
    return z3.Concat(_anything(), reference)


def _as_expanded() -> Any:
    """A value taken apart at each `$`: some part after one is a reference to `PATH`, and then text."""
    z3 = solver()
    text = z3.Star(_none_of(_exactly("$")))
    parts = z3.Star(z3.Concat(_exactly("$"), text))
    ended = z3.Union(_exactly(""), z3.Concat(_none_of(_letter(), _exactly("$")), text))
    reference = z3.Union(z3.Concat(_exactly("{PATH}"), text), z3.Concat(_exactly("PATH"), ended))
    return z3.Concat(text, parts, _exactly("$"), reference, parts)


def the_rule_is_the_expansion() -> Claim:
    """PATH-1: the rule as it is worded accepts exactly the texts in which the expansion meets a reference to `PATH`."""
    z3 = solver()
    value = z3.String("value")
    differ = z3.InRe(value, _as_written()) != z3.InRe(value, _as_expanded())
    return Claim(differ, (value,), lambda text: True, _as_expanded(), _rule, _compared, COMPARED_ON)


def entries_keep_the_reference() -> Claim:
    """PATH-1: what refers to the inherited `PATH` still does with any text in front and further entries behind."""
    z3 = solver()
    front, value, behind = z3.String("front"), z3.String("value"), z3.String("behind")
    longer = z3.Concat(front, value, z3.StringVal(":"), behind)
    lost = z3.And(z3.InRe(value, _as_written()), z3.Not(z3.InRe(longer, _as_written())))

    def holds(front: str, value: str, behind: str) -> bool:
        return not _rule(value) or _rule(f"{front}{value}:{behind}")

    return Claim(lost, (front, value, behind), holds, _as_written(), _rule, _compared, COMPARED_ON)


def text_keeps_the_reference() -> Claim:
    """Witness: what refers to the inherited `PATH` still does with any text behind."""
    z3 = solver()
    value, behind = z3.String("value"), z3.String("behind")
    lost = z3.And(z3.InRe(value, _as_written()), z3.Not(z3.InRe(z3.Concat(value, behind), _as_written())))

    def holds(value: str, behind: str) -> bool:
        return not _rule(value) or _rule(value + behind)

    return Claim(lost, (value, behind), holds, _as_written(), _rule, _compared, COMPARED_ON)


def letters_are_enough() -> Claim:
    """Witness: a value that holds the letters `$PATH` refers to the inherited one."""
    z3 = solver()
    value = z3.String("value")
    letters = z3.Concat(_anything(), _exactly("$PATH"), _anything())
    differ = z3.And(z3.InRe(value, letters), z3.Not(z3.InRe(value, _as_written())))

    def holds(value: str) -> bool:
        return "$PATH" not in value or _rule(value)

    return Claim(differ, (value,), holds, _as_written(), _rule, _compared, COMPARED_ON)
