"""Small records made up for the tests of reports: what a subject may print at worst, and each way a failure stands."""

from __future__ import annotations

import datetime
from dataclasses import replace

from tsr_oracle.classes import CLASSES, Class
from tsr_oracle.divergences import Divergence
from tsr_oracle.expected import Difference
from tsr_oracle.record.record import Failure, Footer, Header, Line, Record, Standing, severity
from tsr_spec import CLAUSES_VERSION
from tsr_spec.case import Case, File, Given, Link
from tsr_spec.chapters import clauses

NASTY = (
    "`a` ```` \x1b[31m \x9b \u202e \ufffe \x00 \udcff \ud800 ]]> &amp; <script>x</script> [l](http://e.example/) {0} "
    "![i](p) </code> | **b** _i_ ~~s~~ https://e.example www.e.example a@e.example @team #1 $x$ \\ <!-- \u200b\r\n"
    "# head\n- item\n```\n    code\n\n---\n"
)
"""Marks of Markdown, HTML, XML, SARIF, terminals; what is no letter, and what is no text."""

HEADER = Header(
    command="check",
    clauses=CLAUSES_VERSION,
    subject=("./tsr",),
    options=" --impl ./tsr",
    subject_version="tsr 1.2",
    level="seed",
    fail_on="divergence",
    seed=1,
    shards=(),
    whole=True,
    confinement="Confined by Landlock.",
    started="2027-01-02T03:04:05Z",
)
KNOWN = Divergence(
    "FENCE-16", None, "stricter", "a slash is refused", "https://example.org/7", datetime.date(2027, 6, 30)
)
PLACE = "results/record.jsonl"


def case(number: int, text: str = "true") -> Case:
    """A small case, another for each number."""
    config = f'[tasks.t]\nrun = "{text}"\n# {number}\n'
    return Case(f"case {number}", (), Given(("t",), (File("ws/tasks.toml", config), Link("ws/l", "../out"))), ())


def agreeing(number: int) -> Line:
    """A generated case in which all is well."""
    return Line("generated", "binary", f"1:{number}", "agree", "")


def failing(
    number: int,
    worst: Class = "escape",
    clause: str = "FENCE-5",
    standing: Standing = "counts",
    why: str = "out/f is gone",
) -> Failure:
    """A generated case that failed so."""
    line = Line("generated", "binary", f"1:{number}", worst, clause)
    by = (clause, "SHELL-1") if clause else ()
    differences = (Difference("exit", "1", "0"), Difference("out/f", "a file 'f' (0644)", "nothing there"))
    return Failure(line, case(number), by, why, differences, "rm: gone\n", standing)


def nasty() -> Failure:
    """A failure of which all that a subject, a case or a person can word is as bad as it gets."""
    line = Line("generated", "binary", "1:666", "crash", "ENV-1")
    name = NASTY.replace("/", "").replace("\0", "").replace("\ud800", "")
    tree = (File("ws/tasks.toml", f"[tasks.t]\nrun = '''{name}'''\n"), File(f"ws/{name}", name), Link("ws/n", name))
    given = Given(("t", name), tree, env=(("X", name),), stdin=name)
    differences = (Difference(f"ws/{name}", NASTY, NASTY), Difference("stdout", NASTY, NASTY))
    return Failure(
        line,
        Case("nasty", (), given, ()),
        ("ENV-1",),
        NASTY,
        differences,
        NASTY,
        "counts",
        smallest=True,
        origin="0123456789ab",
    )


def record(*found: Failure, agree: int = 3, header: Header = HEADER, **footer: object) -> Record:
    """The record of a run with these failures, and so many cases in which all was well."""
    lines = [agreeing(10_000 + number) for number in range(agree)] + [failure.line for failure in found]
    worst: dict[str, Class] = {}
    for failure in found:
        for name in failure.clauses:
            worst[name] = min(worst.get(name, "agree"), failure.worst, key=CLASSES.index)
    sums = Footer({}, {"FENCE-5": 7, "FENCE-G1": 7, "ENV-1": 1}, worst, (), (), 12.3)
    return Record(header, tuple(lines), tuple(sorted(found, key=severity)), replace(sums, **footer))


def of_every_kind() -> Record:
    """A record with everything that a report has to tell."""
    return record(
        nasty(),
        failing(1),
        failing(2),
        failing(3, "divergence", "SHELL-1"),
        failing(4, "stricter", "FENCE-5"),
        failing(5, "divergence", "FENCE-12", "warning"),
        failing(6, "stricter", "FENCE-16", "excused"),
        failing(7, "hang", ""),
        header=replace(HEADER, subject_version=NASTY, confinement=NASTY),
        skipped={"needs another user": 4, NASTY: 1},
        excuses=((KNOWN, 1), (replace(KNOWN, clause="FENCE-17", reason=NASTY), 0)),
        expired=(replace(KNOWN, clause="FENCE-20", link=NASTY),),
    )


def of_many(count: int) -> Record:
    """A record with so many failures, by every clause and of every class."""
    names, failing_classes = list(clauses()), CLASSES[:-1]
    found = (
        failing(number, failing_classes[number % len(failing_classes)], names[number % len(names)])
        for number in range(count)
    )
    return record(*found, agree=count)
