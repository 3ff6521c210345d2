"""`--allow-unsafe-env` lifts the guards also where it stands behind `--`, as a word for the command.

How it comes about: the option is looked for among all words that were typed.
"""

from __future__ import annotations

from tsr_impl import request
from tsr_oracle.faults.patch import patch

SUBTLE = "only where that word is passed on to the command, and a guard has something to refuse"
ACCEPTED = frozenset({("bypass", "TIER-3"), ("bypass", "CLI-4"), ("bypass", "CLI-13"), ("bypass", "ENV-1")})


def apply() -> None:
    """Take the word for the option wherever it stands."""
    init = request.Request.__init__

    def anywhere(self: request.Request, first: str, options: dict[str, str], extra: list[str]) -> None:
        init(self, first, options, extra)
        self.allow_unsafe_env = self.allow_unsafe_env or "--allow-unsafe-env" in extra

    patch(request.Request, "__init__", anywhere)
