"""An audit as text, Markdown, HTML and JSON: the verdict first, then the findings, then the account."""

from __future__ import annotations

import html
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, TypeAlias

from tsr_model.messages import shown
from tsr_model.names import text
from tsr_model.plan import command_line
from tsr_model.workload import Work
from tsr_oracle.audit import account
from tsr_oracle.audit.audit import Audit
from tsr_oracle.audit.finding import LEVELS, Finding, Level
from tsr_oracle.reports.markdown import fenced, quoted
from tsr_oracle.reports.page.page import hash_of, stylesheet
from tsr_oracle.terminal import coloured
from tsr_oracle.visible import visible
from tsr_spec import CLAUSES_VERSION

Json: TypeAlias = dict[str, Any]
Section: TypeAlias = tuple[str, list[str]]

_COLOURS: dict[Level, int] = {"error": 31, "warning": 33, "note": 36}
_BOLD = 1


def fails(audit: Audit, fail_on: Level | None) -> bool:
    """Whether there is something as severe as that, or severer."""
    return fail_on is not None and any(LEVELS.index(one.level) <= LEVELS.index(fail_on) for one in audit.findings)


def verdict(audit: Audit) -> str:
    """How much of what there is, on a line."""
    counts = Counter(one.level for one in audit.findings)
    told = [f"{counts[level]} {level}{'s' if counts[level] != 1 else ''}" for level in LEVELS if counts[level]]
    return ", ".join(told) or "nothing to say against it"


def sections(audit: Audit) -> Iterator[Section]:
    """The account, a part each."""
    yield "what governs", list(account.what_governs(audit))
    for run in audit.runs:
        yield f"what `{run.task}` runs", list(account.what_runs(audit, run))
    yield "with --strict", list(account.what_strict_changes(audit))
    yield "with --confine", list(account.what_confine_changes(audit))


def heading(audit: Audit) -> str:
    """What was looked at, and the verdict."""
    return f"{text(audit.start)}: {verdict(audit)}"


# --- text ------------------------------------------------------------------------------------------------------------


def as_text(audit: Audit) -> str:
    """For a terminal."""
    lines = [coloured(visible(heading(audit)), _BOLD), ""]
    for one in audit.findings:
        about = account.of_tasks(one)
        lines.append(f"{coloured(one.level, _COLOURS[one.level])}  {visible(account.headline(audit, one))}")
        lines.append(visible(f"    {about + ': ' if about else ''}{one.do}"))
    lines += [""] * bool(audit.findings)
    for title, told in sections(audit):
        lines += [coloured(visible(f"{title}:"), _BOLD), *(visible(f"    {line}") for line in told)]
    return "\n".join(lines) + "\n"


# --- Markdown --------------------------------------------------------------------------------------------------------


def as_markdown(audit: Audit) -> str:
    """For a comment or a summary: whatever the workspace is called, no letter of it is a mark."""
    lines = [f"## {quoted(text(audit.start))}: {verdict(audit)}", ""]
    if audit.findings:
        lines += ["| level | where | clause | what | what to do |", "|---|---|---|---|---|"]
        lines += [_row(audit, one) for one in audit.findings]
    for title, told in sections(audit):
        lines += ["", f"### {quoted(title)}", "", fenced(told).rstrip("\n")]
    return "\n".join(lines) + "\n"


def _row(audit: Audit, one: Finding) -> str:
    about = account.of_tasks(one)
    what = quoted(f"{about}: {one.what}" if about else one.what, 400)
    return f"| {one.level} | {quoted(account.where(audit, one), 400)} | {one.clause} | {what} | {quoted(one.do, 400)} |"


# --- HTML ------------------------------------------------------------------------------------------------------------

_STYLE = """
article { border-left: 4px solid var(--line); background: var(--raised); padding: 1rem 1.25rem; margin: 1rem 0; }
article.error { border-color: var(--grave); background: var(--grave-tint); }
article.warning { border-color: var(--mild); }
article p { margin: 0.25rem 0 0; }
main h2 { margin-top: 3rem; }
"""

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '{policy}'">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
<h1>{verdict}</h1>
<p class="lead"><code>{start}</code></p>
{findings}
{account}
</main>
<footer>tsr-oracle audit, clauses {clauses}. Nothing was run. What a finding's clause says:
<code>tsr-oracle clauses CLAUSE</code></footer>
</body>
</html>
"""


def as_html(audit: Audit) -> str:
    """One page that loads nothing, and runs nothing."""
    style = stylesheet() + _STYLE
    return _PAGE.format(
        title=_escaped(f"audit of {text(audit.start)}"),
        style=style,
        policy=hash_of(style),
        verdict=_escaped(verdict(audit)),
        start=_escaped(text(audit.start)),
        findings="\n".join(_article(audit, one) for one in audit.findings),
        account="\n".join(f"<h2>{_escaped(title)}</h2>\n<pre>{_lines(told)}</pre>" for title, told in sections(audit)),
        clauses=CLAUSES_VERSION,
    )


def _article(audit: Audit, one: Finding) -> str:
    about = account.of_tasks(one)
    return (
        f'<article class="{one.level}">\n<h3>{one.level}: {_escaped(one.what)}</h3>\n'
        f"<p><code>{_escaped(account.where(audit, one))}</code>{_escaped(', ' + about if about else '')}</p>\n"
        f"<p>{_escaped(one.do)}</p>\n<p><small>{one.clause}: {_escaped(account.title(one))}</small></p>\n</article>"
    )


def _lines(told: list[str]) -> str:
    return "\n".join(map(_escaped, told))


def _escaped(words: str) -> str:
    return html.escape(visible(words))


# --- JSON ------------------------------------------------------------------------------------------------------------


def as_json(audit: Audit) -> str:
    """For programs; docs/audit.md says what each key is."""
    governed = audit.governed
    document: Json = {
        "clauses": CLAUSES_VERSION,
        "directory": text(audit.start),
        "config": None if governed.place is None else text(governed.place),
        "workspace": text(governed.root_place),
        "findings": [_finding(one) for one in audit.findings],
        "stricter": None if audit.stricter is None else [_finding(one) for one in audit.stricter],
        "tasks": [
            {
                "name": run.task,
                "refused": list(run.refusal.clauses) if run.refusal else [],
                "isolated": run.is_isolated,
                "units": [_unit(work) for work in run.works],
            }
            for run in audit.runs
        ],
    }
    return json.dumps(document, indent=1) + "\n"


def _finding(one: Finding) -> Json:
    return {
        "level": one.level,
        "clause": one.clause,
        "file": text(one.place),
        "line": one.line,
        "tasks": list(one.tasks),
        "what": one.what,
        "do": one.do,
    }


def _unit(work: Work) -> Json:
    return {
        "label": shown(work.label),
        "directory": shown(work.directory),
        "command": shown(command_line(work)),
    }
