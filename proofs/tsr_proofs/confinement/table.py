"""The whole of CONF-1 as a table: nine rows of what user and project say, and a column for each product and host.

The user says it on the command line or in a file; which of them makes no difference but for the authority.
"""

from __future__ import annotations

from itertools import product

from tsr_model.confinement import Said, decide
from tsr_proofs.confinement.theorems import PRODUCTS, SAYING
from tsr_proofs.records import Section

_WORDS = {None: "nothing", True: "on", False: "off"}
_HOSTS = {True: "capable host", False: "incapable host"}
COLUMNS = (
    "the user says",
    "the project says",
    *(f"`{product_}`, {host}" for product_, host in product(PRODUCTS, _HOSTS.values())),
)


def rows() -> tuple[tuple[str, ...], ...]:
    """The rows, as the model decides."""
    return tuple(
        (
            _WORDS[user],
            _WORDS[project],
            *(_cell(Said(product_, None, user, project, capable)) for product_, capable in product(PRODUCTS, _HOSTS)),
        )
        for user, project in product(SAYING, SAYING)
    )


def _cell(said: Said) -> str:
    found = decide(said)
    remark = f"; {found.remark}" if found.remark else ""
    return f"{found.boundary} ({found.authority}{remark})"


def lines() -> list[str]:
    """The table as plain text."""
    every = [tuple(cell.replace("`", "") for cell in COLUMNS), *rows()]
    widths = [max(len(row[column]) for row in every) for column in range(len(COLUMNS))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in every]


def section() -> Section:
    """The table as a part of the page of evidence."""
    says = (
        "Whether commands are confined, and whose word that is (CONF-1), as the model decides; every question there is "
        "(confinement-decided). *refused*: no command runs. *vetoed*, *ignored*: the project's word has no effect, and "
        "that is said. On the command line the user's word is the same, and its authority is `command-line`."
    )
    return Section("Who decides about confinement", "tsr-oracle prove", says, ((COLUMNS, rows()),))
