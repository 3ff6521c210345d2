"""`mkdir`: makes directories."""

from __future__ import annotations

from tsr_model import kernel
from tsr_model.builtins import options
from tsr_model.effect import Call, Effect
from tsr_model.fence import Allowed
from tsr_model.filesystem import Directory
from tsr_model.names import SLASH, Path, path, text, without_slash


def mkdir(call: Call, words: tuple[str, ...]) -> Effect:
    """Makes each operand; a failing one doesn't stop the others (BUILTIN-11)."""
    effect = Effect(call, "mkdir", call.files)
    effect.by("BUILTIN-11")
    read = options.understood(effect, words, {"--parents": "p"}, "p")
    if read is None:
        return effect
    if not read.operands:
        return effect.usage("missing operand")
    for operand in read.operands:
        if path(operand).empty:
            effect.fail(operand, "ENOENT", "FENCE-17")
        elif "p" in read.options:
            effect.by("BUILTIN-12")
            _make_parents(effect, operand)
        else:
            _make(effect, operand, path(operand))
    return effect


def _make(effect: Effect, operand: str, named: Path) -> bool:
    """Makes one directory, with what the umask leaves of its mode: an entry (FENCE-4, BUILTIN-13)."""
    decision = effect.entry(named)
    if not effect.allows(operand, decision):
        return False
    assert isinstance(decision, Allowed)
    called = effect.called(named, decision)
    made = kernel.mkdir(effect.files, effect.call.cwd, called, 0o777 & ~effect.call.umask)
    if isinstance(made, str):
        effect.fail(operand, made)
        return False
    effect.touched.append(("make", decision.landing.place))
    effect.files = made[0]
    return True


def _make_parents(effect: Effect, operand: str) -> None:
    """Makes a directory and what is missing above it: each one made is judged, what exists is walked through.

    What is there already is enough, so the operand, and each part of it that is made, is judged where it leads as well
    (FENCE-4: content).
    """
    named = path(operand)
    cwd = effect.call.cwd
    decision = effect.content(named)
    if not effect.allows(operand, decision):
        return
    called = without_slash(effect.called(named, decision))
    for count in range(1, len(called.parts) + 1):
        prefix = Path(called.absolute, called.parts[:count])
        found = kernel.stat(effect.files, cwd, prefix)
        written = operand if count == len(called.parts) else _written(prefix)
        if found == "ENOENT":
            if not effect.allows(written, effect.content(prefix)) or not _make(effect, written, prefix):
                return
        elif isinstance(found, str):
            if found == "ENOTDIR" and not effect.allows(written, effect.entry(prefix)):
                return
            return effect.fail(operand, found)
        elif not isinstance(effect.files.nodes[found], Directory):
            return effect.fail(operand, "EEXIST" if count == len(called.parts) else "ENOTDIR")


def _written(prefix: Path) -> str:
    return text(prefix.parts) if prefix.absolute else "/".join(part for part in prefix.parts if part != SLASH)
