"""`audit`: what a workspace's config would run, what the guards say of it, and what it reaches; nothing is run."""

from __future__ import annotations

import argparse
import sys

from tsr_oracle.exit_codes import FAILED
from tsr_oracle.verbs.words import Misuse, Verbs

_DESCRIPTION = (
    "Reads a real workspace as the model sees it: which config governs, what each task would run, what the guards "
    "refuse, and what the config reaches beyond what it shows. Nothing is run, git isn't asked, and no file is read "
    "but by the rules of the guards. Exit code 0: nothing as severe as --fail-on; 1: something is; 64: it was called "
    "wrongly, or nothing governs there."
)
_FORMATS = ("text", "markdown", "html", "json", "sarif")


def add(verbs: Verbs) -> None:
    """What it takes."""
    verb = verbs.add_parser("audit", help="say what a real workspace would run and reach", description=_DESCRIPTION)
    verb.add_argument("directory", metavar="DIR", help="where `tsr` would be typed")
    verb.add_argument("task", nargs="?", metavar="TASK", help="only this task (default: every task of the config)")
    verb.add_argument("--strict", action="store_true", help="as with `tsr --strict`")
    verb.add_argument("--format", choices=_FORMATS, default="text", help="how it is printed (default: text)")
    levels = ("error", "warning", "note", "never")
    help = f"the mildest level that gives exit code 1: {', '.join(levels)} (default: warning)"
    verb.add_argument("--fail-on", choices=levels, default="warning", metavar="LEVEL", help=help)
    verb.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Prints the audit."""
    from tsr_oracle.audit import report
    from tsr_oracle.audit.audit import NothingToAudit, audit
    from tsr_oracle.audit.live_files import Unseen
    from tsr_oracle.audit.sarif import as_sarif

    try:
        found = audit(arguments.directory, arguments.task, strict=arguments.strict)
    except (NothingToAudit, Unseen) as error:
        raise Misuse(f"audit: {error}") from None
    forms = {
        "text": report.as_text,
        "markdown": report.as_markdown,
        "html": report.as_html,
        "json": report.as_json,
        "sarif": as_sarif,
    }
    sys.stdout.write(forms[arguments.format](found))
    return FAILED if report.fails(found, None if arguments.fail_on == "never" else arguments.fail_on) else 0
