"""The options of a verb: each at most once, and nothing that is not understood."""

from __future__ import annotations

from tsr_impl.confinement.command import Misuse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# Whose words they are is for CONF-1 to say; `run` and `status` take the same, so that one tells what the other does.
WORDS = ("--confine", "--no-confine")
FILE = "--user-config"


def parse(verb: str, words: Sequence[str], flags: Sequence[str], valued: Sequence[str]) -> dict[str, str]:
    """What was given, each with its value, which is empty for a flag. Raises `Misuse`."""
    given: dict[str, str] = {}
    rest = iter(words)
    for word in rest:
        name, equals, value = word.partition("=") if word.startswith("--") else (word, "", "")
        if name in valued:
            if not equals:
                value = _value(name, next(rest, "--"))
        elif name not in flags:
            raise _unknown(verb, name)
        elif equals:
            raise Misuse(f"{name} takes no value")
        if name in given:
            raise Misuse(f"{name} must be given once")
        given[name] = value
    return given


def typed(given: dict[str, str]) -> bool | None:
    """The user's word, None if there is none. Raises `Misuse`."""
    if all(word in given for word in WORDS):
        raise Misuse("--confine and --no-confine can't both be meant")
    return True if "--confine" in given else False if "--no-confine" in given else None


def user_config(given: dict[str, str]) -> str | None:
    """The file that takes the place of the user's, None if none does. Raises `Misuse`."""
    if given.get(FILE) == "":
        raise Misuse(f"{FILE} names no file")
    return given.get(FILE)


def descriptor(text: str) -> int:
    """The number of `--status-fd`; whether it is open is for the launcher to see. Raises `Misuse`."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 20):
        raise Misuse("--status-fd must be the number of a descriptor")
    return int(text)


def _value(name: str, word: str) -> str:
    """The word behind an option, as its value. A line for a shell may begin with anything."""
    if word.startswith("--") and (name.startswith("--") or word == "--"):
        raise Misuse(f"{name} needs a value")
    return word


def _unknown(verb: str, word: str) -> Misuse:
    if word.startswith("-"):
        return Misuse(f"`{verb}` has no option {word!r}")
    return Misuse(f"{word!r} belongs to no option of `{verb}`")
