"""Requests in, answers out, in order, until there are no more requests."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable
from typing import BinaryIO

from tsr_oracle.serve.answers import Table, answer, error
from tsr_oracle.serve.lines import batches
from tsr_oracle.serve.problems import LONGEST_LINE, Problem
from tsr_oracle.serve.requests import id_of, request_of
from tsr_oracle.serve.strict_json import read_line
from tsr_spec.case import Json


def serve(read: Callable[[int], bytes], sink: BinaryIO) -> None:
    """Answers each line. What is answered is sent off whenever every line that has come is answered.

    `read` gives what is there, up to a size, and waits only where nothing is.
    """
    gc.freeze()  # what is loaded by now stays: no collection need look at it again
    for lines in batches(read, LONGEST_LINE):
        for line in lines:
            sink.write(answer_line(line))
        sink.flush()


def answer_line(line: bytes | None) -> bytes:
    """The line that answers a line; None: it is too long to be read. Nothing that is wrong with it raises anything."""
    value: Json = None
    try:
        if line is None:
            raise Problem("too-long", f"the line has more than {LONGEST_LINE:,} bytes")
        value = read_line(line)
        asked = request_of(value)
        id = id_of(value)
        assert id is not None
        return _written(answer(asked, id))
    except Problem as problem:
        return _written(error(problem, id_of(value)))
    except RecursionError:
        return _written(error(Problem("too-deep", "the world nests too deep to be answered"), id_of(value)))
    except Exception as mistake:  # whatever we did wrong here must not cost the requests behind it their answers
        return _written(error(Problem("internal", f"{type(mistake).__name__}: {mistake}"), id_of(value)))


def _written(table: Table) -> bytes:
    return _ENCODER.encode(table).encode("ascii") + b"\n"


_ENCODER = json.JSONEncoder(separators=(",", ":"), check_circular=False)
