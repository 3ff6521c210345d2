"""An audit as SARIF 2.1.0, for code scanning: a result a finding, at its line."""

from __future__ import annotations

import json
from hashlib import sha256
from urllib.parse import quote

from tsr_model.names import text
from tsr_oracle.audit import account
from tsr_oracle.audit.audit import Audit
from tsr_oracle.audit.finding import Finding
from tsr_oracle.reports.sarif import MOST_RESULTS, ROOT, SCHEMA, Json, clause_rule, message
from tsr_oracle.visible import visible
from tsr_spec import CLAUSES_VERSION
from tsr_spec.chapters import clauses


def as_sarif(audit: Audit) -> str:
    """All of it, in ASCII. Files beneath the workspace root are named from there."""
    names = sorted({one.clause for one in audit.findings})
    driver = {
        "name": "tsr-oracle audit",
        "version": CLAUSES_VERSION,
        "rules": [clause_rule(clauses()[name]) for name in names],
    }
    root = audit.governed.root_place
    run = {
        "tool": {"driver": driver},
        "originalUriBaseIds": {
            ROOT: {"uri": f"file://{_uri(text(root))}/", "description": message("the workspace root")}
        },
        "results": [_result(audit, one, names) for one in audit.findings[:MOST_RESULTS]],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}) + "\n"


def _result(audit: Audit, one: Finding, names: list[str]) -> Json:
    about = account.of_tasks(one)
    told = f"{about}: {one.what}. {one.do}" if about else f"{one.what}. {one.do}"
    print_of = sha256(f"{one.clause} {one.place} {one.what}".encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return {
        "ruleId": one.clause,
        "ruleIndex": names.index(one.clause),
        "level": one.level,
        "message": message(visible(told)),
        "locations": [{"physicalLocation": _location(audit, one)}],
        "partialFingerprints": {"finding/v1": print_of},
    }


def _location(audit: Audit, one: Finding) -> Json:
    inner = audit.governed.inner(one.place)
    outside = {"uri": f"file://{_uri(text(one.place))}"}
    beneath = None if inner is None else {"uri": _uri("/".join(inner)), "uriBaseId": ROOT}
    return {"artifactLocation": beneath or outside, "region": {"startLine": one.line}}


def _uri(written: str) -> str:
    return quote(written.encode("utf-8", "surrogateescape"))
