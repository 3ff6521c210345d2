"""What a run of the theorems came to: values, their JSON, and the page that is made of them."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Literal, TypeAlias

from tsr_proofs import records
from tsr_proofs.records import Section
from tsr_proofs.scratch import can_chroot

Word: TypeAlias = Literal[
    "exhausted",
    "exhausted up to",
    "conforms to this kernel up to",
    "confirmed",
    "proved (translation)",
    "not refuted",
    "refuted",
    "not run",
]
"""The words that stand in front of a claim; what earns each is said in the page."""


@dataclass(frozen=True, slots=True)
class WitnessRow:
    """The property beside a theorem that had to be refuted."""

    says: str
    refuted: bool
    counterexample: str | None


@dataclass(frozen=True, slots=True)
class FaultRow:
    """A seeded fault, and the smallest scope in which the theorem noticed it."""

    name: str
    says: str
    killed: bool
    scope: str | None
    counterexample: str | None


@dataclass(frozen=True, slots=True)
class FindingRow:
    """What comes of a claim that does not hold: who gains what by it, what `--strict` does, how it is shown by hand."""

    gained: str
    strict: str
    by_hand: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One theorem."""

    name: str
    clauses: tuple[str, ...]
    says: str
    expected: Word
    status: Word
    scope: str
    cases: int
    seconds: float
    counterexample: str | None
    witness: WitnessRow
    faults: tuple[FaultRow, ...]
    finding: FindingRow | None = None

    @property
    def ok(self) -> bool:
        """Whether the theorem has its expected status, its witness is refuted and its faults are killed."""
        return self.status == self.expected and self.witness.refuted and all(fault.killed for fault in self.faults)


@dataclass(frozen=True, slots=True)
class BoxRow:
    """One finite scope that was gone through, and by which theorems. `moves`: those between states of a machine."""

    says: str
    theorems: tuple[str, ...]
    cases: int
    seconds: float
    moves: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """A whole run. `seconds` are wall-clock seconds, those of the rows CPU seconds (a row's share of common work)."""

    tier: str
    jobs: int
    rows: tuple[Row, ...]
    boxes: tuple[BoxRow, ...]
    tools: tuple[tuple[str, str], ...]
    seconds: float
    seed: str = "none: nothing is drawn at random"

    @property
    def ok(self) -> bool:
        """Whether every row is as expected."""
        return all(row.ok for row in self.rows)


def tools() -> tuple[tuple[str, str], ...]:
    """What a run was made with."""
    where = "in a chroot" if can_chroot() else "below a scratch prefix (no right to chroot)"
    found = [("python", platform.python_version()), ("kernel", f"{platform.system()} {platform.release()}, {where}")]
    for name in ("crosshair-tool", "z3-solver"):
        try:
            found.append((name, version(name)))
        except PackageNotFoundError:
            found.append((name, "not installed"))
    return tuple(found)


# --- JSON ------------------------------------------------------------------------------------------------------------


def to_json(report: Report) -> str:
    """The report as JSON text."""
    return json.dumps(asdict(report), indent=2, ensure_ascii=False) + "\n"


def from_json(text: str) -> Report:
    """The report that a JSON text holds. Raises KeyError or TypeError where it holds none."""
    data: dict[str, Any] = json.loads(text)
    rows = tuple(_row(row) for row in data.pop("rows"))
    boxes = tuple(BoxRow(**{**box, "theorems": tuple(box["theorems"])}) for box in data.pop("boxes"))
    named = tuple((name, said) for name, said in data.pop("tools"))
    return Report(rows=rows, boxes=boxes, tools=named, **data)


def _row(data: dict[str, Any]) -> Row:
    faults = tuple(FaultRow(**fault) for fault in data["faults"])
    witness = WitnessRow(**data["witness"])
    finding = (
        None
        if data["finding"] is None
        else FindingRow(**data["finding"] | {"by_hand": tuple(data["finding"]["by_hand"])})
    )
    read = {"clauses": tuple(data["clauses"]), "witness": witness, "faults": faults, "finding": finding}
    return Row(**{**data, **read})


# --- the page --------------------------------------------------------------------------------------------------------

COMMAND = "tsr-oracle prove --tier {tier}"
ACCIDENT, CONFIG, SHARED = "THREAT-1 accident", "THREAT-2 untrusted config", "THREAT-3 shared machine"
THREATS = {
    **dict.fromkeys(("ENV", "PATH", "PLAN", "OUT", "TIER-3", "TIER-4", "TIER-G1"), CONFIG),
    **dict.fromkeys(("DISC", "PERM"), SHARED),
    "CONF": CONFIG,
}
"""Which threat a clause answers, or all of a chapter, where it is not an accident."""
WORDS = """\
| word | earned by |
|---|---|
| **exhausted up to** … | every case of the scope checked: N nodes besides the workspace and its neighbour, A names, \
T parts in a link's target, L parts in an operand; of runs, in the shapes and ways that the scope names, all states \
with U units and D descendants each; or what the scope counts in words; several are separated by `;` |
| **conforms to this kernel up to** … | the same, held against the real kernel by real system calls |
| **confirmed** … | CrossHair went through all paths of the search tree, and brute force over small numbers agrees \
(cases: paths and tries together) |
| **proved (translation)** … | a solver found that a translation of the rule has no counterexample, and it agrees \
with the rule itself on every text that was tried (cases) |
| **not refuted** | anything else |
| **refuted** | a counterexample that was replayed; it is a finding |
"""
ASSUMPTIONS = """\
- The model leaves out mounts within a tree, access control lists, permission enforcement and concurrency (FENCE-R is \
about the runner, not the model; OPEN-6, OPEN-9). Nothing above speaks of them.
- Hard links are in the scope of the kernel's conformance, not in that of the fence: FENCE-14 is a non-goal, and its \
counterexample stands under the findings.
- A tree is the set of its entries: it is made once, not once for each order of making them. The names are never \
exchanged for one another, since the workspace has one of them and its neighbour the other.
- The second reading of the walk (`tsr_proofs/fence/walk.py`) goes by recursion on the tree and shares nothing with \
the model.
- The theorems speak of the model. That the runner does as the model says is what the differential runs are for.
- Names are opaque: two of them, one the beginning of the other, stand for all. The lemmas take them as whole numbers.
- TIER-3, TIER-4 and TIER-G1 speak of ENV, PATH, DISC and PERM; the machine of a run knows no flag that could relax \
TREE or INT.
- The machine of a run has no time but for the end of a grace, which may come as soon as SIGTERM was sent: that it \
takes 2 s is what the differential runs look at. A unit is one program, or one builtin. Only the child itself starts \
processes and is stopped; descendants live on, leave the group, and die. A signal reaches at once what it is sent to.
- A failure counts as over when the runner notices it, since what begins before that has not waited for it (EXIT-6).
- States of a run that differ in the order of a command's descendants, in what is dead, or in the names of units that \
stand side by side in the same way, are counted once (alike-states-move-alike).
- The other user of PERM-G1 makes one move at a time, may be in any group, and is not root. What it puts in a place \
counts as read, although the runner would judge it again, and might refuse it then. What belongs to the user or to \
root counts as put there by them, but for what somebody else can have moved there (strict-unmoved). What a group \
may write that user may write; a mode of `0700` on a directory keeps it out. Access control lists, further names of a \
file (hard links), file systems that are mounted with other rights, and races are left out.
- The trees of PERM are those that the way to the file meets: what it never looks up is not varied, but for one \
neighbouring directory.
- PATH is what `execvp` makes of it: entries between colons, an empty one being the working directory.
- OUT-1 speaks of plans and of refusals with fixed wording; lists, warnings and the lines of a run that has begun are \
not in the model. For these the differential runs look for marked values.
- PLAN-G1 compares environments that set the same names. The values differ, `HOME` and `PATH` among them.
- What a manifest says is not in the model: of packages it is given the names that they have and that they need, which \
for four ecosystems the cases and the tests of the runner look at (PKG-7 to PKG-11). The theorems about packages have \
two tasks and up to four packages, whose markers are empty.
- Git is not in the model. GIT-3 is about what follows from a given set of changed files: which packages are affected, \
and that a fan-out which is narrowed loses nothing that `^` runs.
- FORM-4 and FENCE-9 look at what is there when they look: what is installed, linked or taken away while a unit \
runs is concurrency, and left out.
- Across file systems `mv` copies and deletes; no scope has two devices yet.
- CONF speaks of what is decided and of which places are granted. That the kernel then holds a \
command to them is what `tests/confine` looks at (CONF-G3), on the kernel at hand.
"""


def render(report: Report, sections: Iterable[Section] = ()) -> str:
    """The page: threats, clauses, guarantees, evidence; then faults, findings, scopes, assumptions and non-goals.

    The sections, of what other commands have recorded, come last.
    """
    command = COMMAND.format(tier=report.tier)
    claims = [row for row in report.rows if row.expected != "refuted"]
    broken = [row for row in claims if row.status == "refuted"]
    expected = [row for row in report.rows if row.expected == "refuted"]
    parts = [
        "# Evidence\n",
        f"Made by `{command} --write docs/evidence.md`, never by hand. Seed: {report.seed}. Made with: "
        + ", ".join(f"{name} {said}" for name, said in report.tools)
        + f". Measured: {_rounded(report.seconds)} s on {report.jobs} processes.\n",
        WORDS,
        "## Guarantees\n\n| threat | clause | guarantee | evidence | cases | witness |\n|---|---|---|---|---|---|",
        *(_claim(row) for row in claims),
        f"\nEvery row is checked again by `{command}`. None says anything of mounts, access control, concurrency or "
        "hard links (but where it says so): see the assumptions.\n",
        "## Faults\n\nEach is a wrong version of the model, put in its place, and the smallest scope to notice it.\n",
        "| theorem | fault | what is wrong | noticed in |\n|---|---|---|---|",
        *(_fault(row, fault) for row in report.rows for fault in row.faults),
        "\n## Findings\n",
        *(_finding(row) for row in [*broken, *expected]),
        "## Scopes\n\n| scope | theorems | cases |\n|---|---|---|",
        *(f"| {box.says} | {', '.join(box.theorems)} | {_counted(box)} |" for box in report.boxes),
        "\n## Assumptions and non-goals\n\n" + ASSUMPTIONS,
        *map(records.render, sections),
    ]
    return "\n".join(parts)


def _claim(row: Row) -> str:
    first = row.clauses[0]
    threat = THREATS.get(first) or THREATS.get(first.partition("-")[0], ACCIDENT)
    witness = "refuted" if row.witness.refuted else "**NOT refuted**"
    word = f"**{row.status}** {row.scope}".strip()
    says = f"{_cell(row.says)} (`{row.name}`)"
    return f"| {threat} | {', '.join(row.clauses)} | {says} | {word} | {row.cases:,} | {witness} |"


def _fault(row: Row, fault: FaultRow) -> str:
    noticed = fault.scope if fault.killed else "**not noticed**"
    return f"| {row.name} | {fault.name} | {_cell(fault.says)} | {noticed} |"


def _finding(row: Row) -> str:
    *case, wrong = (row.counterexample or "no counterexample").splitlines()
    shown = "\n".join("    " + line for line in (*case, f"# {wrong}"))
    title = "expected" if row.expected == row.status else f"UNEXPECTED, was to be {row.expected}"
    said = f"### {', '.join(row.clauses)}: {row.name} ({title})\n\nRefuted: {row.says}\n\n{shown}\n"
    if row.finding is None:
        return said
    if row.finding.by_hand:
        said += "\nBy hand:\n\n" + "".join(f"    {line}\n" for line in row.finding.by_hand)
    return f"{said}\n- Gained: {row.finding.gained}\n- `--strict`: {row.finding.strict}\n"


def _counted(box: BoxRow) -> str:
    return f"{box.cases:,} states, {box.moves:,} moves" if box.moves else f"{box.cases:,}"


def _cell(text: str) -> str:
    return (text[:1].upper() + text[1:]).replace("|", "\\|")


def _rounded(seconds: float) -> int:
    return 5 * max(1, round(seconds / 5))


def write_evidence(report: Report, path: str | Path, sections: Iterable[Section] = ()) -> None:
    """Writes the page."""
    Path(path).write_text(render(report, sections), encoding="utf-8")


def statuses(page: str) -> list[tuple[str, ...]]:
    """Clauses, guarantee and evidence word of each row of a page's table of guarantees."""
    table = page.partition("## Guarantees")[2].partition("\n## ")[0]
    cells = [[cell.strip() for cell in line.split(" | ")] for line in table.splitlines() if line.startswith("| THREAT")]
    return [(row[1], row[2], row[3].split("**")[1]) for row in cells]
