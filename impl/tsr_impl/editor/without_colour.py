"""What NO_COLOR asks for: no colours at all. What they set off is in reverse video instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.filter import LineFilter

if TYPE_CHECKING:
    from textual.color import Color


class WithoutColour(LineFilter):
    """Takes the colours out of what is drawn."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(text, _plain(style), control) for text, style, control in segments]


def _plain(style: Style | None) -> Style:
    if style is None:
        return Style()
    set_off = style.bgcolor is not None and not style.bgcolor.is_default
    return Style(bold=style.bold, underline=style.underline, reverse=bool(style.reverse) != set_off)
