"""In a file of variables a form feed, a lone carriage return or U+2028 ends a line like a newline.

How it comes about: `str.splitlines` is taken for splitting at newlines.
"""

from __future__ import annotations

from tsr_impl import dotenv
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a line holds one of the other characters at which Python ends lines"
ACCEPTED = frozenset({("divergence", "ENV-8"), ("stricter", "ENV-8")})


def apply() -> None:
    """Split the text as Python splits lines."""
    patch(dotenv, "_lines", str.splitlines)
