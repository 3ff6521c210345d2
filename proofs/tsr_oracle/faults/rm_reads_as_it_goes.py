"""`rm` removes what stands in front of an option that it does not know, and then ends with 2.

How it comes about: words are taken one after the other, and an operand is dealt with at once.
"""

from __future__ import annotations

from tsr_impl.builtins import Call, rm
from tsr_oracle.faults.patch import patch

SUBTLE = "an option is unknown, and an operand stands in front of it"
ACCEPTED = frozenset({("loss", "BUILTIN-2")})


def apply() -> None:
    """Do what can be done with the words in front of it."""
    original = rm.rm

    def remove(call: Call) -> int:
        words = call.words
        for at, word in enumerate(words[: words.index("--")] if "--" in words else words):
            if word.startswith("-") and word[1:].strip("rRf") and word not in rm._OPTIONS:
                call.words = words[:at]
                if not all(one.startswith("-") for one in call.words):
                    original(call)
                return call.misused(f"unknown option '{word}'")
        return original(call)

    patch(rm, "rm", remove)
