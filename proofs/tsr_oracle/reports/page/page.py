"""Puts the page together: template, style, script, what a record says, and a policy that lets in nothing else.

The policy names style and script by their hashes, and forbids all else. So even a text of a subject that got past the
escaping would neither run nor ask for anything.
"""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files
from string import Template

from tsr_oracle.record.record import Record
from tsr_oracle.reports.page.escaping import json_block, text
from tsr_oracle.reports.page.failures import data
from tsr_oracle.reports.page.sections import clause_table, facts, guarantees, run
from tsr_oracle.terminal import verdict
from tsr_oracle.traces.traces import theorems

_POLICY = (
    "default-src 'none'; style-src '{style}'; script-src '{script}'; base-uri 'none'; form-action 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)

_SCRIPTS = ("elements.js", "drawing.js", "failure.js", "page.js")


def page(record: Record, directory: str, evidence: str | None = None) -> str:
    """The page. `directory`: where the case files lie. `evidence`: a report of `prove --json`. Raises TraceError.

    Without a report the one that is committed beside the source is taken; where there is none, the page says so.
    """
    style, script = stylesheet(), "".join(map(_source, _SCRIPTS))
    return Template(_source("page.html")).substitute(
        policy=_POLICY.format(style=hash_of(style), script=hash_of(script)),
        style=style,
        script=script,
        subject=text(record.header.subject_version),
        outcome="passed" if record.passed() else "failed",
        verdict=text(verdict(record)),
        facts=facts(record),
        run=run(record),
        guarantees=guarantees(record, theorems(evidence)),
        clauses=clause_table(record),
        data=json_block(data(record, directory)),
    )


def stylesheet() -> str:
    """How our pages look."""
    return _source("page.css")


def _source(name: str) -> str:
    return (files("tsr_oracle.reports.page") / name).read_text("utf-8")


def hash_of(source: str) -> str:
    """What the policy calls an element with this content."""
    return f"sha256-{base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()}"
