"""`touch`: makes files, or sets their times to now."""

from __future__ import annotations

from dataclasses import replace

from tsr_model import kernel
from tsr_model.builtins import options
from tsr_model.effect import Call, Effect
from tsr_model.fence import Allowed
from tsr_model.filesystem import File, Special, with_node
from tsr_model.names import path


def touch(call: Call, words: tuple[str, ...]) -> Effect:
    """Touches each operand; never cuts a file short; a failing one doesn't stop the others (BUILTIN-14)."""
    effect = Effect(call, "touch", call.files)
    effect.by("BUILTIN-14")
    read = options.understood(effect, words, {}, "")
    if read is None:
        return effect
    if not read.operands:
        return effect.usage("missing operand")
    for operand in read.operands:
        _touch(effect, operand)
    return effect


def _touch(effect: Effect, operand: str) -> None:
    """Touches one operand: content, judged where it lands, a dangling link at its target (FENCE-2, FENCE-4)."""
    named = path(operand)
    if named.empty:
        return effect.fail(operand, "ENOENT", "FENCE-17")
    decision = effect.content(named)
    if not effect.allows(operand, decision):
        return None
    assert isinstance(decision, Allowed)
    place = decision.landing.place
    called = effect.called(named, decision)
    number = kernel.stat(effect.files, effect.call.cwd, called)
    if number == "ENOENT":
        made = kernel.create(effect.files, effect.call.cwd, called, 0o666 & ~effect.call.umask)
        if isinstance(made, str):
            return effect.fail(operand, made)
        effect.touched.append(("make", place))
        effect.files = made[0]
        return None
    if isinstance(number, str):
        return effect.fail(operand, number)
    node = effect.files.nodes[number]
    if isinstance(node, Special):
        return effect.fail(operand, "not a regular file or directory", "FENCE-12")
    effect.touched.append(("times", place))
    if isinstance(node, File):
        effect.files = with_node(effect.files, number, replace(node, fresh=True))
    return None
