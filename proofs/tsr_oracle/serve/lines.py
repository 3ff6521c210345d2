"""The lines of a stream, under a limit, those at once that have come at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator

PORTION = 1 << 16


def batches(read: Callable[[int], bytes], longest: int) -> Iterator[list[bytes | None]]:
    """The lines as they come, without their newlines: after each reading those that are whole. What stands behind
    the last newline is one too. None stands for a line that is longer than `longest`, of which nothing is kept."""
    rest, too_long = b"", False
    while portion := read(PORTION):
        lines: list[bytes | None] = [*(rest + portion).split(b"\n")]
        last = lines.pop()
        assert last is not None
        if too_long and lines:
            lines[0], too_long = None, False
        yield [None if line is None or len(line) > longest else line for line in lines]
        too_long = too_long or len(last) > longest
        rest = b"" if too_long else last
    if rest or too_long:
        yield [None if too_long else rest]
