"""A worker whose cases say by their first word what becomes of it; otherwise it works as any other does."""

from __future__ import annotations

import os
import signal
from unittest.mock import patch

from tsr_oracle import worker
from tsr_oracle.observe import Observation
from tsr_oracle.scratch import Area
from tsr_oracle.sealed import run_case
from tsr_oracle.subject import Subject
from tsr_oracle.worker import Post, Setting
from tsr_spec.case import Given


def _play(given: Given, area: Area, subject: Subject, limit: float) -> Observation:
    what = given.argv[0] if given.argv else ""
    if what == "end":
        os.kill(os.getpid(), signal.SIGKILL)
    if what == "stop":
        os.kill(os.getpid(), signal.SIGSTOP)
    if what == "say nothing":
        while True:
            signal.pause()
    return run_case(given, area, subject, limit)


def serve(post: Post, setting: Setting, number: int) -> None:
    """What a team of such workers is given."""
    patch.object(worker, "run_case", _play).start()
    worker.serve(post, setting, number)


def _end(*_: object) -> None:
    os._exit(3)


def serve_until_it_is_asked_for_a_version(post: Post, setting: Setting, number: int) -> None:
    """A worker that a subject ends in its smoke test."""
    patch.object(worker, "smoke", _end).start()
    worker.serve(post, setting, number)
