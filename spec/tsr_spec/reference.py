"""The guard reference: one row a clause that guards something, made from the chapters (`python -m tsr_spec.reference`).

What a refusal ends with is what the clause's cases end with, so that the table says nothing that no case shows.
"""

from __future__ import annotations

from tsr_spec.case import Case
from tsr_spec.chapters import Clause, Tier, chapters

RELAXED_BY: dict[Tier, str] = {
    "config-relaxable": "`[security] allow_paths`",
    "cli-only": "`--allow-unsafe-env`",
    "never-relaxed": "nobody",
    "user-authority": "the user's file",
}
GUARDS = ("FENCE", "ENV", "PATH", "DISC", "PERM")
"""The chapters whose clauses guard something while a config is loaded or a builtin runs."""


def page() -> str:
    """The whole page, in Markdown."""
    lines = [
        "# Guard reference",
        "",
        "Every rule that guards something: all are on by default (TIER-1). Made from the clauses and their cases by",
        "`make readme`; the clauses themselves are in [the spec](../spec/tsr_spec/README.md). What `--strict` asks",
        "besides is in CLI-14, and in PERM-3 for who may have written what decides. Process trees and interrupts are",
        "in TREE and INT, which nothing relaxes.",
        "",
        "| clause | what it guards | relaxed by | a refusal ends with | threats |",
        "|---|---|---|---|---|",
    ]
    for chapter in chapters():
        if chapter.name in GUARDS:
            lines += [_row(clause, chapter.cases) for clause in chapter.clauses if _guards(clause)]
    return "\n".join(lines) + "\n"


def _guards(clause: Clause) -> bool:
    return clause.kind == "rule" and clause.tier in RELAXED_BY and clause.provenance != "ours"


def _row(clause: Clause, cases: tuple[Case, ...]) -> str:
    """The row of a clause; the codes are those of its own cases: 1 by a builtin, 64 by the runner."""
    codes = sorted({case.admissible[0].exit for case in cases if case.clauses[0] == clause.id} & {1, 64})
    ends = ", ".join(map(str, codes)) or "—"
    cells = (clause.id, clause.title, RELAXED_BY[clause.tier], ends, " ".join(clause.threats) or "—")
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    print(page(), end="")
