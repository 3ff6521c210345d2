"""The directory that a series is resumed from: a case file for each case that was interesting, and `state.json`.

The state is written at the end of each round, in one step. A case file that it does not name is none of the corpus: the
round that it was written for was not finished, and writes it again.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any

from tsr_oracle.fuzz.pool import Pool
from tsr_oracle.fuzz.series import traits_of
from tsr_oracle.record.record import RecordError
from tsr_spec import CLAUSES_VERSION
from tsr_spec.case import Case, CaseError, case_to_json
from tsr_spec.read_json import case_from_text

STATE = "state.json"
_FORMAT = 1


class CorpusError(RecordError):
    """A corpus that can't be used, read or written: says which, why, and what to do."""


@dataclass(frozen=True, slots=True)
class Identity:
    """What a corpus is of. Another one is never resumed."""

    seed: int
    shard: tuple[int, int]
    subject: str
    level: str
    oracle: str
    clauses: str = CLAUSES_VERSION


@dataclass(slots=True)
class State:
    """How far it is: whole rounds, what came of their cases, and the ids of what was interesting, in order."""

    rounds: int = 0
    classes: Counter[str] = field(default_factory=Counter)
    findings: Counter[str] = field(default_factory=Counter)
    ids: list[str] = field(default_factory=list)


class Corpus:
    """An open corpus: nobody else writes to it meanwhile. Raises CorpusError. A context manager."""

    def __init__(self, directory: str, identity: Identity) -> None:
        self.directory = directory
        self.pool = Pool()
        try:
            os.makedirs(directory, exist_ok=True)
            self._handle = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
        except OSError as error:
            raise self._unusable(error) from None
        try:
            self._lock()
            self.state = self._read(identity)
            self._identity = identity
            self._save()  # so that a long run does not end in finding out that nothing can be written here
        except BaseException:
            os.close(self._handle)
            raise

    def __enter__(self) -> Corpus:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._handle)

    def finish(self, classes: Counter[str], findings: Counter[str], interesting: list[Case]) -> None:
        """One more round is whole. Raises CorpusError."""
        self.state.rounds += 1
        self.state.classes += classes
        self.state.findings += findings
        for case in interesting:
            self._replace(f"{case.id}.json", case_to_json(case, CLAUSES_VERSION))
            self.state.ids.append(case.id)
        self._save()

    # --- read ----------------------------------------------------------------------------------------------------

    def _lock(self) -> None:
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CorpusError(
                f"{self.directory}: another run is at work on this corpus; --corpus names another"
            ) from None

    def _read(self, identity: Identity) -> State:
        path = os.path.join(self.directory, STATE)
        try:
            with open(path, encoding="utf-8") as file:
                value = json.load(file)
            was, state = _parse(value)
        except FileNotFoundError:
            return State()
        except OSError as error:
            raise self._unusable(error) from None
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise CorpusError(
                f"{path}: not the state of a corpus ({error}); --corpus names another directory"
            ) from None
        for name, now in asdict(identity).items():
            if was.get(name) != now:
                raise CorpusError(self._of_another(name, was.get(name), now))
        for case_id in state.ids:
            self._resume(case_id)
        return state

    def _of_another(self, name: str, was: object, now: object) -> str:
        if name == "shard":
            was, now = ("{}/{}".format(*value) if isinstance(value, (list, tuple)) else value for value in (was, now))
        return (
            f"{self.directory}: this corpus is of {_NAMES[name]} {was}, and {now} is asked for; "
            "--corpus names another directory"
        )

    def _resume(self, case_id: str) -> None:
        path = os.path.join(self.directory, f"{case_id}.json")
        try:
            with open(path, encoding="utf-8") as file:
                case = case_from_text(file.read())
        except OSError as error:
            raise self._unusable(error) from None
        except (UnicodeDecodeError, CaseError) as error:
            raise CorpusError(f"{path}: {error}; begin anew in another directory (--corpus)") from None
        if case.id != case_id:
            raise CorpusError(f"{path}: this is the case {case.id}; begin anew in another directory (--corpus)")
        self.pool.add(case.given, traits_of(case))

    # --- write ---------------------------------------------------------------------------------------------------

    def _save(self) -> None:
        counts = {
            "classes": dict(sorted(self.state.classes.items())),
            "findings": dict(sorted(self.state.findings.items())),
        }
        value = {"corpus": _FORMAT, **asdict(self._identity), "rounds": self.state.rounds, **counts}
        self._replace(STATE, value | {"cases": self.state.ids})

    def _replace(self, name: str, value: Any) -> None:
        """Writes the file in one step: whenever this ends, the old one is there or the new one."""
        path = os.path.join(self.directory, name)
        text = json.dumps(value, indent=1, ensure_ascii=True) + "\n"
        try:
            with open(f"{path}.new", "w", encoding="ascii") as file:
                file.write(text)
                file.flush()
                if name == STATE:
                    os.fsync(file.fileno())
            os.replace(f"{path}.new", path)
        except OSError as error:
            raise self._unusable(error) from None

    def _unusable(self, error: OSError) -> CorpusError:
        return CorpusError(
            f"the corpus can't be used: {error.filename or self.directory}: "
            f"{error.strerror or os.strerror(error.errno or errno.EIO)}; --corpus names another directory"
        )


_NAMES = {
    "seed": "seed",
    "shard": "shard",
    "subject": "the subject",
    "level": "level",
    "oracle": "version",
    "clauses": "version of the clauses",
}


def _parse(value: dict[str, Any]) -> tuple[dict[str, Any], State]:
    """What the corpus is of, and its state. Raises ValueError, KeyError, TypeError, AttributeError."""
    if value["corpus"] != _FORMAT:
        raise ValueError(f"its format is {value['corpus']!r}, not {_FORMAT}")
    was = {name: value[name] for name in Identity.__slots__}
    was["shard"] = tuple(was["shard"])
    if not isinstance(value["rounds"], int) or not all(isinstance(one, str) for one in value["cases"]):
        raise ValueError("rounds are a number, and cases are ids")
    classes, findings = (
        Counter({str(key): int(count) for key, count in value[name].items()}) for name in ("classes", "findings")
    )
    return was, State(value["rounds"], classes, findings, list(value["cases"]))
