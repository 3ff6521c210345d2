"""`serve`: a process that answers the requests of another test suite, a JSON line each."""

from __future__ import annotations

import argparse
import os
import sys
from functools import partial
from importlib.resources import files

from tsr_oracle.verbs.words import Verbs


def add(verbs: Verbs) -> None:
    """What it takes."""
    help = "answer requests on standard input: worlds as JSON lines, predictions back"
    verb = verbs.add_parser("serve", help=help, description=_DESCRIPTION)
    verb.add_argument("--schema", action="store_true", help="print the JSON Schema of all messages, and end")
    verb.set_defaults(run=run)


_DESCRIPTION = (
    "Reads requests from standard input, one JSON object a line, and writes an answer for each to standard output, in "
    "order, until the input ends. docs/serve.md shows the messages by example."
)


def run(arguments: argparse.Namespace) -> int:
    """Prints the schema, or serves."""
    from tsr_oracle.serve.serve import serve

    if arguments.schema:
        print((files("tsr_spec") / "data" / "serve.schema.json").read_text("utf-8"), end="")
    elif sys.stdin is not None:  # else it was closed when we were started: there are no requests
        serve(partial(os.read, sys.stdin.fileno()), sys.stdout.buffer)
    return 0
