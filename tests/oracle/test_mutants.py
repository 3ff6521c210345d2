"""Mutants: made from a text, asked in a fork, judged as a subject, recorded, and reported."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("mutmut", reason="mutants are made by mutmut's operators, which is not installed")

from tsr_model import names
from tsr_oracle.quality.mutation.asking import asked, modules
from tsr_oracle.quality.mutation.excuses import ExcuseError, read_excuses
from tsr_oracle.quality.mutation.fates import Fate, Question, WrongAlready
from tsr_oracle.quality.mutation.model import Model
from tsr_oracle.quality.mutation.mutants import Mutant, mutants_of, sample
from tsr_oracle.quality.mutation.rates import Rates, at_least, read, save, section, table
from tsr_oracle.quality.mutation.record import MutantRecordError, opened
from tsr_oracle.quality.mutation.runner import judging_runner
from tsr_oracle.quality.mutation.tally import survivors, tally, unneeded
from tsr_oracle.verbs import mutants as verb
from tsr_oracle.verbs.words import Misuse, Parser

TEXT = '''from functools import lru_cache


@lru_cache(maxsize=4)
def less(a: int, b: int = 5) -> bool:
    """The docstring."""
    return a < b


class Kind:
    def of(self, node: object) -> str:
        match node:
            case int():
                return "number"
            case _:
                return f"{node}"
'''


@pytest.fixture
def module(tmp_path: Path) -> Callable[[str], list[Mutant]]:
    """The mutants of a module with this text."""

    def made(text: str) -> list[Mutant]:
        path = tmp_path / "module.py"
        path.write_text(text, encoding="utf-8")
        return list(mutants_of("module", path))

    return made


# --- made ----------------------------------------------------------------------------------------------------------


def test_each_mutant_is_python_and_differs_from_the_module_and_from_the_others(
    module: Callable[[str], list[Mutant]],
) -> None:
    found = module(TEXT)
    texts = {mutant.text for mutant in found}
    assert len(texts | {TEXT}) == len(found) + 1
    assert len({mutant.id for mutant in found}) == len(found)
    for text in texts:
        compile(text, "mutant", "exec")


def test_functions_are_mutated_decorated_ones_and_methods_too_but_no_types_docstrings_or_defaults(
    module: Callable[[str], list[Mutant]],
) -> None:
    assert {(mutant.function, mutant.first, mutant.before) for mutant in module(TEXT)} >= {
        ("less", 4, "return a < b"),
        ("Kind.of", 11, 'return "number"'),
    }
    touched = "\n".join(mutant.before for mutant in module(TEXT))
    assert "lru_cache" not in touched
    assert "def " not in touched
    assert "docstring" not in touched


def test_a_case_of_a_match_is_left_out_with_its_lines(module: Callable[[str], list[Mutant]]) -> None:
    lacking = [mutant for mutant in module(TEXT) if mutant.before.startswith("case int()") and not mutant.after]
    assert [mutant.before for mutant in lacking] == ['case int():\nreturn "number"']


def test_an_id_survives_what_is_changed_elsewhere(module: Callable[[str], list[Mutant]]) -> None:
    before = {mutant.id for mutant in module(TEXT)}
    after = module(TEXT.replace("class Kind:", "def more(a: int) -> int:\n    return a + 1\n\n\nclass Kind:"))
    assert before < {mutant.id for mutant in after}


def test_a_sample_is_the_same_each_time_and_keeps_its_order(module: Callable[[str], list[Mutant]]) -> None:
    every = module(TEXT)
    drawn = sample(every, 4, 7)
    assert len(drawn) == 4
    assert drawn == sample(every, 4, 7) == [mutant for mutant in every if mutant in drawn]
    assert sample(every, None, 7) == every


# --- asked ---------------------------------------------------------------------------------------------------------


def of_names(function: str, after: str) -> Mutant:
    """A mutant of the model's module about names."""
    path = modules("model")["tsr_model.names"]
    (found,) = (one for one in mutants_of("tsr_model.names", path) if (one.function, one.after) == (function, after))
    return found


def joins() -> bool:
    return names.text(("a", "b")) == "/a/b"


def reads() -> bool:
    return names.path("a/b").parts == ("a", "b")


def test_a_mutant_is_killed_by_what_tells_and_leaves_the_model_as_it_is() -> None:
    model = Model([Question("reads", reads, 5.0), Question("joins", joins, 5.0)])
    assert model.judge(of_names("text", 'return "/" - "/".join(place)')) == Fate("killed", "joins")
    assert joins()


def test_one_of_a_function_that_is_remembered_is_asked_anew() -> None:
    model = Model([Question("reads", reads, 5.0)])
    assert reads()
    assert model.judge(of_names("path", "parts = None")) == Fate("killed", "reads")


def test_what_no_question_tells_survives_and_what_none_calls_is_unreached() -> None:
    model = Model([Question("reads", reads, 5.0)])
    assert model.judge(of_names("path", "parts.append(None)")) == Fate("survived")
    assert model.judge(of_names("text", 'return "/" - "/".join(place)')) == Fate("unreached")


def test_one_that_goes_on_for_ever_is_killed_by_its_limit() -> None:
    def waits_for_a_place() -> bool:
        while names.text(("a",)) != "/a":
            pass
        return True

    model = Model([Question("waits", waits_for_a_place, 0.2)])
    fate = model.judge(of_names("text", 'return "XX/XX" + "/".join(place)'))
    assert fate == Fate("killed", "waits (SIGPROF)")


def test_a_model_that_is_wrong_as_it_is_has_no_mutants() -> None:
    with pytest.raises(WrongAlready, match="nonsense tells"):
        Model([Question("nonsense", lambda: names.text(()) == "nonsense", 5.0)])


# --- the runner ----------------------------------------------------------------------------------------------------


def test_a_mutant_of_the_runner_is_killed_by_a_case_and_one_that_can_not_be_imported_too() -> None:
    path = modules("guards")["tsr_impl.guarded_names"]
    mutants = list(mutants_of("tsr_impl.guarded_names", path))
    wrong = next(mutant for mutant in mutants if mutant.function == "judge")
    broken = Mutant(wrong.module, path, "", 1, 1, "", "", 0, "raise RuntimeError('never imported')")
    before, there = sys.path[:], set(os.listdir(path.parent))
    with judging_runner(path.parent) as judge:
        assert judge(wrong).word == "killed"
        assert judge(broken) == Fate("killed", "being started")
    assert sys.path == before
    assert set(os.listdir(path.parent)) == there


# --- recorded and reported -----------------------------------------------------------------------------------------


def test_a_run_goes_on_where_it_was_and_asks_survivors_again_when_the_questions_are_others(
    module: Callable[[str], list[Mutant]], tmp_path: Path
) -> None:
    killed, survived, *_ = module(TEXT)
    record = opened(tmp_path / "r" / "record.jsonl", "one")
    record.add(killed, Fate("killed", "a case"))
    record.add(survived, Fate("survived"))
    assert opened(record.path, "one").fates == {killed.id: Fate("killed", "a case"), survived.id: Fate("survived")}
    assert opened(record.path, "two").fates == {killed.id: Fate("killed", "a case")}
    assert opened(record.path, "one", fresh=True).fates == {}


def test_a_record_that_is_none_is_refused_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "record").write_text('{"fate": "lost"}\n', encoding="utf-8")
    with pytest.raises(MutantRecordError, match="line 1: not the fate of a mutant; --fresh begins"):
        opened(tmp_path / "record", "one")


def test_the_table_counts_and_the_excused_are_no_survivors(
    module: Callable[[str], list[Mutant]], tmp_path: Path
) -> None:
    one, two, three, *_ = module(TEXT)
    fates = {one.id: Fate("killed", "a case"), two.id: Fate("survived"), three.id: Fate("unreached")}
    excuses = tmp_path / "excuses"
    excuses.write_text(
        f'[[mutant]]\nwhere = "module"\nids = ["{two.id}", "{one.id}"]\nreason = "equivalent: it is"\n', "utf-8"
    )
    excused = read_excuses(excuses)
    rates = Rates("model", 3, 1, tally([one, two, three], fates, excused), ())
    assert [line.split() for line in table(rates)[1:]] == [
        ["module", "3", "1", "1", "0", "1", "50.0", "%"],
        ["all", "3", "1", "1", "0", "1", "50.0", "%"],
    ]
    assert survivors([one, two, three], fates, excused) == [three]
    assert unneeded([one, two, three], fates, excused) == [one.id]


def test_what_is_excused_by_its_line_is_left_alone_and_counts_as_excused(
    module: Callable[[str], list[Mutant]], tmp_path: Path
) -> None:
    every = module(TEXT)
    excuses = tmp_path / "excuses"
    excuses.write_text("[[mutant]]\nwhere = '*'\nline = '.*'\nreason = 'unjudged: all'\n", "utf-8")
    assert tally(every, {}, read_excuses(excuses)) == {"module": {"excused": len(every)}}


SOME = Rates("guards", 100, 1, {"a": {"killed": 45, "survived": 5}, "b": {"excused": 2}}, ("+ one",))


def test_rates_are_saved_beside_those_of_the_other_kind_and_read_as_they_were(tmp_path: Path) -> None:
    other = replace(SOME, what="model")
    for rates in (other, SOME, replace(other, there=200)):
        save(rates, tmp_path / "rates")
    assert read(tmp_path / "rates") == (
        replace(SOME, at_first=SOME.all),
        replace(other, there=200, at_first=other.all),
    )


def test_what_came_first_of_a_sample_stays_beside_what_came_of_it_later(tmp_path: Path) -> None:
    later = replace(SOME, modules={"a": {"killed": 50}, "b": {"excused": 2}}, left=())
    another = replace(later, seed=2)
    for rates in (SOME, later):
        save(rates, tmp_path / "rates")
    (saved,) = read(tmp_path / "rates")
    assert (saved.all, saved.at_first) == (later.all, SOME.all)
    head = "\n".join(section([saved]))
    assert "**90.0 %** of those that are not excused were killed; of all at least 78.6 %" in head
    assert "This sample was looked at since: **100.0 %**" in head
    save(another, tmp_path / "rates")
    (saved,) = read(tmp_path / "rates")
    assert saved.at_first == another.all
    assert "This sample" not in "\n".join(section([saved]))


def test_what_a_sample_says_of_all_is_less_than_what_it_says_of_itself() -> None:
    """45 of 50: the interval after Wilson begins at 78.6 %, as tables have it; that of 5,000 of 5,000 near 100 %."""
    assert round(at_least(SOME.all) or 0.0, 3) == 0.786
    assert 0.999 < (at_least({"killed": 5000}) or 0.0) < 1.0
    assert at_least({"excused": 3}) is None
    (drawn, head, *_, left) = section([SOME])
    assert "52 of them, drawn at random" in drawn
    assert "**90.0 %**" in head
    assert "at least 78.6 %" in head
    assert "+ one" in left


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("[[mutant]\n", "Expected"),
        ('[[mutant]]\nwhere = "m"\nreason = "equivalent: x"\n', "one of `ids` and `line`"),
        ('[[mutant]]\nwhere = "m"\nids = []\nreason = "because"\n', "begins with `equivalent: `"),
        ('[[mutant]]\nwhere = "m"\nline = "("\nreason = "equivalent: x"\n', "is no pattern"),
    ],
)
def test_an_excuse_that_can_not_be_used_is_refused_with_what_is_wrong(text: str, wrong: str, tmp_path: Path) -> None:
    (tmp_path / "excuses").write_text(text, encoding="utf-8")
    with pytest.raises(ExcuseError, match=wrong):
        read_excuses(tmp_path / "excuses")


def test_the_excuses_of_the_project_can_be_read_and_are_about_modules_that_there_are() -> None:
    there = {**modules("model"), **modules("guards")}
    for excuse in read_excuses():
        assert excuse.where in there or excuse.where in ("tsr_model.*", "tsr_impl.*", "tsr_model.builtins.*")


# --- the verb ------------------------------------------------------------------------------------------------------


def run(*words: str) -> int:
    whole = Parser()
    verb.add(whole.add_subparsers(parser_class=Parser))
    arguments = whole.parse_args(["mutants", *words])
    code: int = arguments.run(arguments)
    return code


@pytest.mark.parametrize(("last", "code"), [("killed", 0), ("survived", 1)])
def test_what_is_known_is_not_asked_again_and_the_exit_code_says_whether_something_survived(
    last: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = opened(tmp_path / "record", asked("model"))
    *others, survivor = mutants_of("tsr_model.isolation", modules("model")["tsr_model.isolation"])
    for mutant in others:
        record.add(mutant, Fate("killed", "a case"))
    record.add(survivor, Fate("killed", "a case") if last == "killed" else Fate("survived"))
    assert run("model", "--only", "isolation", "--record", str(record.path)) == code
    said = capsys.readouterr().out
    assert (survivor.id in said) == (last == "survived")
    assert f"tsr_model.isolation  {len(others) + 1:>7}" in said


def test_a_module_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(Misuse, match="--only nonsense: there is no such module; there are fence, handles"):
        run("guards", "--only", "nonsense")
