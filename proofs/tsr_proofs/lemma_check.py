"""Has CrossHair confirm or refute a lemma, and believes neither without a second look.

A confirmation counts only when the search tree is exhausted, and is tried by brute force over small numbers and short
texts; a counterexample counts only when it is one on replay. To be run in a process of its own: the wall against side
effects that is raised here can't be taken down.
"""

from __future__ import annotations

import ast
import inspect
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import product
from typing import Literal, TypeAlias

from tsr_proofs.spelled import texts

Lemma: TypeAlias = Callable[..., bool]

MAX_ITERATIONS = 20_000
SECONDS_PER_PATH = 10.0
LENGTHS, PARTS, NAMES, LINKS = range(4), range(4), (2, 3), range(4)
TEXTS = tuple(text for text in texts(("$", "PATH", "{", "}", "x"), 4) if len(text) <= 5)
SHORT_TEXTS = tuple(texts(("$", "{", "}", "x", "_", "0", ":"), 2))
DOMAINS: Mapping[str, Sequence[int] | Sequence[str]] = {
    **dict.fromkeys(("n", "m", "k"), LENGTHS),
    **dict.fromkeys(("p", "q", "r"), PARTS),
    "links": LINKS,
    "value": TEXTS,
    **dict.fromkeys(("front", "behind"), SHORT_TEXTS),
    "event": range(6),
    "sent": range(3),
    "number": range(1, 5),
    "failure": (0, 1, 64),
    **dict.fromkeys(("typed", "user", "project"), range(3)),
}
"""What brute force tries for each parameter; of all others those that are `bool` are flags, and the rest are names."""

Arguments: TypeAlias = "tuple[int | str, ...]"


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of a lemma."""

    verdict: Literal["confirmed", "refuted", "not refuted", "not run"]
    paths: int
    brute: int
    why: str | None
    seconds: float


def is_installed() -> bool:
    """Whether crosshair-tool is there."""
    return find_spec("crosshair") is not None


def check(lemma: Lemma) -> Checked:
    """Confirmed, refuted or neither, by CrossHair and by brute force both."""
    started = time.process_time()
    if not is_installed():
        return Checked("not run", 0, 0, "crosshair-tool is not installed (extra `prove`)", 0.0)
    verdict, paths, why = _search(lemma)
    brute, counterexample = brute_force(lemma)
    if verdict == "confirmed" and counterexample is not None:
        verdict, why = "refuted", f"confirmed by CrossHair, yet false by brute force: {counterexample}"
    return Checked(verdict, paths, brute, why, time.process_time() - started)


def _search(lemma: Lemma) -> tuple[Literal["confirmed", "refuted", "not refuted"], int, str | None]:
    from crosshair.auditwall import engage_auditwall
    from crosshair.core_and_libs import analyze_function
    from crosshair.options import AnalysisKind, AnalysisOptionSet
    from crosshair.statespace import MessageType

    engage_auditwall()
    stats: Counter[str] = Counter()
    options = AnalysisOptionSet(
        analysis_kind=(AnalysisKind.PEP316,),
        max_iterations=MAX_ITERATIONS,
        max_uninteresting_iterations=MAX_ITERATIONS,
        per_path_timeout=SECONDS_PER_PATH,
        report_all=True,
        stats=stats,
    )
    (condition,) = analyze_function(lemma, options)
    (message,) = condition.analyze()
    paths = stats["num_paths"]
    if message.state is MessageType.CONFIRMED and stats["exhaustion"] == 1:
        return "confirmed", paths, None
    if message.state is MessageType.POST_FAIL:
        arguments = _arguments(message.message, lemma.__name__)
        if arguments is not None and lemma(*arguments) is False:
            return "refuted", paths, _call(lemma, arguments)
    return "not refuted", paths, message.message


def _arguments(message: str, name: str) -> Arguments | None:
    """The arguments of the call that a message names; None where it names none."""
    _, _, rest = message.partition(f"{name}(")
    for end in (at for at, letter in enumerate(rest) if letter == ")"):
        try:
            return tuple(ast.literal_eval(f"({rest[:end]},)"))
        except (SyntaxError, ValueError):
            continue
    return None


def brute_force(lemma: Lemma) -> tuple[int, str | None]:
    """Tries a lemma on every choice of small numbers: how many were tried, and the first for which it is false."""
    tried = 0
    for arguments in small_arguments(lemma):
        tried += 1
        if lemma(*arguments) is not True:
            return tried, _call(lemma, arguments)
    return tried, None


def small_arguments(lemma: Lemma) -> Iterator[Arguments]:
    """Every choice of small numbers, or of short texts, for a lemma's parameters."""
    return product(*map(_domain, inspect.signature(lemma).parameters.values()))


def _domain(parameter: inspect.Parameter) -> Sequence[int] | Sequence[str]:
    return (False, True) if parameter.annotation == "bool" else DOMAINS.get(parameter.name, NAMES)


def _call(lemma: Lemma, arguments: Arguments) -> str:
    return f"{lemma.__name__}({', '.join(map(repr, arguments))})"
