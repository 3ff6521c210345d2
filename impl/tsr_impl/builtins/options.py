"""Options and operands of a builtin (BUILTIN-1)."""

from __future__ import annotations

from tsr_impl.report import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


class Misused(Exception):
    """The words are no use of the command; says why (BUILTIN-2)."""


def split(words: list[str], known: Mapping[str, str]) -> tuple[set[str], list[str]]:
    """The options, each by its one name, and the operands.

    `known` has every spelling (`-r`, `-R`, `--recursive`) with the name it stands for. Options
    may stand anywhere, short ones bundle, `--` ends them, and a lone `-` is an operand. Raises
    `Misused`.
    """
    options: set[str] = set()
    operands: list[str] = []
    for at, word in enumerate(words):
        if word == "--":
            operands += words[at + 1 :]
            break
        if word == "-" or not word.startswith("-"):
            operands.append(word)
            continue
        for spelling in [word] if word.startswith("--") else [f"-{letter}" for letter in word[1:]]:
            if spelling not in known:
                raise Misused(
                    f"unknown option {quoted(spelling)} — this command is tsr's own, the system's runs by its path"
                )
            options.add(known[spelling])
    return options, operands
