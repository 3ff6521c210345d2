"""Wrong readings of a command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tsr_model import command_line
from tsr_model.command_line import FLAGS, VALUED, Asked, Misuse, Request
from tsr_proofs.seeding import Fault, Swap

# The right versions, kept before any is swapped.
_request = command_line.request


def _words_of(argv: tuple[str, ...]) -> tuple[str, ...]:
    return argv[1 : argv.index("--", 1)] if "--" in argv[1:] else argv[1:]


def _values_count(argv: tuple[str, ...]) -> Asked:
    """A flag counts as the value of another option too."""
    asked = _request(argv)
    within = {flag for flag in FLAGS for word in _words_of(argv) if flag in word}
    return replace(asked, options=asked.options | within) if isinstance(asked, Request) else asked


def _behind_counts(argv: tuple[str, ...]) -> Asked:
    asked = _request(argv)
    return replace(asked, options=asked.options | set(argv) & set(FLAGS)) if isinstance(asked, Request) else asked


def _flag_swallowed(argv: tuple[str, ...]) -> Asked:
    """An option takes the next word for its value, whatever it is."""
    words = list(argv)
    for at, word in enumerate(argv[1:-1], 1):
        if word in VALUED and words[at] is word and argv[at + 1] in FLAGS:
            words[at : at + 2] = [f"{word}={argv[at + 1]}", "--no-bail"]
            break
    asked = _request(tuple(words))
    return replace(asked, options=asked.options - {"--no-bail"}) if isinstance(asked, Request) else asked


def _last_counts(argv: tuple[str, ...]) -> Asked:
    """Of an option that is typed twice the last counts."""
    asked = _request(argv)
    if not isinstance(asked, Misuse) or asked.clause != "CLI-18":
        return asked
    names = [word.partition("=")[0] for word in argv]
    twice = next((at for at, name in enumerate(names) if name in VALUED and name in names[at + 1 :]), None)
    if twice is None:
        return asked
    return _request(argv[:twice] + argv[twice + (1 if "=" in argv[twice] else 2) :])


def _missing_is_empty(argv: tuple[str, ...]) -> Asked:
    """An option without a value has an empty one."""
    words = _words_of(argv)
    if words and words[-1] in VALUED:
        return _request((argv[0], *words[:-1], f"{words[-1]}=", *argv[len(words) + 1 :]))
    return _request(argv)


def _dashes_kept(argv: tuple[str, ...]) -> Asked:
    asked = _request(argv)
    there = isinstance(asked, Request) and "--" in argv[1:]
    return replace(asked, arguments=("--", *asked.arguments)) if there and isinstance(asked, Request) else asked


def _any_value(values: Mapping[str, str]) -> Misuse | None:
    return None


def _equals_cut(argv: tuple[str, ...]) -> Asked:
    """A value ends at a second `=`."""
    asked = _request(argv)
    if not isinstance(asked, Request):
        return asked
    return replace(asked, values={name: value.partition("=")[0] for name, value in asked.values.items()})


def _flags_once(argv: tuple[str, ...]) -> Asked:
    words = _words_of(argv)
    return Misuse("CLI-18") if any(words.count(flag) > 1 for flag in FLAGS) else _request(argv)


def _fault(name: str, says: str, replacement: object, attribute: str = "request") -> Fault:
    return Fault(name, says, (Swap("tsr_model.command_line", attribute, replacement),))


VALUES_COUNT = _fault("values-count", "a flag within a value counts", _values_count)
BEHIND_COUNTS = _fault("behind-counts", "a flag behind `--` counts", _behind_counts)
FLAG_SWALLOWED = _fault("flag-swallowed", "an option takes a flag for its value", _flag_swallowed)
LAST_COUNTS = _fault("last-counts", "of an option typed twice the last counts", _last_counts)
MISSING_IS_EMPTY = _fault("missing-is-empty", "a missing value is an empty one", _missing_is_empty)
DASHES_KEPT = _fault("dashes-kept", "`--` is an argument of the task", _dashes_kept)
ANY_VALUE = _fault("any-value", "every value is taken", _any_value, "_misused_value")
EQUALS_CUT = _fault("equals-cut", "a value ends at a second `=`", _equals_cut)
FLAGS_ONCE = _fault("flags-once", "a flag counts once only", _flags_once)
