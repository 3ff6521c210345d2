"""Records for the page to show: one with a failure of each sort, one with odd texts, one with thousands of failures."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable

from tsr_oracle.classes import Class
from tsr_oracle.divergences import Divergence
from tsr_oracle.expected import Difference
from tsr_oracle.record.record import Failure, Footer, Header, Line, Record, Standing
from tsr_spec import CLAUSES_VERSION
from tsr_spec.case import Case, Entry, File, Given, HardLink, Link

HEADER = Header(
    "check",
    CLAUSES_VERSION,
    ("./tsr",),
    " --impl ./tsr",
    "tsr 9",
    "seed",
    "divergence",
    7,
    (),
    True,
    "",
    "2027-01-02T03:04:05Z",
)
EXCUSE = Divergence(
    "FENCE-16", None, "stricter", "a slash too many", "https://example.org/7", datetime.date(2999, 1, 1)
)


def config(run: str, *, allow: str = "") -> File:
    """The config of a workspace with one task."""
    return File(
        "ws/tasks.toml", f'{allow and f"[security]{chr(10)}allow_paths = [{allow}]{chr(10)}"}[tasks.t]\nrun = "{run}"\n'
    )


def failure(
    name: str,
    worst: Class,
    clause: str,
    *tree: Entry,
    why: str = "no admissible outcome",
    standing: Standing = "counts",
    differences: Iterable[tuple[str, str, str]] = (),
    said: str = "",
    argv: tuple[str, ...] = ("t",),
) -> Failure:
    """A failure of the spec's case `name`, as a record has it."""
    case = Case(f"a case called {name}", (clause,), Given(argv, tree), ())
    line = Line("spec", "binary", name, worst, clause)
    found = tuple(Difference(*difference) for difference in differences)
    return Failure(line, case, (clause, "SHELL-1"), why, found, said, standing)


def record(*failures: Failure, agreeing: int = 3) -> Record:
    """A record with these failures, and some cases that agree."""
    agreed = [Line("spec", "binary", f"fine-{number}", "agree", "") for number in range(agreeing)]
    lines = (*(one.line for one in failures), *agreed)
    tested = Counter(clause for one in failures for clause in one.clauses)
    worst: dict[str, Class] = {clause: one.worst for one in reversed(failures) for clause in one.clauses}
    excused = sum(one.standing == "excused" for one in failures)
    footer = Footer({}, dict(tested) | {"FENCE-2": 3}, worst, ((EXCUSE, excused),) if excused else (), (), 1.0)
    return Record(HEADER, lines, failures, footer)


def of_each_sort() -> Record:
    """A link that leaves the bounds, one that dangles, a hard link, a second file system; each standing."""
    escape = failure(
        "left",
        "escape",
        "FENCE-G1",
        config("rm -r in/sub", allow="'../share'"),
        File("out/f", "precious"),
        File("share/f", "shared"),
        Link("ws/in", "../out"),
        Link("ws/nowhere", "../gone/f"),
        Link("ws/shared", "../share"),
        Link("share/again", "f"),
        HardLink("ws/same", "ws/tasks.toml"),
        why="out/f: a file 'precious' (0644) before, gone afterwards",
        differences=[
            ("out/f", "a file 'precious' (0644)", "nothing there"),
            ("ws/new", "nothing there", "a file '' (0644)"),
            ("exit", "1", "0"),
        ],
        said="rm: removed\n",
    )
    other = failure(
        "other",
        "loss",
        "FENCE-12",
        config("mv /@OTHER@/a b"),
        File("/@OTHER@/a", "far"),
        Link("ws/far", "/@OTHER@/d"),
        File("/@OTHER@/d/x", "x"),
        differences=[("/@OTHER@/a", "nothing there", "a file 'far' (0644)")],
    )
    excused = failure("slash", "stricter", "FENCE-16", config("cat a/"), standing="excused")
    warned = failure("warned", "divergence", "CLI-2", config("true"), standing="warning")
    return record(escape, other, warned, excused)


HOSTILE = (
    "</script><script>document.title = 'taken'</script>",
    "<img src=x onerror=\"document.title = 'taken'\">",
    "<!-- <script>",
    "\x1b[31mred\x07",
    "\u202egnp.exe",
    "\udcff",
    "`<b>`",
    "\u2028",
)


def hostile() -> Record:
    """Each text of a subject, of a case and of a divergence file holds what would break out of where it is shown."""
    text = " ".join(HOSTILE)
    names = (File(f"ws/{index}{one.replace('/', '')}", text) for index, one in enumerate(HOSTILE))
    found = [
        failure(
            text + standing,
            "escape",
            "FENCE-1",
            config("true"),
            *names,
            Link("ws/l", text),
            why=text,
            standing=standing,
            differences=[(text, text, text)],
            said=text,
            argv=("t", text),
        )
        for standing in ("counts", "excused")
    ]
    return record(*found)


def thousands(count: int) -> Record:
    """So many failures: of every ten an escape, the others divergences, by two clauses in turn."""
    return record(
        *(
            failure(
                f"7:{number}",
                "escape" if number % 10 == 0 else "divergence",
                ("FENCE-2", "FENCE-3")[number % 2],
                config("true"),
                why=f"number {number}",
                differences=[("exit", "1", "0"), ("out/f", "a file", "nothing there")],
            )
            for number in range(count)
        )
    )
