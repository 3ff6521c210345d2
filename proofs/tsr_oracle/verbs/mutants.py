"""`mutants`: changes one small thing in the model, or in the runner's guards, again and again, and sees who notices."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from tsr_oracle.verbs.words import RESULTS, Misuse, Verbs, count

if TYPE_CHECKING:
    from tsr_oracle.quality.mutation.rates import Rates

_DESCRIPTION = (
    "Each mutant is a module with one small thing changed. Those of the model are asked the spec's cases, the model's "
    "tests, what the runner was seen to do, and the theorems for a moment each; those of the bundled runner's guards "
    "are judged by the spec's cases and some generated ones. It goes on where it was interrupted, and prints what "
    "survived. Exit code 0: nothing did, but for what surviving_mutants.toml gives a reason for."
)


def add(verbs: Verbs) -> None:
    """What it takes."""
    verb = verbs.add_parser("mutants", help="change one small thing, and see who notices", description=_DESCRIPTION)
    verb.add_argument("what", choices=("model", "guards"), help="what is changed")
    verb.add_argument("--only", action="append", default=[], metavar="MODULE", help="this module only, as `fence`")
    verb.add_argument("--sample", type=count, metavar="N", help="so many mutants, drawn at random (default: all)")
    verb.add_argument("--seed", type=int, default=1, metavar="S", help="of the sample (default: 1)")
    verb.add_argument("--record", metavar="FILE", help=f"what is known by now (default: {RESULTS}/mutants-WHAT.jsonl)")
    verb.add_argument("--save", metavar="FILE", help="put the rates there, beside those of the other kind")
    verb.add_argument("--fresh", action="store_true", help="forget what is known by now")
    verb.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Asks, prints the survivors and the table, and says whether each is excused, and each excuse is needed."""
    try:
        from tsr_oracle.quality.mutation import asking, mutants, tally
    except ImportError as error:
        raise Misuse(f"{error.name} is not installed; install the extra `mutants`") from None
    from tsr_oracle.quality.mutation.excuses import ExcuseError, is_left_alone, read_excuses
    from tsr_oracle.quality.mutation.rates import Rates, table
    from tsr_oracle.quality.mutation.record import MutantRecordError, opened

    what = arguments.what
    every = [one for name, path in _chosen(arguments).items() for one in mutants.mutants_of(name, path)]
    asked = mutants.sample(every, arguments.sample, arguments.seed)
    record_path = Path(arguments.record or f"{RESULTS}/mutants-{what}.jsonl")
    try:
        excuses = read_excuses()
        record = opened(record_path, asking.asked(what), fresh=arguments.fresh)
        asking.ask(what, [mutant for mutant in asked if not is_left_alone(mutant, excuses)], record)
    except (ExcuseError, MutantRecordError, asking.WrongAlready) as error:
        raise Misuse(str(error)) from None
    left = tuple(map(str, tally.survivors(asked, record.fates, excuses)))
    found = Rates(what, len(every), arguments.seed, tally.tally(asked, record.fates, excuses), left)
    print("\n".join([*left, "", *table(found)]))
    if arguments.save:
        _save(found, Path(arguments.save))
    unneeded = tally.unneeded(every, record.fates, excuses)
    for known in unneeded:
        print(f"{known} needs no excuse any more: delete it from surviving_mutants.toml")
    return 1 if left or unneeded else 0


def _save(found: Rates, path: Path) -> None:
    from tsr_oracle.quality.mutation.rates import RatesError, save

    try:
        save(found, path)
    except RatesError as error:
        raise Misuse(str(error)) from None


def _chosen(arguments: argparse.Namespace) -> dict[str, Path]:
    """The modules that are asked for. Raises Misuse."""
    from tsr_oracle.quality.mutation.asking import modules

    there = {name.partition(".")[2]: name for name in modules(arguments.what)}
    unknown = [name for name in arguments.only if name not in there]
    if unknown:
        raise Misuse(f"--only {unknown[0]}: there is no such module; there are {', '.join(filter(None, there))}")
    return {
        name: path
        for name, path in modules(arguments.what).items()
        if not arguments.only or name.partition(".")[2] in arguments.only
    }
