"""What a run should do and why: each step with what was looked at, what followed, and the clause of it."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from tsr_model.fence import Landing, landing
from tsr_model.filesystem import Directory, FileSystem, Number
from tsr_model.hops import hops
from tsr_model.names import Name, path
from tsr_model.resolver import TooManyLinks
from tsr_model.world import world
from tsr_oracle.command import run as main
from tsr_oracle.explanation import MOST_LINES, explanation, twin_line
from tsr_oracle.generator.generate import generate
from tsr_spec import CLAUSES_VERSION
from tsr_spec.case import Case, case_to_json
from tsr_spec.chapters import cases, clauses
from tsr_spec.example import given_of

TREE = r"""
ws/l -> m
ws/m -> ../out/d
ws/up -> self
ws/self -> self
out/d/e/f: precious 1\n
out/g: precious 2\n
bin/tool* 3
"""


def explained(run: str, **keys: object) -> str:
    return "\n".join(explanation(given_of({"tree": TREE, "run": run, **keys}))) + "\n"


def part(text: str, title: str) -> list[str]:
    """The lines below a heading, without what stands in front of all of them."""
    found = re.search(rf"^{re.escape(title)}:\n((?: .*\n)*)", text, re.MULTILINE)
    return [line[4:] for line in found[1].splitlines()] if found else []


def test_it_begins_with_the_end_and_why() -> None:
    assert explained("true").startswith("ends with 0\n")
    assert explained("tool").startswith("ends with 3\n")
    refused = explained("tool", env={"X": "y"}, argv=["nothing"])
    assert refused.startswith("ends with 64 before the first command, by CLI-1\n")


def test_it_says_which_config_governs_and_where_it_was_looked_for() -> None:
    text = explained("true", tree="ws/a/b/", cwd="ws/a/b")
    assert part(text, "which config") == [
        "ws/a/b has none",
        "ws/a has none",
        "ws/tasks.toml governs: it is the nearest (DISC-1), and ws the workspace",
    ]
    without = "\n".join(explanation(given_of({"tree": "ws/a/.git/", "cwd": "ws/a"}))) + "\n"
    assert part(without, "which config") == ["none: looked for from ws/a upwards, the walk ends here (DISC-1)"]


def test_it_says_where_the_link_of_a_config_leads() -> None:
    given = given_of({"tree": 'ws/tasks.toml -> ../out/c\nout/c: [tasks.t]\\nrun = "true"\\n'})
    assert "what is read is out/c, where its link leads (FENCE-20)" in "\n".join(explanation(given))


def test_words_that_ask_for_no_config_are_explained_without_one() -> None:
    for argv in (["--version"], ["--init"], ["--nonsense"]):
        assert not part(explained("true", argv=argv), "which config")


def test_it_says_where_each_entry_of_allow_paths_leads() -> None:
    assert part(explained("true", allow=["l/e", "../later"]), "within which bounds") == [
        "ws, the workspace (FENCE-1)",
        "out/d/e, which `allow_paths` calls l/e (FENCE-19)",
        "    l    a link to m, which is followed from ws (FENCE-2)",
        "    m    a link to ../out/d, which is followed from ws (FENCE-2)",
        "    ..   up to .",
        "    out  out",
        "    d    out/d",
        "    e    out/d/e",
        "later, which `allow_paths` calls ../later (FENCE-19)",
        "    ..     up to .",
        "    later  later, where nothing is: it counts as text (FENCE-3)",
    ]


def test_it_follows_each_operand_name_by_name_to_the_verdict() -> None:
    assert part(explained("cat l/e/f"), "the commands") == [
        "$ cat l/e/f   (by BUILTIN-15, FENCE-1, FENCE-10, FENCE-2)",
        "    l/e/f   (what is there: FENCE-4)",
        "        l    a link to m, which is followed from ws (FENCE-2)",
        "        m    a link to ../out/d, which is followed from ws (FENCE-2)",
        "        ..   up to .",
        "        out  out",
        "        d    out/d",
        "        e    out/d/e",
        "        f    out/d/e/f",
        "        lands at out/d/e/f, outside: refused, by FENCE-1, FENCE-10, FENCE-2",
        "    says: cat: refusing to touch '/@WORLD@/out/d/e/f': outside the workspace at '/@WORLD@/ws'"
        " — add it to `[security] allow_paths` if that is intended",
    ]


def test_it_says_of_an_entry_that_it_is_meant_itself() -> None:
    """`rm` takes the link away, and follows nothing."""
    assert part(explained("rm l"), "the commands") == [
        "$ rm l   (by BUILTIN-4, FENCE-5, FENCE-1)",
        "    l   (the entry itself: FENCE-4)",
        "        lands at ws/l, within ws: allowed, by FENCE-1",
        "    removes ws/l",
    ]


def test_it_says_what_counts_as_text_and_what_leads_in_a_circle() -> None:
    text = explained("rm no/../l ; cat up")
    assert "        no  ws/no, where nothing is: it counts as text (FENCE-3)" in part(text, "the commands")
    assert "        ..  takes that away as text: ws (FENCE-3)" in part(text, "the commands")
    assert "        lands nowhere, after too many links: refused, by FENCE-2" in part(text, "the commands")


def test_it_says_what_was_judged_at_load_and_by_what_the_run_is_refused() -> None:
    text = explained("tool", dir="l")
    found = part(text, "before the first command")
    assert "l   (the directory of a task: FENCE-15)" in found
    assert "    lands at out/d, outside: refused, by FENCE-1, FENCE-10, FENCE-2" in found
    assert "refused with 64:" in found
    assert f"    {'FENCE-10':<11} {clauses()['FENCE-10'].title}" in found
    assert not part(text, "the commands")


def test_it_says_how_programs_are_started_and_in_which_order() -> None:
    config = (
        '[tasks.t]\nrun = "tool a && tool b"\ndeps = ["d"]\n[tasks.d]\nrun = "tool d"\ndir = "sub"\nenv = { A = "x" }\n'
    )
    text = "\n".join(explanation(given_of({"tree": "ws/sub/\nbin/tool* 0", "config": config}))) + "\n"
    assert part(text, "the commands") == [
        "$ tool d   (by SHELL-41, SHELL-42)",
        "    a program is started in ws/sub",
        "    with A='x'",
        "$ tool a   (by SHELL-41, SHELL-42)",
        "    a program is started in ws",
        "$ tool b   (by SHELL-41, SHELL-42)",
        "    a program is started in ws",
    ]


def test_it_names_every_clause_of_the_prediction_with_its_title() -> None:
    found = part(explained("rm l"), "by")
    assert f"{'FENCE-5':<11} {clauses()['FENCE-5'].title}" in found


def test_a_long_part_is_cut() -> None:
    assert part(explained(f"cat {' '.join('abcdefghijklmnopqrstuvw')}"), "the commands")[-1].startswith("… and ")
    assert len(part(explained(f"cat {' '.join('abcdefghijklmnopqrstuvw')}"), "the commands")) == MOST_LINES + 1


def test_it_is_the_same_every_time_and_for_every_case() -> None:
    """Of the spec and of the generator; whatever a case is, there is something to say."""
    for given in (
        *(case.given for case in list(cases().values())[::40]),
        *(generate(8, i, other=True) for i in range(60)),
    ):
        assert explanation(given) == explanation(given)
        assert explanation(given)[0].startswith("ends with ")


def test_a_twin_is_named_with_its_end() -> None:
    refused = next(case for case in cases().values() if case.title == "`cat` follows it")
    line = twin_line(refused)
    assert line is not None
    assert re.fullmatch(r"its twin ends with 0: [0-9a-f]{12}  the link goes, what it points at stays", line)
    assert twin_line(Case("", (), given_of({"run": "true"}), ())) is None


# --- walks, told -----------------------------------------------------------------------------------------------------


def ways(files: FileSystem, rng: random.Random) -> list[tuple[Number, tuple[Name, ...]]]:
    """Some walks through a tree, of names that are there and of others."""
    directories = {number: node for number, node in files.nodes.items() if isinstance(node, Directory)}
    names = [*sorted({name for node in directories.values() for name in node.entries}), "..", "..", ".", "no", ""]
    some = ["/".join(rng.choices(names, k=rng.randrange(1, 7))) for _ in range(20)]
    return [(rng.choice(list(directories)), path(text).parts) for text in some]


def test_a_walk_that_is_told_ends_where_the_walk_ends() -> None:
    """The last name stands where the fence says that the path lands, or is the link that was one too many."""
    told = 0
    for index in range(0, 200, 2):
        files = world(generate(7, index, other=True)).files
        for start, parts in ways(files, random.Random(index)):
            landed, way = landing(files, start, parts), hops(files, start, parts)
            if isinstance(landed, TooManyLinks):
                assert way[-1].met == "too many links"
            elif way:
                assert isinstance(landed, Landing)
                assert way[-1].place == landed.place
                assert ("FENCE-3" in landed.clauses) >= (way[-1].met in ("missing", "up as text"))
            told += len(way)
    assert told > 2000


# --- the command -----------------------------------------------------------------------------------------------------


def test_the_command_draws_the_tree_and_prints_the_derivation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = Case("a title", (), given_of({"tree": "ws/l -> ../out\nout/f: p", "run": "cat l/f"}), ())
    file = tmp_path / "case.json"
    file.write_text(json.dumps(case_to_json(case, CLAUSES_VERSION)))
    assert main(["explain", str(file)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"{case.id}  a title"
    assert {"      ws/  ← workspace", "        l -> ../out", "  $ tsr t", "  the commands:"} <= {*said}
    assert "\x1b" not in "".join(said), "no colours where nobody sees them"


def test_colours_are_for_terminals_and_not_for_those_who_want_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name = next(case.id for case in cases().values() if case.title == "`cat` follows it")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert main(["explain", name]) == 0
    coloured = capsys.readouterr().out
    assert "\x1b[31m" in coloured
    assert "\x1b[1m  the commands:\x1b[0m\n" in coloured
    monkeypatch.setenv("NO_COLOR", "1")
    assert main(["explain", name]) == 0
    assert capsys.readouterr().out == re.sub("\x1b\\[\\d+m", "", coloured)
