"""`python -m tsr_oracle.quality DIRECTORY`: writes the two pages about the oracle there.

`oracle-quality.md` is made from what scores have saved in that directory; for `generator-quality.md` the generator is
measured, which takes a minute.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tsr_oracle.faults.catalogue import CONTACTS
from tsr_oracle.generator.generate import generate
from tsr_oracle.quality import branches, false_alarms, situations
from tsr_oracle.quality.adjudicated import adjudicated
from tsr_oracle.quality.mutation import rates
from tsr_oracle.quality.page import Saved, page
from tsr_oracle.quality.reasons import reasons
from tsr_oracle.quality.score import SEED, from_json
from tsr_spec import CLAUSES_VERSION

CASES = 20_000


def oracle_quality(place: Path) -> str:
    """The page that is made from what was saved there."""
    score, *contacts = (
        from_json((place / f"{name}.json").read_text("utf-8"))
        for name in ("oracle-quality", *(f"{which}-contact" for which in CONTACTS))
    )
    saved = Saved(
        score,
        dict(zip(CONTACTS, contacts, strict=True)),
        rates.read(place / "mutants.json"),
        false_alarms.read(place / "false-alarms.json"),
    )
    return page(saved, reasons(), adjudicated())


def generator_quality() -> str:
    """The page about the generator, measured now."""
    return "\n".join(_measured())


def _measured() -> Iterator[str]:
    yield "# What the generator makes\n"
    yield f"Made by `make score`, of the first generated cases. Clauses {CLAUSES_VERSION}, seed {SEED}.\n"
    yield from situations.section(situations.situations(generate(SEED, at, other=True) for at in range(CASES)))
    yield from branches.section(branches.branches(CASES, SEED))


def main(place: Path) -> None:
    """Write both."""
    (place / "oracle-quality.md").write_text(oracle_quality(place), encoding="utf-8")
    (place / "generator-quality.md").write_text(generator_quality(), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tsr_oracle.quality DIRECTORY")
    main(Path(sys.argv[1]))
