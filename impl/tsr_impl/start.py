"""The start of the command: its own process, in which a Ctrl-C ends it without a word (INT-1).

To be loaded before anything else of ours, and never by those who use `tsr_impl.cli` as a library. What
comes in while the interpreter itself starts is out of our hands.
"""

import _signal  # type: ignore[import-not-found]  # what `signal` is made of, and there without being loaded

if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)

from tsr_impl.cli import main

__all__ = ["main"]
