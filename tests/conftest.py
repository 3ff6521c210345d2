"""What holds for all tests: how fast a property is checked is no part of what it claims."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("whatever-the-load", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("whatever-the-load")
