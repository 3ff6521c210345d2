"""Whether a changed case may be run: it names nothing outside its world, and the model foretells all of it.

Those who generate cases keep to this by the way in which they draw. What is put together of several cases is looked at
once more, as text, whatever it may come to mean: rather too much is turned down than too little.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tsr_model.prediction import predict
from tsr_oracle.fuzz.run_strings import run_strings
from tsr_oracle.generator.fence import stays_below
from tsr_oracle.generator.generate import MOST_CLIMBS, climbs, keeps_within, texts
from tsr_oracle.materialise import names_mount
from tsr_oracle.processes import side_by_side
from tsr_oracle.programs import is_driven
from tsr_spec.case import CaseError, Directory, File, Given, entries, given_to_json
from tsr_spec.read_json import given_from_json

_LEAVES = re.compile(
    r"""(?:^|[\s"'=:;&|(){}\[<>$\\`,\0])/(?!@(?:WORLD|OTHER)@(?:$|[^\w.-]))"""  # where a path may begin with a slash
    r"""|\$\{?\w+\}?["']?/"""  # behind what may be nothing
    r"|~\w"  # another user's home
    r"|\\(?:u00|U000000|x)2[eEfF]"  # a dot or a slash in disguise
)
_REFERENCES_IN_A_WORD = re.compile(r"\$\S*\$")
_PATTERN = re.compile(r"[*?\[]")


def is_safe(given: Given) -> bool:
    """Whether it can be run wherever cases are, and judged."""
    try:
        return (
            climbs(given) <= MOST_CLIMBS
            and not _multiplies(given)
            and not any(_LEAVES.search(text) for text in texts(given))
            and not any(_looks_above(word) for word in _words(given))
            and _is_plain(given)
            and given_from_json(given_to_json(given)) == given
            and keeps_within(given)
            and not side_by_side(predict(given))
        )
    except CaseError:
        return False


def _multiplies(given: Given) -> bool:
    """Whether some `..` may be there more often than it is written, by references to a value that has one."""
    files = [entry for entry in given.tree if isinstance(entry, File)]
    written = "\n".join(file.data for file in files)
    values = [value for _, value in given.env] + [file.data for file in files if not file.path.endswith("tasks.toml")]
    if not any(".." in value for value in (*values, *_assigned(written))):
        return False
    nested = any("$" in text for text in (*values, *_assigned(written)))
    return nested or _REFERENCES_IN_A_WORD.search("\n".join((written, *given.argv))) is not None


_FIELD = re.compile(r"\s*(?:run|dir|deps|args|env_file|packages|delegate|members|allow_paths|parallel)\s*=")


def _assigned(written: str) -> list[str]:
    """The lines that may be assignments."""
    return [line for line in written.splitlines() if "=" in line and not _FIELD.match(line)]


def _words(given: Given) -> Iterator[str]:
    """What may be expanded as a pattern: the words of commands, and values that they refer to."""
    yield from (value for _, value in given.env)
    for entry in given.tree:
        if isinstance(entry, File):
            for run in run_strings(entry.data):
                yield from re.split(r"[\s;&|]+", run)


def _looks_above(word: str) -> bool:
    """Whether it is a pattern that sees what lies above the world."""
    bare = word.strip("\"'")
    first = _PATTERN.search(bare)
    if first is None:
        return False
    return not stays_below(bare[: first.start()].rpartition("/")[0]) or ".." in bare[first.start() :]


def _is_plain(given: Given) -> bool:
    """Whether nothing in it depends on what is faster, on a mount, or on rights that its owner has not got."""
    entries(given)
    barred = any(
        (isinstance(entry, Directory) and entry.mode & 0o700 != 0o700)
        or (isinstance(entry, File) and entry.mode & 0o600 != 0o600)
        for entry in given.tree
    )
    return not (barred or is_driven(given) or names_mount(given))
