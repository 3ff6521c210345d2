"""`cat`: prints files."""

from __future__ import annotations

from tsr_model import kernel
from tsr_model.builtins import options
from tsr_model.effect import Call, Effect
from tsr_model.fence import Allowed
from tsr_model.filesystem import Directory, File
from tsr_model.names import path


def cat(call: Call, words: tuple[str, ...]) -> Effect:
    """Prints each operand in turn, or standard input without operands; a failing one doesn't stop the others."""
    effect = Effect(call, "cat", call.files)
    effect.by("BUILTIN-15")
    read = options.understood(effect, words, {}, "")
    if read is None:
        return effect
    if not read.operands:
        effect.stdout, effect.read_stdin = call.stdin, True
    for operand in read.operands:
        _print(effect, operand)
    return effect


def _print(effect: Effect, operand: str) -> None:
    """Prints one operand: content that is judged where it lands, and read only from a regular file (FENCE-12)."""
    named = path(operand)
    if named.empty:
        return effect.fail(operand, "ENOENT", "FENCE-17")
    decision = effect.content(named)
    if not effect.allows(operand, decision):
        return None
    number = kernel.stat(effect.files, effect.call.cwd, effect.called(named, decision))
    if isinstance(number, str):
        return effect.fail(operand, number)
    node = effect.files.nodes[number]
    if isinstance(node, Directory):
        return effect.fail(operand, "EISDIR")
    if not isinstance(node, File):
        return effect.fail(operand, "not a regular file", "FENCE-12")
    assert isinstance(decision, Allowed)
    effect.touched.append(("read", decision.landing.place))
    effect.stdout += node.data
    return None
