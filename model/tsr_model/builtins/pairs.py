"""What `cp` and `mv` share: which source goes to which destination, all judged before anything is done (FENCE-22)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tsr_model import kernel
from tsr_model.effect import Effect
from tsr_model.fence import Allowed, Decision, Refused
from tsr_model.filesystem import Directory
from tsr_model.names import HERE, SLASH, UP, Path, Place, base_name, joined, path


@dataclass(frozen=True, slots=True)
class Pair:
    """A source and where it goes, each as written and as a path; `by_name`: into a directory, by base name."""

    source: str
    source_path: Path
    target: str
    target_path: Path
    by_name: bool = False


def pairs(effect: Effect, operands: tuple[str, ...]) -> list[Pair] | None:
    """The pairs, into the last operand by base name where it is a directory (links followed); None after a failure."""
    if len(operands) < 2:
        effect.usage("missing operand" if not operands else f"missing destination after '{operands[0]}'")
        return None
    *sources, target = operands
    target_path = path(target)
    number = kernel.stat(effect.files, effect.call.cwd, target_path)
    into = not isinstance(number, str) and isinstance(effect.files.nodes[number], Directory)
    if len(sources) > 1 and not into:
        _no_place_for_several(effect, target, target_path)
        return None
    return [_pair(source, target, target_path, into) for source in sources]


def _no_place_for_several(effect: Effect, target: str, target_path: Path) -> None:
    """Several sources can only go into a directory (BUILTIN-6, BUILTIN-10)."""
    outside = effect.content(target_path)
    if target_path.empty and effect.choose("several_empty") == "missing":
        effect.fail(target, "ENOENT", "FENCE-17")
    elif isinstance(outside, Refused) and effect.choose("several_outside") == "refuse":
        effect.allows(target, outside)
    else:
        effect.usage(f"'{target}' is not a directory")


def _pair(source: str, target: str, target_path: Path, into: bool) -> Pair:
    source_path = path(source)
    name = base_name(source_path)
    if not into or source_path.empty or name in (HERE, UP, SLASH):
        return Pair(source, source_path, target, target_path)
    return Pair(source, source_path, f"{target.rstrip('/')}/{name}", joined(target_path, name), by_name=True)


def allowed(effect: Effect, written: str, named: Path, judge: Callable[[Path], Decision]) -> bool:
    """Whether one end may be touched in the role that `judge` judges; if not, that is noted (FENCE-10, FENCE-17)."""
    if named.empty:
        effect.withheld = True
        effect.fail(written, "ENOENT", "FENCE-17")
        return False
    return effect.allows(written, judge(named))


def without_collisions(effect: Effect, wanted: list[Pair], judge: Callable[[Path], Decision]) -> list[Pair]:
    """The pairs that may go on: of those that would arrive at one name the first, if any at all (FENCE-12)."""
    taken: dict[Place, str] = {}
    left = []
    for pair in wanted:
        decision = judge(pair.target_path)
        place = decision.landing.place if isinstance(decision, Allowed) else None
        if not pair.by_name or place is None or place not in taken:
            left.append(pair)
            if place is not None and pair.by_name:
                taken[place] = pair.source
            continue
        effect.fail(pair.source, f"would replace what '{taken[place]}' becomes", "FENCE-12")
        effect.withheld = effect.withheld or effect.choose("same_target") == "nothing"
    return left


def going_on(effect: Effect, wanted: list[Pair]) -> Iterator[Pair]:
    """The pairs, one after another; whether the others follow once one has failed is open (BUILTIN-7)."""
    before = effect.status
    for pair in wanted:
        if effect.status > before and effect.choose("after_failure") == "stop":
            return
        yield pair
