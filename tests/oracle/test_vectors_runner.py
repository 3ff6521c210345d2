"""The vectors' runner in Node: it finds nothing wrong with the bundled runner, and what is wrong with others."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tsr_oracle.check import bundled_words
from tsr_oracle.vectors.export import INDEX, documents, export

RUNNER = Path(__file__).parents[2] / "spec" / "runners" / "node" / "run.mjs"
FOR_EACH_CHAPTER = 3
OLDEST = 18


def why_not() -> str | None:
    """Why Node can't be asked here, or None."""
    node = shutil.which("node")
    if node is None:
        return "node is not there"
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    return None if int(version.lstrip("v").split(".")[0]) >= OLDEST else f"node {version} is older than {OLDEST}"


pytestmark = pytest.mark.skipif(why_not() is not None, reason=str(why_not()))


@pytest.fixture(scope="module", name="vectors")
def vectors_fixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All of them, exported."""
    place = tmp_path_factory.mktemp("vectors")
    export(str(place))
    return place


@pytest.fixture(scope="module", name="sample")
def sample_fixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few of each chapter, from all over it, in the form of an export."""
    place = tmp_path_factory.mktemp("sample")
    for name, text in documents().items():
        document = json.loads(text)
        if "chapter" in document:
            every = document["vectors"]
            document["vectors"] = every[:: -(-len(every) // FOR_EACH_CHAPTER)]
        (place / name).write_text(json.dumps(document))
    return place


def judged(vectors: Path, *command: str, options: tuple[str, ...] = ()) -> tuple[int, list[str]]:
    """The exit code of a judgement, and its lines."""
    words = ["node", str(RUNNER), "--jobs", "2", *options, str(vectors), "--", *command]
    ended = subprocess.run(words, capture_output=True, text=True, check=False, timeout=300)
    assert ended.stderr == ""
    return ended.returncode, ended.stdout.splitlines()


@pytest.mark.slow
def test_nothing_is_wrong_with_the_bundled_runner_in_a_sample_of_each_chapter(sample: Path) -> None:
    """Its wording too, which is where the vectors' lines come from; most of them can be played."""
    code, lines = judged(sample, *bundled_words(), options=("--wording",))
    assert lines[:-1] == []
    assert code == 0
    right, wrong, skipped = (int(part.strip().split()[0]) for part in lines[-1].partition(":")[0].split(","))
    assert wrong == 0
    assert right > 3 * skipped
    assert right + skipped == sum(len(json.loads(p.read_text()).get("vectors", ())) for p in sample.glob("*.json"))


def test_a_fault_is_found_in_the_vectors_of_its_clause(vectors: Path, tmp_path: Path) -> None:
    """A runner whose `rm` follows links fails vectors of FENCE-5, and says what it has done to which file."""
    faulty = tmp_path / "faulty"
    faulty.write_text(f'#!/bin/sh\nexec {sys.executable} -m tsr_oracle.faults rm_follows "$@"\n')
    faulty.chmod(0o755)
    code, lines = judged(vectors, str(faulty), options=("--only", "FENCE-5"))
    assert code == 1
    assert any("6d3fd9ed4b20" in line and "ws/l" in line for line in lines[:-1])
    assert all("FENCE-5" in line for line in lines[:-1])
    assert not lines[-1].startswith("0 right")


def test_who_refuses_everything_fails_what_is_to_be_accepted(vectors: Path, tmp_path: Path) -> None:
    """That is what twins are for: of a clause with refusals only those are right."""
    deaf = tmp_path / "deaf"
    deaf.write_text("#!/bin/sh\nexit 64\n")
    deaf.chmod(0o755)
    code, lines = judged(vectors, str(deaf), options=("--only", "ENV-2"))
    assert code == 1
    right, wrong = (int(part.split()[0]) for part in lines[-1].split(", ")[:2])
    assert right > 0 < wrong


def test_who_runs_everything_at_once_is_told_what_began_too_early(vectors: Path, tmp_path: Path) -> None:
    """Where units may run side by side, the starts and ends that were seen are judged by the vector's pairs."""
    vector = next(v for v in json.loads((vectors / "graph.json").read_text())["vectors"] if orders_two(v))
    hasty = tmp_path / "hasty"
    children = reversed(vector["admissible"][0]["children"])
    calls = [f'(cd "$PWD/../{child["cwd"]}" && "$HOME/../bin/"{" ".join(child["argv"])} )' for child in children]
    hasty.write_text("#!/bin/sh\n" + "\n".join(calls) + f"\nexit {vector['admissible'][0]['exit']}\n")
    hasty.chmod(0o755)
    _, lines = judged(vectors, str(hasty), options=("--only", vector["id"]))
    assert "order: " in lines[0]


def orders_two(vector: dict[str, object]) -> bool:
    """Whether its children come in an order that is not simply that of the list, and no two of them are the same."""
    first = vector["admissible"][0]  # type: ignore[index]
    words = [json.dumps([child["argv"], child["cwd"]]) for child in first.get("children", ())]
    plain = all(word.isalnum() for child in first.get("children", ()) for word in child["argv"])
    awaited = any("after" in entry for entry in vector["given"]["tree"])  # type: ignore[index]
    return bool(first.get("order")) and len({*words}) == len(words) and plain and not awaited and not first.get("fewer")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["{vectors}"], "no command to judge"),
        (["--", "true"], "one directory"),
        (["{vectors}", "--", "no-such-command"], "there is no such command"),
        (["/nowhere", "--", "true"], "/nowhere"),
        (["--what", "{vectors}", "--", "true"], "--what"),
        (["--jobs", "0", "{vectors}", "--", "true"], "--jobs"),
    ],
)
def test_a_wrong_call_ends_with_64_and_the_usage(vectors: Path, words: list[str], says: str) -> None:
    """One sentence, and how it is called."""
    given = [word.format(vectors=vectors) for word in words]
    ended = subprocess.run(["node", str(RUNNER), *given], capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == 64
    assert says in ended.stderr
    assert "usage: run.mjs" in ended.stderr


def test_where_nothing_was_played_nothing_was_shown(vectors: Path) -> None:
    """Exit code 1, as with the other judges."""
    assert judged(vectors, shutil.which("true") or "/bin/true", options=("--only", "NONE")) == (
        1,
        ["0 right, 0 wrong, 0 skipped"],
    )


def test_an_interrupt_ends_what_runs_and_takes_the_worlds_away(vectors: Path, tmp_path: Path) -> None:
    """The subject itself interrupts the runner, and would then sleep for an hour; what it holds open is closed."""
    scratch, held = tmp_path / "scratch", tmp_path / "held"
    scratch.mkdir()
    os.mkfifo(held)
    reader = os.open(held, os.O_RDONLY | os.O_NONBLOCK)
    endless = tmp_path / "endless"
    endless.write_text(f'#!/bin/sh\nexec >"{held}" 2>&1\nkill -INT $PPID\nexec {shutil.which("sleep")} 3600\n')
    endless.chmod(0o755)
    words = ["node", str(RUNNER), "--jobs", "1", "--only", "FENCE-5", str(vectors), "--", str(endless)]
    ended = subprocess.run(
        words, env={**os.environ, "TMPDIR": str(scratch)}, capture_output=True, check=False, timeout=60
    )
    assert ended.returncode == 130
    assert list(scratch.iterdir()) == []
    assert select.select([reader], [], [], 60) == ([reader], [], [])
    assert os.read(reader, 1) == b""
    os.close(reader)


def test_no_world_is_left_behind(sample: Path, tmp_path: Path) -> None:
    """Whatever the modes in it were: the scratch directory is empty again."""
    words = ["node", str(RUNNER), "--only", "PERM", str(sample), "--", shutil.which("true") or "/bin/true"]
    env = {**os.environ, "TMPDIR": str(tmp_path)}
    subprocess.run(words, env=env, capture_output=True, check=False, timeout=60)
    assert list(tmp_path.iterdir()) == []
    assert (sample / INDEX).exists()
