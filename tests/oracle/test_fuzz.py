"""Fuzzing: which cases are played depends on nobody's speed, none leaves its world, and no finding is lost."""

from __future__ import annotations

import argparse
import datetime
import json
import os
import random
import re
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from fuzzing import AGREES, Players, by_id, content, fuzz, identity, rounds
from reading_manifests import read_back

from tsr_model.prediction import predict
from tsr_oracle.divergences import Divergence
from tsr_oracle.fuzz import campaign, command
from tsr_oracle.fuzz.campaign import Campaign, Plan, TimeIsUp
from tsr_oracle.fuzz.corpus import Corpus, CorpusError
from tsr_oracle.fuzz.mutate import mutated
from tsr_oracle.fuzz.pace import Pace
from tsr_oracle.fuzz.players import Smaller
from tsr_oracle.fuzz.pool import Pool
from tsr_oracle.fuzz.safety import is_safe
from tsr_oracle.fuzz.series import ROUND, Series, traits_of
from tsr_oracle.fuzz.tally import KEPT_FOR_EACH, Tally
from tsr_oracle.fuzz.traits import traits
from tsr_oracle.generator.generate import MOST_CLIMBS, climbs, generate, keeps_within
from tsr_oracle.judge import Verdict
from tsr_oracle.verbs import fuzz as verb
from tsr_oracle.verbs.words import Misuse, Parser
from tsr_oracle.worker import Judged
from tsr_spec.case import Case, File, Given, Link, Program, case_to_json
from tsr_spec.example import config_text, given_of
from tsr_spec.read_json import case_from_json, case_from_text

IDS = """
from tsr_oracle.fuzz.mutate import mutated
from tsr_oracle.fuzz.pace import Pace
from tsr_oracle.fuzz.players import Smaller
from tsr_oracle.fuzz.pool import Pool
from tsr_oracle.fuzz.series import Series
print(*(case.id for _, case in Series(3).round(0, Pool())))
"""


# --- a function of seed, shard and number ----------------------------------------------------------------------------


def test_the_same_seed_and_number_make_the_same_case_in_another_process_too() -> None:
    """What was made is no matter of the order in which a process has its sets."""
    ids = [case.id for _, case in Series(3).round(0, Pool())]
    env = {**os.environ, "PYTHONHASHSEED": "7"}
    done = subprocess.run([sys.executable, "-c", IDS], capture_output=True, text=True, check=True, env=env)
    assert done.stdout.split() == ids
    assert len(set(ids)) > 0.95 * ROUND, "a few of the smallest may come twice"


def test_shards_are_disjoint_and_together_they_are_everything() -> None:
    """Each round of a series falls to one shard."""
    of_three = [Series(1, (which, 3)).numbers(count) for count in range(4) for which in (1, 2, 3)]
    assert [number for numbers in of_three for number in numbers] == list(range(12 * ROUND))


def test_every_kind_of_case_falls_to_every_shard() -> None:
    """The generator makes its kinds by the index, and no count of shards takes one away from a shard."""
    for of in (2, 5, 20):
        fresh = {number // 2 % 20 for number in Series(1, (1, of)).numbers(0) if number % 2 == 0}
        assert fresh == set(range(20))


def test_the_fresh_cases_of_a_shard_are_those_of_the_generator() -> None:
    """A shard differs in what is changed only, since its pool is its own."""
    made = dict(Series(2, (2, 2)).round(0, Pool()))
    for number in range(ROUND, 2 * ROUND, 20):
        assert made[number].given == generate(2, number // 2, other=True)


def test_who_is_faster_makes_no_difference(tmp_path: Path) -> None:
    """One after another or fifty at a time in any order: the same corpus, the same findings, the same case files."""
    told = []
    for name, players in {
        "one": Players(),
        "few": Players(at_a_time=7, order=1),
        "many": Players(at_a_time=50, order=2),
    }.items():
        tally, shown = fuzz(tmp_path / name, players, rounds(3))
        told.append((shown, tally.failures(), tally.kinds(), tally.lines))
    assert told[0] == told[1] == told[2]
    assert len(told[0][0]) == 2, "of those that become the same, one of each kind is shown"
    for directory in ("corpus", "results"):
        first, *others = (content(tmp_path / name / directory) for name in ("one", "few", "many"))
        assert others == [first, first]


def test_a_corpus_of_interrupted_runs_is_that_of_one_run(tmp_path: Path) -> None:
    """A round that was begun is played anew; what was found in it stays found."""
    whole, _ = fuzz(tmp_path / "whole", Players(), rounds(4))
    for most in (130, 10, 180):
        with pytest.raises(KeyboardInterrupt):
            fuzz(tmp_path / "pieces", Players(at_a_time=9, order=most, most=most), Plan(Series(1)))
    left = 4 - json.loads((tmp_path / "pieces/corpus/state.json").read_text())["rounds"]
    assert left in (1, 2)
    fuzz(tmp_path / "pieces", Players(at_a_time=5), rounds(left))
    assert content(tmp_path / "pieces/corpus") == content(tmp_path / "whole/corpus")
    assert content_names(tmp_path / "pieces/results") == content_names(tmp_path / "whole/results")
    assert 0 < whole.sums.classes["divergence"] <= len(content_names(tmp_path / "whole/results"))


def test_what_an_interrupted_run_has_found_is_shown_and_saved(tmp_path: Path) -> None:
    """Even where it could not be made smaller any more, and where cases before it have not been judged."""
    shown: list[str] = []
    players = Players(lambda case: Verdict("loss", ("FENCE-1",), "gone"), at_a_time=3, most=2)
    tally = Tally(str(tmp_path), ())
    with Corpus(str(tmp_path / "corpus"), identity()) as corpus, pytest.raises(KeyboardInterrupt):
        Campaign(rounds(1), corpus, tally, Pace(quiet=True), lambda failure: shown.append(failure.case.id)).run(players)
    assert sorted(shown) == sorted(case.id for case in players.played)
    assert {f"case-{name}.json" for name in shown} <= content_names(tmp_path)


def content_names(directory: Path) -> set[str]:
    """The names in a directory."""
    return {path.name for path in directory.iterdir()}


# --- changed cases ---------------------------------------------------------------------------------------------------


@pytest.fixture(name="changed", scope="module")
def two_thousand_changed_cases() -> list[Given]:
    pool, changed, number = Pool(), list[Given](), 0
    while len(changed) < 2000:
        number += 1
        rng = random.Random(number)
        given = mutated(rng, pool.pick(rng, len(pool)), pool.pick(rng, len(pool)))
        if given is not None:
            pool.add(given, traits(predict(given)))
            changed.append(given)
    return changed


def test_no_changed_case_leaves_its_world(changed: list[Given]) -> None:
    """Neither by `..`, nor by a link or a bound, nor by a path that begins at the root."""
    for given in changed:
        assert climbs(given) <= MOST_CLIMBS
        assert keeps_within(given)
        manifests = {declared.path for declared in given.declares}
        texts = [*given.argv, *(value for _, value in given.env)]
        texts += [e.target for e in given.tree if isinstance(e, Link)]
        texts += [e.data for e in given.tree if isinstance(e, File) and e.path not in manifests]
        for text in texts:
            for start in re.finditer(r"""(?:^|[\s"'=|&;:])(/[^\s"']*)""", text):
                assert start[1].startswith(("/@WORLD@", "/@OTHER@")), text


def test_every_changed_case_can_be_written_down_and_read_back(changed: list[Given]) -> None:
    """A finding is kept as a file."""
    for given in changed[::8]:
        case = Case("", (), given, ())
        assert case_from_json(json.loads(json.dumps(case_to_json(case, "1")))) == case


def test_what_a_crate_looks_up_elsewhere_is_still_there_in_a_changed_case() -> None:
    """Else its manifest would say something else than what is declared of it."""
    tree = """
        ws/Cargo.toml: [workspace]\\ndependencies = {x = {package = "b"}}\\n
        ws/a/Cargo.toml: [package]\\nname = "a"\\n[dependencies]\\nx.workspace = true\\n
        ws/tasks.toml: [workspace]\\nmembers = ["a"]\\n[tasks.t]\\npackages = ["a"]\\nrun = "true"\\n
    """
    other = "ws/a/Cargo.toml: [workspace]\\n\nws/tasks.toml: [tasks.t]\\nrun = 'true'\\n"
    base = given_of({"tree": tree, "declares": "ws/a/Cargo.toml: a needs b"})
    changed = [mutated(random.Random(seed), base, given_of({"tree": other})) for seed in range(300)]
    files = [{e.path: e.data for e in given.tree if isinstance(e, File)} for given in changed if given]
    assert {read_back(each, "ws/a/Cargo.toml")[1] == {"b"} for each in files if "ws/a/Cargo.toml" in each} == {True}


def test_changed_cases_go_where_no_other_has_been() -> None:
    """Both kinds of cases are worth their half: each has traits together that none had before."""
    series, pool, new = Series(6), Pool(), Counter[bool]()
    for count in range(4):
        for number, case in series.round(count, pool):
            new[number % 2 == 1] += pool.add(case.given, traits_of(case))
    assert new[True] > 15
    assert new[False] > 15


T = File("ws/tasks.toml", config_text("true"))


def task(run: str) -> File:
    return File("ws/tasks.toml", config_text(run))


SAFE: dict[str, Given] = {
    "a link outwards": Given(("t",), (T, Link("ws/l", "../out"))),
    "the world's own place": Given(("t",), (task("cat /@WORLD@/ws/f '/@WORLD@/out'"),)),
    "a value that climbs, once": Given(("t",), (task("cat $V0 '${V0}'"),), env=(("V0", "../out/f"),)),
    "a pattern beside": Given(("t",), (task("cat ../*"),)),
    "two slashes": Given(("t",), (task("cat a//b"),)),
}
UNSAFE: dict[str, Given] = {
    "a link out of the world": Given(("t",), (T, Link("ws/l", "../../out"))),
    "a link to the root": Given(("t",), (T, Link("ws/l", "/etc"))),
    "a place like the world's": Given(("t",), (task("cat /@WORLD@x/f"),)),
    "a path from the root": Given(("t",), (task("cat /etc/passwd"),)),
    "a path in quotes": Given(("t",), (task("cat '/etc/passwd'"),)),
    "an argument": Given(("t", "--reporter-file=/tmp/x"), (T,)),
    "a list of directories": Given(("t",), (T,), env=(("PATH", "bin:/usr/bin"),)),
    "what follows nothing": Given(("t",), (task("cat $EMPTY/etc/passwd"),)),
    "what follows nothing in quotes": Given(("t",), (task("cat ''/etc/passwd"),)),
    "a slash in disguise": Given(("t",), (File("ws/tasks.toml", '[tasks.t]\nrun = "cat \\u002fetc"\n'),)),
    "too many steps up": Given(("t",), (task("cat " + "../" * 10 + "x"),)),
    "steps up by a value, twice": Given(("t",), (task("cat $V0/$V0"),), env=(("V0", "../.."),)),
    "steps up by values of values": Given(("t",), (T, File("ws/.env", "A=../..\nB=$A$A\n"))),
    "a pattern above the world": Given(("t",), (task("cat ../../*"),)),
    "a pattern in a value": Given(("t",), (task("cat $V0"),), env=(("V0", "../../*"),)),
    "an entry beneath a file": Given(("t",), (T, File("ws/f"), File("ws/f/g"))),
    "what its owner may not read": Given(("t",), (T, File("ws/f", "x", 0o000))),
    "what depends on who is faster": Given(("t",), (T, Program("bin/p", waits=True))),
    "bounds outside": Given(("t",), (File("ws/tasks.toml", config_text("true", ["../../x"])),)),
}


@pytest.mark.parametrize("what", SAFE)
def test_what_stays_in_its_world_may_be_run(what: str) -> None:
    assert is_safe(SAFE[what])


@pytest.mark.parametrize("what", UNSAFE)
def test_what_might_leave_its_world_is_turned_down(what: str) -> None:
    assert not is_safe(UNSAFE[what])


# --- the corpus ------------------------------------------------------------------------------------------------------


@pytest.fixture(name="corpus")
def corpus_of_two_rounds(tmp_path: Path) -> Path:
    fuzz(tmp_path, Players(), rounds(2))
    return tmp_path / "corpus"


def test_a_corpus_is_read_back_as_it_was(corpus: Path) -> None:
    """A case file for each interesting case, by its id, and the same pool from which the next round is made."""
    state = json.loads((corpus / "state.json").read_text())
    assert state["rounds"] == 2
    assert sum(state["classes"].values()) == 200
    assert {f"{name}.json" for name in state["cases"]} | {"state.json"} == content_names(corpus)
    pool = Pool()
    for count in range(2):
        for _, case in Series(1).round(count, pool):
            pool.add(case.given, traits_of(case))
    with Corpus(str(corpus), identity()) as again:
        assert [case.id for _, case in Series(1).round(2, again.pool)] == [
            case.id for _, case in Series(1).round(2, pool)
        ]
    for name in state["cases"]:
        assert case_from_text((corpus / f"{name}.json").read_text()).id == name


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (identity(seed=2), "this corpus is of seed 1, and 2 is asked for"),
        (identity(shard=(1, 2)), "this corpus is of shard 1/1, and 1/2 is asked for"),
        (identity(subject="another"), "this corpus is of the subject a subject, and another is asked for"),
    ],
)
def test_a_corpus_of_something_else_is_refused(corpus: Path, other: object, told: str) -> None:
    before = content(corpus)
    with pytest.raises(CorpusError) as error:
        Corpus(str(corpus), other)  # type: ignore[arg-type]
    assert told in str(error.value)
    assert str(error.value).endswith("--corpus names another directory")
    assert content(corpus) == before


def test_a_corpus_of_other_clauses_is_refused(corpus: Path) -> None:
    state = json.loads((corpus / "state.json").read_text())
    (corpus / "state.json").write_text(json.dumps(state | {"clauses": "0.1"}))
    with pytest.raises(CorpusError, match=r"is of version of the clauses 0\.1, and .* is asked for"):
        Corpus(str(corpus), identity())


BROKEN: dict[str, tuple[str, str]] = {
    "not JSON": ("{", "not the state of a corpus"),
    "something else in JSON": ("[]", "not the state of a corpus"),
    "a key is missing": ("{}", "not the state of a corpus"),
    "another format": ('{"corpus": 99}', "its format is 99"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_no_state_is_said_so(corpus: Path, what: str) -> None:
    text, told = BROKEN[what]
    (corpus / "state.json").write_text(text)
    with pytest.raises(CorpusError) as error:
        Corpus(str(corpus), identity())
    assert told in str(error.value)
    assert "--corpus names another directory" in str(error.value)


def test_a_case_of_the_corpus_that_is_gone_or_another_is_said_so(corpus: Path) -> None:
    first, second = json.loads((corpus / "state.json").read_text())["cases"][:2]
    kept = (corpus / f"{first}.json").read_text()
    (corpus / f"{first}.json").write_bytes((corpus / f"{second}.json").read_bytes())
    with pytest.raises(CorpusError, match=f"this is the case {second}; begin anew"):
        Corpus(str(corpus), identity())
    (corpus / f"{first}.json").write_text(kept[:-20])
    with pytest.raises(CorpusError, match="not JSON"):
        Corpus(str(corpus), identity())
    (corpus / f"{first}.json").unlink()
    with pytest.raises(CorpusError, match="No such file"):
        Corpus(str(corpus), identity())


def test_two_runs_do_not_write_to_one_corpus(tmp_path: Path) -> None:
    """The second is refused for as long as the first is at work, and no longer."""
    first = Corpus(str(tmp_path), identity())
    with first, pytest.raises(CorpusError, match="another run is at work on this corpus"):
        Corpus(str(tmp_path), identity())
    with Corpus(str(tmp_path), identity()):
        pass


def test_a_corpus_that_cannot_be_written_is_said_so_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CorpusError, match=r"the corpus can't be used: .*file: "):
        Corpus(str(tmp_path / "file"), identity())


# --- what is found ---------------------------------------------------------------------------------------------------


def judged(number: int, verdict: Verdict) -> Judged:
    return Judged("given", "hosted", 0, Case("", (), Given((f"t{number}",), ()), ()), (), verdict)


def test_all_of_a_kind_are_counted_and_the_first_are_kept(tmp_path: Path) -> None:
    """A subject that is wrong nearly everywhere fills neither memory nor disk."""
    tally = Tally(str(tmp_path), ())
    for number in range(KEPT_FOR_EACH + 10):
        failure = tally.add(judged(number, Verdict("loss", ("FENCE-1",), "gone")), f"1:{number}")
        assert failure is not None
        assert (number < KEPT_FOR_EACH) == os.path.exists(tally.path(failure)), "it is on the disk at once"
        assert tally.wanted_smaller(failure) == (number < 2)
    assert tally.kinds() == {("loss", "FENCE-1"): KEPT_FOR_EACH + 10}
    assert len(tally.failures()) == len(tally.lines) == KEPT_FOR_EACH


def test_what_is_known_is_excused_and_a_warning_is_no_finding(tmp_path: Path) -> None:
    known = Divergence("FENCE-16", None, "stricter", "why", "where", datetime.date(2999, 1, 1))
    tally = Tally(str(tmp_path), (known,))
    assert tally.add(judged(1, Verdict("stricter", ("FENCE-16",), "")), "1:1") is None
    assert tally.add(judged(2, Verdict("divergence", ("FENCE-16",), "", warning=True)), "1:2") is None
    assert tally.sums.excused == {known: 1}
    assert not tally.kinds()
    assert len(tally.kinds("warning")) == len(tally.kinds("excused")) == 1
    assert content(tmp_path) == {}


# --- an end ----------------------------------------------------------------------------------------------------------


def test_time_ends_it_between_two_cases(tmp_path: Path) -> None:
    """What was begun is finished, and nothing is begun any more."""
    tally, _ = fuzz(tmp_path, Players(lambda case: AGREES, at_a_time=3), Plan(Series(1), seconds=0.2))
    assert tally.sums.classes["agree"] > 0


class Stuck(Players):
    """Never answers."""

    def play(self, cases: Iterable[Case]) -> Iterator[Judged | Smaller]:
        threading.Event().wait()
        return iter(())


def test_what_does_not_end_in_time_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "GRACE", 0.05)
    with pytest.raises(TimeIsUp):
        fuzz(tmp_path, Stuck(), Plan(Series(1), seconds=0.05))


# --- the verb --------------------------------------------------------------------------------------------------------


def words(*given: str) -> argparse.Namespace:
    """What the verb reads."""
    parser = Parser()
    verb.add(parser.add_subparsers(parser_class=Parser))
    return parser.parse_args(["fuzz", *given])


def test_times_have_a_unit() -> None:
    assert [words("--for", text).seconds for text in ("90s", "10m", "8h")] == [90, 600, 28800]
    for text in ("10", "0s", "1d", "m", "1.5h", ""):
        with pytest.raises(Misuse, match="is no time, as 90s, 10m and 8h are"):
            words("--for", text)
    with pytest.raises(Misuse, match="not allowed with"):
        words("--for", "1s", "--cases", "1")


def run(place: Path, capfd: pytest.CaptureFixture[str], *given: str) -> tuple[int, str, str]:
    """The exit code of the verb, and what it has printed."""
    arguments = words("--corpus", str(place / "corpus"), "--results", str(place / "results"), *given)
    code = arguments.run(arguments)
    return (code, *capfd.readouterr())


def test_a_fault_is_found_made_smaller_and_saved(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The findings of a wrong runner: shown as `check` shows them, counted, and each replayable from its file."""
    code, out, err = run(tmp_path, capfd, "--fault", "fence_by_text", "--cases", "100", "--jobs", "1")
    assert code == 1
    assert "escape  FENCE-G1, FENCE-G4" in out
    assert "made smaller from case " in out
    assert re.search(r"replay:  \S*tsr-oracle replay \S+/results/case-[0-9a-f]{12}\.json --fault fence_by_text", out)
    assert re.search(r"FAILED: [1-9]\d* finding\(s\) of class divergence or worse", out)
    assert "interesting cases of 100 in 1 whole rounds" in out
    assert err.startswith("fuzzing for 100 cases\n")
    saved = re.findall(r"replay \S+/results/(case-[0-9a-f]{12}\.json)", out)
    assert saved
    assert set(saved) <= content_names(tmp_path / "results")
    for name in saved:
        case_from_text((tmp_path / "results" / name).read_text())
    lines = [json.loads(line) for line in (tmp_path / "results/record.jsonl").read_text().splitlines()]
    assert (lines[0]["command"], lines[-1]["type"], lines[-1]["cases"]) == ("fuzz", "footer", 100)


def test_no_case_is_no_success(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in `check`: what has run nothing has shown nothing."""
    monkeypatch.setattr(command, "Local", lambda *_: Players())
    code, out, _ = run(tmp_path, capfd, "--cases", "0")
    assert code == 1
    assert "FAILED: no case was run" in out


def test_a_ctrl_c_comes_after_what_was_found(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Findings, sums and record are there, the corpus is that of the whole rounds, and then it ends as interrupted."""
    monkeypatch.setattr(command, "Local", lambda *_: Players(most=150))
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, capfd)
    out = capfd.readouterr().out
    assert out.count("by its id") >= 2
    assert "150 cases in " in out
    assert "interesting cases of 100 in 1 whole rounds; the next call goes on from there" in out
    assert (tmp_path / "results/record.jsonl").read_text().splitlines()[-1].startswith('{"type": "footer"')


def test_half_of_those_that_fail_by_id_are_of_each_kind() -> None:
    """The players of these tests do find something."""
    found = Counter(by_id(case).clauses for _, case in Series(4).round(0, Pool()))
    assert set(found) == {(), ("FENCE-1",), ("FENCE-5",)}
