"""The builtins that touch no files: `echo`, `pwd`, `true`, `false`."""

from __future__ import annotations

from tsr_model.effect import Call, Effect
from tsr_model.filesystem import place_of
from tsr_model.names import text


def echo(call: Call, words: tuple[str, ...]) -> Effect:
    """Prints its words; a leading `-n` leaves the newline out (BUILTIN-17)."""
    effect = Effect(call, "echo", call.files)
    effect.by("BUILTIN-17")
    bare = words[:1] == ("-n",)
    while words[:1] == ("-n",):
        words = words[1:]
    effect.stdout = " ".join(words) + ("" if bare else "\n")
    return effect


def pwd(call: Call, words: tuple[str, ...]) -> Effect:
    """Prints the physical directory of the task (BUILTIN-18)."""
    effect = Effect(call, "pwd", call.files)
    effect.by("BUILTIN-18")
    if words:
        return effect.usage("takes no operand")
    effect.stdout = text(place_of(call.files, call.cwd)) + "\n"
    return effect


def true(call: Call, words: tuple[str, ...]) -> Effect:
    """Succeeds (BUILTIN-19)."""
    effect = Effect(call, "true", call.files)
    effect.by("BUILTIN-19")
    return effect


def false(call: Call, words: tuple[str, ...]) -> Effect:
    """Fails with 1 (BUILTIN-19)."""
    effect = Effect(call, "false", call.files, status=1)
    effect.by("BUILTIN-19")
    return effect
