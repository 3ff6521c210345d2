"""The table that a run with a failure ends with (OUT-3)."""

from __future__ import annotations

from tsr_impl.report import printable, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_MARKS = {"ok": "✓", "skipped": "⊘", "stopped": "⊘"}
_FAILED = "✗"


def show(rows: Iterable[tuple[str, str, float | None]], exit_code: int) -> None:
    """Print it. Each row: a label, `ok`, `skipped`, `stopped` or `exit N`, and the seconds if it was started."""
    shown = [(printable(label), result, seconds) for label, result, seconds in rows]
    say("\n".join([*_lines(shown), f"exit code: {exit_code}"]))


def _lines(rows: list[tuple[str, str, float | None]]) -> Iterable[str]:
    label_width = max(len(label) for label, _, _ in rows)
    result_width = max(len(result) for _, result, _ in rows)
    for label, result, seconds in rows:
        line = f"{_MARKS.get(result, _FAILED)} {label:{label_width}}  {result}"
        yield line if seconds is None else f"{line:{label_width + 4 + result_width}}  {seconds:.1f} s"
