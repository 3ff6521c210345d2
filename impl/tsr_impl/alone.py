"""The words that stand alone (CLI-2): each answers, and runs nothing."""

from __future__ import annotations

from tsr_impl import report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tsr_impl.request import Request


def serve(asked: Request) -> int:
    """Do what the word asks for; the exit code. Raises `Stop`."""
    if asked.first == "--list":
        from tsr_impl import listing

        return report.answer(listing.text(asked.json))
    if asked.first == "--init":
        from tsr_impl import starter

        return starter.serve()
    if asked.first == "--config":
        from tsr_impl import editing

        return editing.edit()
    return report.answer(_about(asked.first))


def _about(word: str) -> str:
    """The help, or the version."""
    if word in ("--help", "-h"):
        from tsr_impl.request import USAGE

        return USAGE
    from tsr_impl import __version__

    return f"tsr {__version__} (tsr-reference)\n"
