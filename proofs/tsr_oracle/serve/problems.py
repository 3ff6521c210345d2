"""What can be wrong with a request: a code, and what to do about it."""

from __future__ import annotations

from typing import Literal, TypeAlias

LONGEST_LINE = 4 * 1024 * 1024
"""The most bytes of a request, without its newline."""
LONGEST_ID = 200
"""The most characters of an id."""
GREATEST_NUMBER = 2**53 - 1
"""The greatest number that every JSON library holds as it is."""
LONGEST_MESSAGE = 1000
"""The most characters of an error's message, which may quote what was sent."""
MOST_CHOICES = 10
"""The most open choices of which every combination is followed for one request."""

Code: TypeAlias = Literal[
    "too-long",
    "not-utf-8",
    "not-json",
    "duplicate-key",
    "bad-number",
    "too-deep",
    "bad-request",
    "unknown-protocol",
    "bad-world",
    "too-many-choices",
    "internal",
]

HINTS: dict[Code, str] = {
    "too-long": f"send at most {LONGEST_LINE:,} bytes a line",
    "not-utf-8": 'send UTF-8; a text of other bytes is written {"hex": …}',
    "not-json": "send one JSON object a line, without a blank line between them",
    "duplicate-key": "give each key of an object once",
    "bad-number": f"send whole numbers of at most {GREATEST_NUMBER:,}",
    "too-deep": "send what the schema describes; nothing in it nests so deep",
    "bad-request": "see the schema that `tsr-oracle serve --schema` prints",
    "unknown-protocol": "speak the version that the message names, or install the tsr-oracle that speaks yours",
    "bad-world": "mend the world; docs/serve.md says what one consists of",
    "too-many-choices": "ask without `admissible`, or send a smaller world",
    "internal": "this is our mistake: please report it together with the request",
}


class Problem(Exception):
    """A request that is not answered as it asks: by which code, and what is wrong with it."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code: Code = code
        self.message = message
