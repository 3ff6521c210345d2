"""How a text gets into the page: as a text, whatever it holds, and with everything that does not show made visible."""

from __future__ import annotations

import html
import json
import re
from typing import TypeAlias

from tsr_oracle.visible import visible

Data: TypeAlias = "bool | int | str | list[Data] | dict[str, Data] | None"

_CODE = re.compile(r"`([^`]+)`")
_VERBATIM = ("|", "    ", "```")
"""How a paragraph of a clause begins whose lines are not to be joined: a table, an example."""


def _visible(value: str) -> str:
    """What turns, hides or ends a text as bytes, as every report has it; but lines stay lines."""
    return value if value.isprintable() else "\n".join(map(visible, value.split("\n")))


def text(value: str) -> str:
    """The text as HTML."""
    return html.escape(_visible(value))


def marked_up(value: str) -> str:
    """A text of a chapter as HTML: what stands in backticks is code."""
    return _CODE.sub(r"<code>\1</code>", text(value))


def paragraphs(value: str) -> str:
    """The prose of a clause as HTML, paragraph by paragraph."""
    return "".join(
        f"<pre>{text(part)}</pre>" if part.startswith(_VERBATIM) else f"<p>{marked_up(part)}</p>"
        for part in value.split("\n\n")
    )


def json_block(value: Data) -> str:
    """The value as JSON that may stand in a `script` element: nothing in it ends that, or begins a comment."""
    plain = json.dumps(_all_visible(value), ensure_ascii=True, separators=(",", ":"))
    return plain.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _all_visible(value: Data) -> Data:
    if isinstance(value, str):
        return _visible(value)
    if isinstance(value, list):
        return [_all_visible(one) for one in value]
    if isinstance(value, dict):
        return {key: _all_visible(one) for key, one in value.items()}
    return value
