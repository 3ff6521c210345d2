"""Names and values of variables: marked, referring to others, odd; guarded ones and their neighbours; values of PATH.

No value climbs, and none has a slash behind a reference: what it expands to starts nowhere outside the world.
"""

from __future__ import annotations

import random

from tsr_oracle.generator.chance import Chance
from tsr_spec.case import WORLD
from tsr_spec.tables import guarded

NAMES = ("A", "B", "C", "D", "AB")
UNSET = "NOWHERE"
_ODD_VALUES = (
    *(
        "$",
        "$$",
        "$1",
        "${",
        "${}",
        "${A",
        "${A:-x}",
        "${1}",
        "$(A)",
        "a$",
        "$é",
        "\\$A",
        "$-",
        "${ A }",
        "${A}B",
        "$A_",
    ),
    *(
        "",
        " ",
        "a b",
        " edges ",
        "#",
        "a#b",
        "a #b",
        "'",
        '"',
        "it's",
        '"a"',
        "'a'",
        "x=y",
        "é",
        "*",
        "~",
        "a\tb",
        "%s",
    ),
)
_NOISY = frozenset({"SHELLOPTS", "BASHOPTS", "GLIBC_TUNABLES"})
"""Names of which a shell or the loader says something when their value is of no use to them."""
_QUIET_IN_PROCESS = ("NODE_OPTIONS", "PERL5OPT", "RUBYOPT", "GIT_SSH", "TSR_X", "EDITOR", "CC", "GIT_CONFIG_COUNT")
"""Guarded names that the runner may itself be started with, whatever it is written in."""

_PATH_PIECES = (
    *("$PATH", "${PATH}", "$PATH", "${PATH}", f"{WORLD}/ws/bin", f"{WORLD}/bin", "./bin", "bin"),
    *("", ".", "./", "$E", "${E}", "$D", "$PATHX", "${PATHX}", "$A", "x", "sub/..", ".$PATH", "x$PATH", "$PATH."),
    *("${PATH}bin", "${PATH", "$ PATH", "$path", "~/bin", "a b"),
)


class ValueMaker(Chance):
    """Makes names and values. `serial` counts the marks, so that each is another one."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self.serial = 0

    def mark(self) -> str:
        """A text that is found nowhere else."""
        self.serial += 1
        return f"value-{self.serial:03d}"

    def reference(self) -> str:
        """A reference to a variable that is mostly set."""
        name = self.pick("HOME", "PATH", UNSET, "E") if self.chance(0.15) else self.rng.choice(NAMES)
        return self.pick(f"${name}", f"${{{name}}}")

    def value(self) -> str:
        """A value as it is written: a mark, a reference, both, or something odd."""
        roll = self.rng.random()
        if roll < 0.4:
            return self.mark()
        if roll < 0.6:
            return f"{self.mark()}.{self.reference()}"
        if roll < 0.7:
            return f"{self.reference()}-{self.mark()}"
        if roll < 0.8:
            return self.reference() + (self.reference() if self.chance(0.3) else "")
        return self.rng.choice(_ODD_VALUES)

    def guarded_name(self) -> str:
        """A guarded variable, or one that is nearly one: another case, a letter more or less."""
        table = guarded()
        roll = self.rng.random()
        if roll < 0.2:
            strict = sorted(table.strict_names - _NOISY)
            name = self.rng.choice(strict)
        elif roll < 0.4:
            name = self.rng.choice(table.prefixes) + self.pick("", "X", "TASK", "1")
        else:
            name = self.rng.choice(sorted(table.names))
        return name if self.chance(0.55) else self.near(name)

    def near(self, name: str) -> str:
        """A name that is nearly the same."""
        return self.pick(name.lower(), name + "X", name[:-1] or name, "X" + name, name.capitalize(), f"{name}_")

    def process_name(self) -> str:
        """A guarded variable to start the runner with."""
        return self.rng.choice(_QUIET_IN_PROCESS)

    def search_path(self) -> str:
        """A value of PATH as it is written: a useful one, or pieces that are put together anyhow."""
        if self.chance(0.4):
            return self.pick(f"{WORLD}/ws/bin:$PATH", "$PATH:./bin", f"${{PATH}}:{WORLD}/ws/bin", "$PATH")
        return ":".join(self.rng.choice(_PATH_PIECES) for _ in range(self.rng.randint(1, 4)))
