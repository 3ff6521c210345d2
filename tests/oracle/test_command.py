"""`tsr-oracle` from the outside: each word does what it says, and whatever is wrong is one clear sentence."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import signal
import stat
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest
from interrupting import ORACLE, Said, interrupted, oracle, scratch_of, stays

from tsr_spec import CLAUSES_VERSION
from tsr_spec.chapters import cases

SUBJECTS = Path(__file__).resolve().parents[1] / "subjects"
PYTHON = f"'{sys.executable}'"
FAULT, BY = "empty_is_here", "FENCE-17"
"""A fault, and the one clause that shows it: few cases, so that a run is short."""
WARNS = "several sources to a file outside"
"""A case by a ruling that a subject without any fence fails."""


def check(cwd: Path, *words: str, only: str | None = BY, cases: int = 0) -> Said:
    """`check` with one worker, of one clause where `only` names it."""
    narrow = () if only is None else ("--only", only)
    return oracle(cwd, "check", "--jobs", "1", "--cases", str(cases), *narrow, *words)


def sentence(said: Said) -> str:
    """What is said of something wrong: one line, on standard error."""
    lines = [line for line in said.err.splitlines() if not line.startswith("judging")]
    assert len(lines) == 1, said.err
    assert lines[0].startswith("tsr-oracle: ")
    assert said.out == ""
    return lines[0].removeprefix("tsr-oracle: ")


# --- what is no subject ----------------------------------------------------------------------------------------------

UNFIT: dict[str, tuple[str, str]] = {
    "ends with 0 whatever is asked": ("/bin/true", "expected: "),
    "another program": (f"{PYTHON} -c 'print(1)'", "prints that word and ends with 0; it ended with 0 and printed: 1"),
    "says nothing": (f"{PYTHON} -c ''", "`--version` prints a version and ends with 0; it ended with 0 and printed: "),
    "a syntax error": (f"{PYTHON} -c '('", "ended with 1 and printed: "),
    "nothing of that name": ("no-such-program-anywhere", "'no-such-program-anywhere' was not found"),
    "nothing there": ("/no/such/file", "'/no/such/file' was not found"),
    "a directory": ("/tmp", "'/tmp' is a directory"),
    "not executable": ("./plain", "'./plain' is not executable; make it so, or put its interpreter first"),
    "no format that can be run": ("./data", "/data can't be started: Exec format error"),
    "an interpreter that is not there": ("./lost", "the interpreter that its first line names"),
    "only a version": ("./version", 'a task with `run = "echo smoke-test"`'),
    "an interpreter by env": ("./by-env", "it ended with 127"),
    "killed by a signal": ("./killed", "it ended with signal 9"),
    "control characters": (f"{PYTHON} -c 'print(chr(27) + chr(0xdc80 - 0xdc00) + \"x\")'", "\\x1b"),
}


@pytest.fixture(name="unfit", scope="module")
def directory_of_unfit_programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("unfit")
    (place / "plain").write_text("#!/bin/sh\n")
    for name, text in {
        "data": "\0\1\2\3",
        "lost": "#!/no/such/interpreter\n",
        "version": "#!/bin/sh\necho 1.0\n",
        "by-env": "#!/usr/bin/env python3\n",
        "killed": "#!/bin/sh\nkill -9 $$\n",
    }.items():
        (place / name).write_text(text)
        (place / name).chmod(0o755)
    return place


@pytest.mark.parametrize("what", UNFIT)
def test_what_is_no_subject_is_told_so_in_one_sentence(unfit: Path, what: str) -> None:
    impl, expected = UNFIT[what]
    said = check(unfit, "--impl", impl, cases=5)
    assert said.code == 1
    told = sentence(said)
    assert told.startswith("this subject can't be judged: ")
    assert expected in told


def test_an_interpreter_that_env_cannot_find_is_told_with_a_way_out(unfit: Path) -> None:
    assert "name its interpreter in the command line" in sentence(check(unfit, "--impl", "./by-env"))


# --- misuse ----------------------------------------------------------------------------------------------------------

MISUSE: dict[str, tuple[tuple[str, ...], str]] = {
    "no verb": ((), "VERB; see `tsr-oracle --help`"),
    "another verb": (("chekc",), "see `tsr-oracle --help`"),
    "an unknown option": (("check", "--lavel", "seed"), "see `tsr-oracle --help`"),
    "an unknown clause": (("check", "--only", "FENCE-999"), "there is no such clause"),
    "jobs: none": (("check", "--jobs", "0"), "'0' is not a number from 1 to"),
    "jobs: too many": (("check", "--jobs", "100000"), "is not a number from 1 to"),
    "jobs: a word": (("check", "--jobs", "x"), "'x' is not a number from 1 to"),
    "cases: negative": (("check", "--cases", "-1"), "see `tsr-oracle check --help`"),
    "cases: a fraction": (("check", "--cases", "1.5"), "'1.5' is not a number"),
    "seed: a word": (("check", "--seed", "x"), "see `tsr-oracle check --help`"),
    "limit: zero": (("check", "--limit", "0"), "'0' is not a number of seconds"),
    "limit: negative": (("check", "--limit=-3"), "'-3' is not a number of seconds"),
    "limit: not a number": (("check", "--limit", "nan"), "'nan' is not a number of seconds"),
    "limit: for ever": (("check", "--limit", "inf"), "'inf' is not a number of seconds"),
    "a class that there is not": (("check", "--fail-on", "agree"), "see `tsr-oracle check --help`"),
    "a level that there is not": (("check", "--level", "high"), "see `tsr-oracle check --help`"),
    "an unknown fault": (("check", "--fault", "no_such_fault"), "there is no such fault; there are "),
    "a part of the faults that is none": (("check", "--fault", "catalogue"), "there is no such fault"),
    "a fault by a path": (("check", "--fault", "../cli"), "there is no such fault"),
    "two subjects": (("check", "--impl", "x", "--fault", FAULT), "give one"),
    "no command": (("check", "--impl", ""), "--impl names no command"),
    "an open quote": (("check", "--impl", "'x"), "No closing quotation"),
    "blanks in a path": (("check", "--impl", "./my tsr"), "quote what is one: --impl "),
    "a tier that there is not": (("race", "--tier", "long"), "see `tsr-oracle race --help`"),
    "swaps: a word": (("race", "--swaps", "x"), "'x' is not a number"),
    "a race without time": (("race", "--seconds", "0"), "'0' is not a number of seconds"),
    "no divergence file": (("check", "--divergences", "none.toml"), "none.toml: No such file or directory"),
    "a directory of divergences": (("check", "--divergences", "."), "Is a directory"),
    "divergences that can't be read": (("check", "--divergences", "broken"), "broken: "),
    "results in a file": (("check", "--results", "broken"), "--results names another directory"),
    "results beneath a file": (("check", "--results", "broken/r"), "--results names another directory"),
    "results where nothing can be made": (("check", "--results", "/proc/r"), "--results names another directory"),
    "replay of nothing": (("replay",), "see `tsr-oracle replay --help`"),
    "replay of a file that is not there": (("replay", "none.json"), "there is no such file, and no case of the spec"),
    "replay of a broken case": (("replay", "broken"), "broken: not JSON"),
    "replay of another JSON": (("replay", "other.json"), "other.json: "),
    "replay of bytes": (("replay", "bytes"), "bytes: "),
    "replay of a directory": (("replay", "."), ".: Is a directory"),
    "replay with an unknown fault": (("replay", "--fault", "x", next(iter(cases()))), "there is no such fault"),
    "explain of an unknown id": (("explain", "000000000000"), "no case of the spec has this id"),
    "explain of a broken case": (("explain", "broken"), "broken: not JSON"),
}


@pytest.fixture(name="place", scope="module")
def directory_with_wrong_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("wrong")
    (place / "broken").write_text("{ [[")
    (place / "other.json").write_text('{"a": 1}')
    (place / "bytes").write_bytes(b"\xff\xfe")
    (place / "my tsr").write_text("")
    return place


@pytest.mark.parametrize("what", MISUSE)
def test_misuse_is_64_and_one_sentence_with_a_way_out(place: Path, what: str) -> None:
    words, expected = MISUSE[what]
    said = oracle(place, *words)
    assert said.code == 64
    assert expected in sentence(said)
    assert not (place / "tsr-oracle-results").exists(), "nothing is made before the words are understood"


def test_help_and_version_are_answers(tmp_path: Path) -> None:
    for words in (("--help",), ("check", "--help"), ("race", "--help"), ("replay", "--help"), ("explain", "--help")):
        said = oracle(tmp_path, *words)
        assert (said.code, said.err) == (0, "")
        assert "usage: tsr-oracle" in said.out
    assert oracle(tmp_path, "--version").out == f"tsr-oracle (clauses {CLAUSES_VERSION})\n"


# --- the bundled runner, and one with a fault ------------------------------------------------------------------------


@pytest.mark.slow
def test_the_bundled_runner_has_no_finding(tmp_path: Path) -> None:
    said = check(tmp_path, only=None, cases=20)
    assert said.code == 0, said.out
    assert said.out.splitlines()[-1] == "OK: every case agrees"
    assert "20 generated through the subject host" in said.out
    assert "spec through the command" in said.out
    header, *verdicts, footer = lines_of(tmp_path / "tsr-oracle-results" / "record.jsonl")
    assert header["level"] == "ours"
    assert len(verdicts) == footer["cases"]
    assert {verdict["class"] for verdict in verdicts} == {"agree"}


def lines_of(record: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in record.read_text().splitlines()]


@dataclass(frozen=True)
class Faulty:
    """A check of the faulty runner: where it ran, what it said, and the case files that it left."""

    place: Path
    said: Said
    files: list[Path]


@pytest.fixture(name="faulty", scope="module")
def check_of_a_faulty_runner(tmp_path_factory: pytest.TempPathFactory) -> Faulty:
    place = tmp_path_factory.mktemp("faulty runner")
    said = check(place, "--fault", FAULT.replace("_", "-"), "--results", "the results")
    return Faulty(place, said, sorted((place / "the results").glob("case-*.json")))


def test_a_faulty_runner_fails_and_leaves_a_case_file_for_each_failure(faulty: Faulty) -> None:
    assert faulty.said.code == 1
    assert faulty.said.out.splitlines()[-1].startswith("FAILED: ")
    shown = re.findall(r"^  replay:  tsr-oracle replay '(.*)' --fault empty-is-here$", faulty.said.out, re.MULTILINE)
    assert shown
    assert set(shown) <= {f"the results/{file.name}" for file in faulty.files}
    assert BY in faulty.said.out


def test_replay_says_failing_with_the_fault_and_fixed_without_it(faulty: Faulty) -> None:
    names = [str(file.relative_to(faulty.place)) for file in faulty.files]
    failing = oracle(faulty.place, "replay", "--fault", FAULT, *names)
    assert failing.code == 1
    assert [f"{name}: failing" in failing.out.splitlines() for name in names] == [True] * len(names)
    assert f"tsr-oracle replay '{names[0]}' --fault {FAULT}" in failing.out, "with the same subject"
    fixed = oracle(faulty.place, "replay", *names)
    assert (fixed.code, fixed.out) == (0, "".join(f"{name}: fixed\n" for name in names))


def test_replay_of_what_only_warns_says_so_and_is_no_failure(tmp_path: Path) -> None:
    (name,) = (case.id for case in cases().values() if case.title == WARNS)
    words = ("replay", name, "--impl", str(SUBJECTS / "echo_only"))
    seed, ruling = (oracle(tmp_path, *words, "--level", level) for level in ("seed", "ruling"))
    assert (seed.code, ruling.code) == (0, 1), seed.out + ruling.out
    assert seed.out.startswith(f"{name}: failing (a warning: ")
    assert ruling.out.startswith(f"{name}: failing\n")


def test_a_case_of_the_spec_is_replayed_by_its_id(tmp_path: Path) -> None:
    name = next(iter(cases()))
    assert oracle(tmp_path, "replay", name).out == f"{name}: fixed\n"


def test_the_record_has_a_header_a_line_a_failure_and_a_footer(faulty: Faulty) -> None:
    header, *lines, footer = lines_of(faulty.place / "the results" / "record.jsonl")
    failures = [line for line in lines if line["type"] != "verdict"]
    assert len(lines) - len(failures) == footer["cases"]
    assert header["type"] == "header"
    assert (header["clauses"], header["seed"], header["level"]) == (CLAUSES_VERSION, 1, "ours")
    assert str(header["confinement"]).startswith(("Confined by Landlock", "Not confined"))
    assert footer["type"] == "footer"
    assert {failure["type"] for failure in failures} == {"failure"}
    assert {failure["standing"] for failure in failures} == {"counts"}
    assert {f"case-{failure['saved']['id']}.json" for failure in failures} == {  # type: ignore[index]
        file.name for file in faulty.files
    }


def test_a_first_divergence_file_makes_the_next_check_pass_and_nothing_is_written_over(tmp_path: Path) -> None:
    words = ("--impl", str(SUBJECTS / "echo_only"), "--write-divergences", "tsr-oracle.toml")
    first = check(tmp_path, *words, only="BUILTIN-2")
    assert first.code == 1
    assert "divergences: tsr-oracle.toml: " in first.out
    again = check(tmp_path, *words[:2], only="BUILTIN-2")
    assert again.code == 0, again.out
    assert again.out.splitlines()[-1].startswith("OK: nothing counts against it (")
    assert check(tmp_path, *words, only="BUILTIN-2").code == 64


def test_shards_divide_the_cases_and_a_shard_alone_calls_no_entry_outdated(tmp_path: Path) -> None:
    (tmp_path / "known.toml").write_text(
        '[[divergence]]\nclass = "hang"\nclause = "FENCE-2"\nreason = "r"\nlink = "l"\nexpires = 2999-01-01\n'
    )
    seen: list[object] = []
    for part in ("1/3", "2/3", "3/3"):
        said = oracle(
            *(tmp_path, "check", "--fault", FAULT, "--cases", "10", "--quiet", "--only", BY, "--shard", part),
            *("--divergences", "known.toml", "--results", f"r{part[0]}"),
        )
        assert "no longer fails" not in said.out
        lines = lines_of(tmp_path / f"r{part[0]}" / "record.jsonl")
        assert lines[0]["shards"] == [part]
        seen += [line["case"] for line in lines if line["type"] == "verdict"]
    check(tmp_path, "--fault", FAULT, only=BY, cases=10)
    whole = lines_of(tmp_path / "tsr-oracle-results" / "record.jsonl")
    assert sorted(map(str, seen)) == sorted(str(line["case"]) for line in whole if line["type"] == "verdict")


def test_explain_prints_the_derivation_of_a_saved_case_and_of_one_of_the_spec(faulty: Faulty) -> None:
    (first, *_) = faulty.files
    for name in (str(first), next(case.id for case in cases().values() if BY in case.clauses)):
        said = oracle(faulty.place, "explain", name)
        assert (said.code, said.err) == (0, "")
        assert "ends with " in said.out
        assert "\n  by:\n" in said.out
        assert "← workspace" in said.out


def test_a_known_divergence_is_excused_and_no_case_of_it_is_shown(tmp_path: Path) -> None:
    first = check(tmp_path, "--fault", FAULT)
    kinds = set(re.findall(r"^[\d,]+ × (\w+) by (\S+)$", first.out, re.MULTILINE))
    assert kinds
    (tmp_path / "known.toml").write_text(
        "\n".join(
            f'[[divergence]]\nclass = "{worst}"\nclause = "{clause}"\nreason = "r"\nlink = "l"\nexpires = 2999-01-01\n'
            for worst, clause in kinds
        )
    )
    again = check(tmp_path, "--fault", FAULT, "--divergences", "known.toml", "--results", "again")
    assert again.code == 0, again.out
    assert again.out.count("excused ") == len(kinds)
    assert "replay:" not in again.out


def test_an_expired_divergence_fails_the_check(tmp_path: Path) -> None:
    (tmp_path / "known.toml").write_text(
        '[[divergence]]\nclass = "stricter"\nclause = "FENCE-2"\nreason = "r"\nlink = "l"\nexpires = 2020-01-01\n'
    )
    said = check(tmp_path, "--divergences", "known.toml")
    assert said.code == 1
    assert "expired on 2020-01-01: stricter by FENCE-2 (l)" in said.out
    assert said.out.splitlines()[-1].endswith("1 outdated entry(ies) of the divergence file")


def test_only_takes_the_cases_that_test_the_clause(tmp_path: Path) -> None:
    said = check(tmp_path, only="BUILTIN-19", cases=100)
    header, *_, footer = lines_of(tmp_path / "tsr-oracle-results" / "record.jsonl")
    assert said.code == 0
    tested, judged = footer["tested"], footer["cases"]
    assert isinstance(tested, dict)
    assert isinstance(judged, int)
    assert tested["BUILTIN-19"] == judged > 0
    assert said.out.count("warning: ") == 0
    assert header["type"] == "header"


def test_only_of_a_clause_that_no_case_tests_is_no_success(tmp_path: Path) -> None:
    said = check(tmp_path, only="FENCE-R")
    assert (said.code, said.out.splitlines()[-1]) == (1, "FAILED: no case was run")


def test_fail_on_a_worse_class_lets_the_milder_ones_pass(tmp_path: Path) -> None:
    incomplete = ("--impl", str(SUBJECTS / "echo_only"))
    assert check(tmp_path, *incomplete, only="BUILTIN-2").code == 1
    assert check(tmp_path, *incomplete, "--fail-on", "escape", only="BUILTIN-2").code == 0


# --- subjects of others ----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_honest_but_incomplete_subject_is_judged_and_loses_nothing(tmp_path: Path) -> None:
    said = check(tmp_path, "--impl", str(SUBJECTS / "echo_only"), only=None)
    assert said.code == 1
    header, *_, footer = lines_of(tmp_path / "tsr-oracle-results" / "record.jsonl")
    assert (header["subject_version"], header["level"]) == ("echo-only 1", "seed")
    classes = Counter(classes_of(tmp_path))
    assert footer["type"] == "footer"
    assert set(classes) == {"agree", "stricter", "divergence", "bypass"}, "it has no guards, so it echoes all the same"
    assert classes["agree"] > 100, "what is refused for good reason by anyone"


def test_a_subject_may_be_a_relative_path_with_blanks(tmp_path: Path) -> None:
    (tmp_path / "a dir").mkdir()
    shutil.copy(SUBJECTS / "echo_only", tmp_path / "a dir" / "my tsr")
    said = check(tmp_path, "--impl", "'a dir/my tsr'", only="SHELL-4")
    assert "subject: echo-only 1" in said.out
    replay = re.findall(r"replay:  tsr-oracle (.*)", said.out)
    assert replay
    again = subprocess.run(
        f"'{sys.executable}' -m tsr_oracle {replay[0]}", shell=True, cwd=tmp_path, capture_output=True, check=False
    )
    assert again.returncode == 1, "the command that is printed shows the failure again"
    assert b": failing\n" in again.stdout


def misbehave(tmp_path: Path, way: str, *words: str) -> Said:
    shutil.copy(SUBJECTS / "misbehave.py", tmp_path / "misbehave.py")
    return check(tmp_path, "--impl", f"{PYTHON} -I misbehave.py {way}", "--level", "ruling", *words)


def test_a_script_behind_its_interpreter_is_found_from_where_the_oracle_is(tmp_path: Path) -> None:
    assert "subject: misbehave 1" in misbehave(tmp_path, "answer").out


def classes_of(tmp_path: Path) -> list[str]:
    """The class of each case that was judged."""
    lines = lines_of(tmp_path / "tsr-oracle-results" / "record.jsonl")
    return [str(line["class"]) for line in lines if line["type"] == "verdict"]


@pytest.mark.parametrize(
    ("way", "expected"),
    [("flood", {"divergence", "stricter"}), ("garbage", {"divergence", "stricter"}), ("remove-world", {"escape"})],
)
def test_a_subject_that_misbehaves_gets_its_verdicts(tmp_path: Path, way: str, expected: set[str]) -> None:
    said = misbehave(tmp_path, way)
    assert said.code == 1
    assert said.out.splitlines()[-1].startswith("FAILED: ")
    assert set(classes_of(tmp_path)) <= expected | {"agree"}
    assert set(classes_of(tmp_path)) & expected


def test_nothing_that_a_subject_prints_reaches_the_terminal_as_it_is(tmp_path: Path) -> None:
    said = misbehave(tmp_path, "garbage")
    assert "it said: " in said.out
    assert not set(said.out) & {chr(code) for code in (*range(10), *range(11, 32), 127)}


# --- on a terminal ---------------------------------------------------------------------------------------------------


def on_a_terminal(cwd: Path, **env: str) -> bytes:
    """What the check of the faulty runner prints on a terminal."""
    ours, theirs = pty.openpty()
    command = [*ORACLE, "check", "--fault", FAULT, "--only", BY, "--cases", "0", "--jobs", "1", "--quiet"]
    surroundings = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | env
    process = subprocess.Popen(command, cwd=cwd, stdin=theirs, stdout=theirs, stderr=theirs, env=surroundings)
    os.close(theirs)
    said = b""
    try:
        while piece := os.read(ours, 65536):
            said += piece
    except OSError:
        pass  # the other side has closed it
    os.close(ours)
    assert process.wait() == 1
    return said


def test_a_terminal_gets_colours_unless_no_color_is_set(tmp_path: Path) -> None:
    assert b"\x1b[" in on_a_terminal(tmp_path)
    assert b"\x1b" not in on_a_terminal(tmp_path, NO_COLOR="1")
    assert b"\x1b[" in on_a_terminal(tmp_path, NO_COLOR=""), "set to nothing is not set"


def test_what_is_no_terminal_gets_no_colours(faulty: Faulty) -> None:
    assert "\x1b" not in faulty.said.out + faulty.said.err


# --- cut short -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_leaves_no_scratch_and_no_process_behind(tmp_path: Path, jobs: str) -> None:
    said, running = interrupted(tmp_path, "check", "--jobs", jobs, when="judging")
    assert said.code == 130
    assert said.out == ""
    assert said.err.splitlines()[-1] == "tsr-oracle: interrupted; nothing is left behind"
    assert "Traceback" not in said.err
    assert scratch_of(running) == []
    assert [pid for pid in running if stays(pid)] == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_other_signals_that_end_a_program_leave_nothing_behind_either(tmp_path: Path, number: int) -> None:
    shutil.copy(SUBJECTS / "misbehave.py", tmp_path / "misbehave.py")
    impl = ("--impl", f"{PYTHON} -I misbehave.py hang", "--limit", "600", "--jobs", "1")
    said, running = interrupted(tmp_path, "check", *impl, when="judging", number=number)
    assert said.code == 128 + number
    assert scratch_of(running) == []
    assert [pid for pid in running if stays(pid)] == []


def test_ctrl_c_does_not_wait_for_a_subject_that_hangs(tmp_path: Path) -> None:
    shutil.copy(SUBJECTS / "misbehave.py", tmp_path / "misbehave.py")
    impl = ("--impl", f"{PYTHON} -I misbehave.py hang", "--limit", "600", "--jobs", "1")
    said, running = interrupted(tmp_path, "check", *impl, when="judging")
    assert said.code == 130
    assert scratch_of(running) == []
    assert [pid for pid in running if stays(pid)] == []


@pytest.mark.parametrize(
    "words", [("explain", *list(cases())[:200]), ("check", "--only", BY, "--cases", "0", "--jobs", "1", "--quiet")]
)
def test_a_reader_that_leaves_early_causes_no_traceback(tmp_path: Path, words: tuple[str, ...]) -> None:
    process = subprocess.Popen([*ORACLE, *words], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 141
    process.stderr.close()


def test_results_can_be_read_by_their_owner_again(faulty: Faulty) -> None:
    for file in (faulty.place / "the results").iterdir():
        assert stat.S_IMODE(file.stat().st_mode) & 0o400
