"""A second reading of Landlock: with the same rules a library by others grants and denies the same (CONF-4)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from test_launch import needs_landlock

pytest.importorskip("landlockpy", reason="landlockpy is not installed")


@needs_landlock
def test_both_readings_grant_and_deny_the_same() -> None:
    """For 200 sets of roots and devices, and operations beneath, outside and across, the answers are equal."""
    command = [sys.executable, str(Path(__file__).with_name("two_readings.py")), "200"]
    said = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert said["different"] == []
    assert 1000 < said["permitted"] < said["tried"] - 1000
