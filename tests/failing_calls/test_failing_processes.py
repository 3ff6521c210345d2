"""System calls of the runner as a process of its own fail, by strace (BUILTIN-23)."""

from __future__ import annotations

import failing_processes as processes
import pytest
from failing_record import play_process
from test_failing_calls import playable, recorded, unrecorded

QUICK = ("cp onto a file", "a program", "variables")


@pytest.mark.parametrize("name", QUICK)
def test_each_system_call_that_fails(name: str) -> None:
    """The first one of each kind that the runner itself makes fails: no outcome is bad, or not recorded."""
    if why := processes.why_not():
        pytest.skip(why)
    scenario = playable(processes.scenario(name))
    table = play_process(scenario, quick=True)
    assert not table.bad, "\n".join(table.bad)
    # By which of several calls the C library does what the interpreter asks for differs from one system to another.
    known = recorded("system_calls")
    assert not {cell for cell in unrecorded(scenario, table, "system_calls") if cell in known}, "make failing-calls"


def test_an_interrupted_call_is_made_again() -> None:
    """EINTR is never an outcome: the run ends as if nothing had happened."""
    if why := processes.why_not():
        pytest.skip(why)
    with processes.Stage(processes.scenario("echo")) as stage:
        cases = [case for case in stage.cases(quick=False) if processes.is_interrupt(case)]
        assert {case.function for case in cases} >= {"openat", "read", "write"}
        assert {stage.judged(case)[0] for case in cases} == {"unharmed"}
