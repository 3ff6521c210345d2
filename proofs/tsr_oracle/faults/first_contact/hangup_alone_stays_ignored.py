"""SIGINT, SIGTERM and SIGQUIT are handled also where they were ignored when the runner began; SIGHUP is not.

How it comes about: `nohup` is the use that comes to mind, and a shell that puts a job into the background is not.
"""

from __future__ import annotations

import signal

from tsr_impl import interrupts
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a signal other than SIGHUP is ignored when the runner begins"
ACCEPTED = frozenset({("divergence", "INT-4"), ("divergence", "TREE-10")})


def apply() -> None:
    """Handle the three whatever they were."""
    listen = interrupts.listen

    def to_all_others() -> None:
        listen()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGQUIT):
            if signal.getsignal(number) is signal.SIG_IGN:
                interrupts._replaced[number] = signal.signal(number, interrupts._note)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, interrupts._replaced)

    patch(interrupts, "listen", to_all_others)
