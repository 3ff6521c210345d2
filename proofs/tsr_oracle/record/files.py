"""The directory of results: the record, and a case file for each failure."""

from __future__ import annotations

import errno
import json
import os

from tsr_oracle.record import to_json
from tsr_oracle.record.record import Failure, Record, RecordError, case_file
from tsr_spec import CLAUSES_VERSION
from tsr_spec.case import case_to_json

NAME = "record.jsonl"


def prepare(directory: str) -> None:
    """Makes the directory, so that a long check does not end in finding out that there is none. Raises RecordError."""
    try:
        os.makedirs(directory, exist_ok=True)
        if not os.access(directory, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), directory)
    except OSError as error:
        raise _unwritable(directory, error) from None


def write(directory: str, record: Record) -> str:
    """Writes record and case files into a prepared directory; the record's path. Raises RecordError."""
    try:
        save_cases(directory, record)
        path = os.path.join(directory, NAME)
        save(path, record)
        return path
    except OSError as error:
        raise _unwritable(directory, error) from None


def save(path: str, record: Record) -> None:
    """Writes the record to a file of this name. Raises OSError."""
    with open(path, "w", encoding="ascii") as file:
        file.writelines(to_json.lines(record))


def save_cases(directory: str, record: Record) -> None:
    """Writes a case file for each failure. Raises OSError."""
    for failure in record.failures:
        save_case(directory, failure)


def save_case(directory: str, failure: Failure) -> str:
    """Writes the case file of a failure; its path. Raises OSError."""
    path = os.path.join(directory, case_file(failure))
    text = json.dumps(case_to_json(failure.case, CLAUSES_VERSION), indent=2, ensure_ascii=False) + "\n"
    with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.write(text)
    return path


def _unwritable(directory: str, error: OSError) -> RecordError:
    place = error.filename or directory
    return RecordError(f"the results can't be written: {place}: {error.strerror}; --results names another directory")
