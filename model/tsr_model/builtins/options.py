"""Reads a builtin's words: options anywhere before `--`, short ones bundled, a lone `-` an operand (BUILTIN-1)."""

from __future__ import annotations

from dataclasses import dataclass

from tsr_model.effect import Effect


@dataclass(frozen=True, slots=True)
class Words:
    """The options that were given, by their short letter, and the operands; or the word that is no option."""

    options: frozenset[str]
    operands: tuple[str, ...]
    unknown: str | None = None


def understood(effect: Effect, words: tuple[str, ...], long: dict[str, str], short: str) -> Words | None:
    """The options and operands among a builtin's words; None, and that is noted, where one is no option (BUILTIN-2)."""
    found = read(words, long, short)
    if found.unknown is not None:
        effect.usage(f"unknown option '{found.unknown}'")
        return None
    if found.options:
        effect.by("BUILTIN-1")
    return found


def read(words: tuple[str, ...], long: dict[str, str], short: str) -> Words:
    """The options and operands among `words`. `long` maps a long name to its letter; `short` lists the letters."""
    options: set[str] = set()
    operands: list[str] = []
    for index, word in enumerate(words):
        if word == "--":
            operands += words[index + 1 :]
            break
        if word.startswith("--"):
            if word not in long:
                return Words(frozenset(), (), word)
            options.add(long[word])
        elif word.startswith("-") and word != "-":
            if not set(word[1:]) <= set(short):
                return Words(frozenset(), (), word)
            options |= set(word[1:])
        else:
            operands.append(word)
    return Words(frozenset(options), tuple(operands))
