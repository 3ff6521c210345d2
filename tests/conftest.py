"""What holds for all tests: how fast, in which order and under which ignored signals they run is no part of a claim."""

from __future__ import annotations

import signal

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("whatever-the-load", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("whatever-the-load")

# A shell ignores these for what it puts into the background, and what is ignored is inherited.
for number, handler in (
    (signal.SIGINT, signal.default_int_handler),
    (signal.SIGHUP, signal.SIG_DFL),
    (signal.SIGQUIT, signal.SIG_DFL),
):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The slow ones come first, so that what runs side by side ends together."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
