"""The tokens of TOML, as far as they tell keys from what only looks like one. Loaded where they are asked for."""

from __future__ import annotations

import re

TOKEN = re.compile(
    r'''(?P<blank>[ \t\r]+|\#[^\n]*)
    |(?P<newline>\n)
    |(?P<string>"""(?:[^\\]|\\.)*?"{3,5}(?!")|\'\'\'.*?\'{3,5}(?!\')|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')
    |(?P<mark>[][{}=.,])
    |(?P<bare>[^][{}=.,\#"'\s]+)
    |(?P<other>.)''',
    re.VERBOSE | re.DOTALL,
)


def long_key(text: str, most: int) -> int | None:
    """Where a dotted key gets more than `most` parts; None if there is no such key, or the text is broken."""
    dots = 0
    for token in TOKEN.finditer(text):
        if token[0] == "." and token.lastgroup == "mark":
            dots += 1
        elif token.lastgroup not in ("bare", "string", "blank"):
            dots = 0
        if dots >= most:
            return token.start()
    return None
