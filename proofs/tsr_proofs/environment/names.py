"""Which names are guarded, exactly: every name within one edit of a listed one."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from tsr_model import guarded
from tsr_spec.tables import guarded as table

LISTED = """
    LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES DYLD_LIBRARY_PATH NODE_OPTIONS BASH_ENV PYTHONSTARTUP PERL5OPT RUBYOPT
    PHP_INI_SCAN_DIR JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS PYTHONPATH PERL5LIB RUBYLIB GOFLAGS RUSTC_WRAPPER
    RUSTC_WORKSPACE_WRAPPER GIT_SSH GIT_SSH_COMMAND GIT_EXTERNAL_DIFF GIT_PROXY_COMMAND SSH_ASKPASS SUDO_ASKPASS
"""
"""The names of ENV-1, written down a second time. Of the longer list the table is the only source there is (ENV-5)."""
BEGINNING = "TSR_"
LETTERS = string.ascii_uppercase + string.digits + "_" + string.ascii_lowercase
FEW_LETTERS = "X_x"


@dataclass(slots=True)
class Named:
    """A name, judged with or without `--strict`, exactly or without case."""

    name: str
    strict: bool
    caseless: bool

    def __str__(self) -> str:
        return f"'{self.name}'{', --strict' * self.strict}{', without case' * self.caseless}"


def names(strict: bool) -> Iterator[Named]:
    """Every name within one edit of a listed one, and of a listed beginning with something behind it."""
    listed = [*LISTED.split(), BEGINNING, f"{BEGINNING}X"]
    letters = LETTERS
    if strict:
        listed, letters = [*table().strict_names, *_with_more(table().strict_prefixes)], FEW_LETTERS
    found = {edited for name in sorted(listed) for edited in _edits(name, letters)}
    for name in sorted(found, key=lambda name: (len(name), name)):
        for with_strict, caseless in product((False, True), repeat=2):
            yield Named(name, with_strict, caseless)


def _with_more(beginnings: tuple[str, ...]) -> Iterator[str]:
    return (f"{beginning}{more}" for beginning in beginnings for more in ("", "X"))


def _edits(name: str, letters: str) -> Iterator[str]:
    """The name, and each name that one letter less, more, other, or in the other case makes of it."""
    yield from (name, name.lower(), name.upper(), f"{name} ", f" {name}")
    for at in range(len(name)):
        yield name[:at] + name[at + 1 :]
        yield name[:at] + name[at].swapcase() + name[at + 1 :]
        yield from (name[:at] + letter + name[at + 1 :] for letter in letters)
    for at in range(len(name) + 1):
        yield from (name[:at] + letter + name[at:] for letter in letters)


@lru_cache(maxsize=4)
def _language(strict: bool, caseless: bool) -> re.Pattern[str]:
    """The guarded names as one expression."""
    listed, beginnings = LISTED.split(), [BEGINNING]
    if strict:
        listed, beginnings = [*listed, *table().strict_names], [*beginnings, *table().strict_prefixes]
    wanted = [*map(re.escape, listed), *(f"{re.escape(beginning)}.*" for beginning in beginnings)]
    return re.compile("|".join(wanted), re.DOTALL | (re.IGNORECASE if caseless else 0))


def guarded_exactly(named: Named) -> str | None:
    """ENV-1, ENV-2, ENV-5: a name is guarded exactly if it is listed, or begins as listed; case counts on unix only."""
    found = guarded.guarded(named.name, strict=named.strict, caseless=named.caseless)
    expected: str | None = None
    if _language(False, named.caseless).fullmatch(named.name):
        expected = "ENV-1"
    elif named.strict and _language(True, named.caseless).fullmatch(named.name):
        expected = "ENV-5"
    return None if found == expected else f"the model: {found}, the list: {expected}"


def no_name_is_guarded(named: Named) -> str | None:
    """Witness: no name is guarded."""
    found = guarded.guarded(named.name, strict=named.strict, caseless=named.caseless)
    return None if found is None else f"guarded by {found}"
