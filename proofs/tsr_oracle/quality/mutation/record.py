"""What became of each mutant, a line of JSON each, so that a run that was interrupted goes on where it was.

A mutant that was killed stays so. One that survived is asked again when what it is asked has changed: `asked` is a
digest of that.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tsr_oracle.quality.mutation.fates import Fate
from tsr_oracle.quality.mutation.mutants import Mutant


class MutantRecordError(ValueError):
    """A record that can't be used: says which line, and what to do."""


@dataclass(slots=True)
class MutantRecord:
    """The fates so far, by the mutant's id, and the file that each new one is added to at once."""

    path: Path
    asked: str
    fates: dict[str, Fate]

    def add(self, mutant: Mutant, fate: Fate) -> None:
        """Keep what became of one."""
        self.fates[mutant.id] = fate
        line = {
            "id": mutant.id,
            "fate": fate.word,
            "by": fate.by,
            "asked": self.asked,
            "where": f"{mutant.module}:{mutant.line} {mutant.function}",
            "before": mutant.before,
            "after": mutant.after,
        }
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


def opened(path: Path, asked: str, *, fresh: bool = False) -> MutantRecord:
    """The record there, without what has to be asked again. Raises MutantRecordError, OSError."""
    os.makedirs(path.parent, exist_ok=True)
    if fresh:
        path.unlink(missing_ok=True)
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    fates: dict[str, Fate] = {}
    for number, text in enumerate(lines, 1):
        line = _read(path, number, text)
        if line["fate"] == "killed" or line["asked"] == asked:
            fates[line["id"]] = Fate(line["fate"], line["by"])
    return MutantRecord(path, asked, fates)


def _read(path: Path, number: int, text: str) -> Any:
    try:
        line = json.loads(text)
        if line["fate"] in ("killed", "survived", "unreached") and {"id", "by", "asked"} <= line.keys():
            return line
    except (ValueError, TypeError, KeyError):
        pass
    raise MutantRecordError(f"{path}, line {number}: not the fate of a mutant; --fresh begins a new record")


def digest(files: Iterable[Path]) -> str:
    """What some files say, in twelve letters."""
    found = hashlib.sha256()
    for file in files:
        found.update(file.read_bytes())
    return found.hexdigest()[:12]
