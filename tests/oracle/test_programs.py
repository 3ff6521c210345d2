"""A program's text says what the program does, and is known again wherever it turns up."""

from __future__ import annotations

import pytest

from tsr_oracle import programs
from tsr_oracle.programs import is_driven, is_patient, named, program_of, script
from tsr_spec.case import Directory, Given, Program
from tsr_spec.conduct import parse_program

CONDUCTS = (
    *("0", "3", "255", "3 after slow", "0 reads", "0 reads after x'y$z"),
    *("waits", "waits stopped", "waits on INT slowly"),
    *(f"waits{stopped} on TERM {what}" for stopped in ("", " stopped") for what in ("7", "143", "ignored", "slowly")),
    *(f"{own} leaves{apart}{on_term}" for own in ("0", "waits") for apart in ("", " apart")
      for on_term in ("", " on TERM 7", " on TERM ignored", " on TERM slowly")),
)  # fmt: skip


@pytest.mark.parametrize("conduct", CONDUCTS)
def test_a_program_is_known_by_its_text(conduct: str) -> None:
    program = parse_program("bin/p", conduct)
    text = script(b"/r", program)
    assert program_of(b"/r", "bin/p", text) == program
    assert program_of(b"/other", "bin/p", text) is None
    assert program_of(b"/r", "bin/p", text + b"#") is None
    assert program_of(b"/r", "bin/p", text[:-1]) is None


def test_every_conduct_has_a_text_of_its_own() -> None:
    assert len({script(b"/r", parse_program("", conduct)) for conduct in CONDUCTS}) == len(CONDUCTS)


def test_a_file_that_only_begins_like_a_program_is_none() -> None:
    assert program_of(b"/r", "f", b"#!/bin/sh\n# program 3\nexit 3\n") is None
    assert program_of(b"/r", "f", b"#!/bin/sh\n# program of my own\n") is None
    assert program_of(b"/r", "f", b"") is None


@pytest.mark.parametrize("conduct", CONDUCTS)
def test_a_text_in_an_output_is_named_by_what_the_program_does(conduct: str) -> None:
    text = script(b"/r", parse_program("bin/p", conduct))
    assert named(b"/r", b"before\n" + text + b"between" + text) == (
        b"before\nprogram " + conduct.encode() + b"betweenprogram " + conduct.encode()
    )
    assert named(b"/r", text[:-9]) == text[:-9]


QUICK = ("0", "3", "143")
DRIVEN = ("0 reads", "3 after slow", "waits", "waits stopped on TERM 7", "0 leaves")
PATIENT = ("waits on TERM slowly", "0 leaves apart on TERM ignored")


@pytest.mark.parametrize(
    ("conduct", "driven", "patient"),
    [
        *((one, False, False) for one in QUICK),
        *((one, True, False) for one in DRIVEN),
        *((one, True, True) for one in PATIENT),
    ],
)
def test_what_something_has_to_happen_in_is_driven(conduct: str, driven: bool, patient: bool) -> None:
    given = Given((), (parse_program("bin/p", conduct), Directory("ws")))
    assert (is_driven(given), is_patient(given)) == (driven, patient)


def test_a_case_with_signals_is_driven_and_at_a_terminal_patient() -> None:
    tree, signals = (Program("bin/tool"),), (("tool up", "INT"),)
    assert is_driven(Given((), tree, signals=signals))
    assert not is_patient(Given((), tree, signals=signals))
    assert is_patient(Given((), tree, signals=signals, terminal=True))
    assert not is_driven(Given((), (), terminal=True, ignored=("INT",)))


def test_what_leaves_its_session_needs_setsid(monkeypatch: pytest.MonkeyPatch) -> None:
    apart = Given((), (parse_program("bin/p", "0 leaves apart"),))
    beside = Given((), (parse_program("bin/p", "0 leaves"),))
    monkeypatch.setattr(programs, "_tool", lambda name: "")
    assert (programs.lacks_tool(apart), programs.lacks_tool(beside)) == ("setsid", None)


def test_without_programs_nothing_is_driven() -> None:
    """Nobody says the mark at which a signal would be sent."""
    assert not is_driven(Given(("t",), (Directory("ws"),), signals=(("slow up", "INT"),)))
