"""Tests of a living runner mostly wait, so many are played at once: each in a thread of its own, ahead of its turn.

`TSR_LIVE=long` plays much more, `TSR_LIVE_AT_ONCE` says how many stages there are at a time, `TSR_LIVE_HANG` after how
many seconds something that is waited for is said not to come.
"""

from __future__ import annotations

import os
import statistics
from concurrent.futures import Future, ThreadPoolExecutor
from inspect import signature
from threading import Lock
from typing import Any

import pytest
from games import AT_ONCE, overtaken, shut_down
from stage import Stage

collect_ignore = [] if os.environ.get("TSR_LIVE") == "long" else ["test_live_ways_long.py"]

_pool = ThreadPoolExecutor(AT_ONCE)
_played: dict[str, Future[None]] = {}
_graces: list[float] = []
_counts: dict[str, int] = {}
_lock = Lock()


def _play(item: pytest.Function) -> None:
    """A test, on a stage of its own."""
    wanted = dict(item.callspec.params) if hasattr(item, "callspec") else {}
    with Stage() as stage:
        if "stage" in signature(item.obj).parameters:
            wanted["stage"] = stage
        try:
            item.obj(**wanted)
        finally:
            with _lock:
                _graces.extend(stage.graces)
                for name, count in stage.counts.items():
                    _counts[name] = _counts.get(name, 0) + count


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Play the test and those that come next, and wait for this one only."""
    if "stage" not in pyfuncitem.fixturenames:
        return None
    items: list[Any] = pyfuncitem.session.items
    for item in items[items.index(pyfuncitem) :][:AT_ONCE]:
        is_here = item.path.parent == pyfuncitem.path.parent and "stage" in item.fixturenames
        if is_here and item.nodeid not in _played:
            _played[item.nodeid] = _pool.submit(_play, item)
    _played[pyfuncitem.nodeid].result()
    return True


@pytest.fixture
def stage() -> None:
    """Each test that asks for it gets one of its own, and is played in a thread of its own."""


def pytest_sessionfinish() -> None:
    shut_down()
    _pool.shutdown(cancel_futures=True)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What was played, and how long the graces were."""
    if _counts:
        counts = [f"{count:,} {name}" for name, count in {**_counts, "played again": len(overtaken)}.items()]
        terminalreporter.write_line("live: " + ", ".join(counts))
    if _graces:
        least, middle, most = min(_graces), statistics.median(_graces), max(_graces)
        terminalreporter.write_line(
            f"live: {len(_graces)} graces as seen, from SIGTERM's cause to death:"
            f" {least:.3f} s at least, {middle:.3f} s in the middle, {most:.3f} s at most"
        )
