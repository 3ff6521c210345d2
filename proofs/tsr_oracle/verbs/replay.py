"""`replay`: runs saved cases again, and says of each: fixed, failing, or error."""

from __future__ import annotations

import argparse

from tsr_oracle import terminal
from tsr_oracle.check import failure_of, line_of
from tsr_oracle.replay import replay
from tsr_oracle.verbs.words import Verbs, add_subject, read_case, replay_words, setting_of
from tsr_oracle.worker import Judged, Way


def add(verbs: Verbs) -> None:
    """What it takes."""
    verb = verbs.add_parser("replay", help="run saved cases again: fixed, failing, or error")
    verb.add_argument("file", nargs="+", metavar="FILE", help="a case file, or the id of one of the spec's cases")
    add_subject(verb)
    verb.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Runs each case once; 1 unless all are fixed, or fail in a way that only warns."""
    named = [(name, read_case(name)) for name in arguments.file]
    way: Way = "binary" if arguments.impl is not None else "hosted"
    judged = replay(setting_of(arguments), [case for _, case in named], way)
    fixed = [_say(name, one, replay_words(name, arguments)) for (name, _), one in zip(named, judged, strict=True)]
    return 0 if all(fixed) else 1


def _say(name: str, judged: Judged, again: str) -> bool:
    if judged.verdict is None:
        print(f"{name}: error: {judged.skipped}")
        return False
    if judged.verdict.worst == "agree":
        print(f"{name}: fixed")
        return True
    warns = judged.verdict.warning
    print(f"{name}: failing{' (a warning: it rests on a ruling; --level says what counts)' if warns else ''}")
    print("\n".join(terminal.failure(failure_of(judged, line_of(judged, name), "counts"), again)))
    return warns
