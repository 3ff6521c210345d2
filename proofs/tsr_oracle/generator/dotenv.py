"""Texts of `.env` and of `env_file`s: assignments, written in one of the ways there are, and lines that are odd."""

from __future__ import annotations

from tsr_oracle.generator.values import NAMES, ValueMaker

_ODD_LINES = (
    *(
        "novalue",
        "=x",
        "1A=x",
        "A B=x",
        "export",
        "export A",
        "exportA=x",
        "export  =x",
        "A.B=x",
        "é=x",
        "A-B=x",
        "A+=x",
    ),
    *("   ", "\t# a comment", "#A=x", "#", ": A=x", "A", "$A=x", "set A=x", "\udcff=x", "A=\udcff", "A='x\udcff'"),
    *("A='open", 'A="open', "A='a' b", 'A="a"b', "A='a' # b", 'A="a" b"', 'A="it\'s"', "A='$B'", 'A="$B"', "A='a'b'"),
    *("A= # x", "A=#x", "A=x#y", "A=x #y", "A = x", "A=\tx\t", "A==x", "A=", "A=''", 'A=""', "A=x\\ny", 'A="x\\"y"'),
    *("A='one\ntwo'", 'A="one\n$B\nthree"', 'A="one\ntwo" x', "A='one\n", "A='one\ntwo' # x", 'A="\n"', "A='\n\n'"),
    *(
        "A=x\0y",
        "A\0B=x",
        "A=x\ry",
        "\ufeffA=x",
        "A=$",
        "A=${",
        "export\tA=x",
        "export export A=x",
        "export=x",
        "A=x\x0b",
    ),
)


class DotenvMaker(ValueMaker):
    """Makes the texts of files of variables."""

    def assignments(self, most: int = 3) -> list[tuple[str, str]]:
        """Names with values, in order; a name may come twice."""
        return [(self.rng.choice(NAMES), self.value()) for _ in range(self.rng.randint(1, most))]

    def dotenv(self, assignments: list[tuple[str, str]], *, odd: float = 0.25) -> str:
        """The text of a file that has these assignments; as often as `odd` there is something odd in it too."""
        lines = [self.line(name, value) for name, value in assignments]
        if self.chance(odd):
            for _ in range(self.rng.randint(1, 2)):
                lines.insert(self.rng.randint(0, len(lines)), self.rng.choice(_ODD_LINES))
        end = "\r\n" if self.chance(0.1) else "\n"
        text = end.join(lines) + ("" if self.chance(0.1) else end)
        return "\ufeff" + text if self.chance(0.05) else text

    def line(self, name: str, value: str) -> str:
        """One assignment."""
        before = self.pick("export ", "export\t ", "  ", "\t") if self.chance(0.2) else ""
        equals = self.pick(" = ", "= ", " =") if self.chance(0.15) else "="
        return f"{before}{name}{equals}{self.quoted(value)}{self.behind()}"

    def quoted(self, value: str) -> str:
        """The value, in quotes where it needs them, and now and then where it does not."""
        quotes = [quote for quote in "\"'" if quote not in value]
        bare = value.strip() == value and not set(value) & set("\n#'\"") and value != ""
        if not quotes or (bare and self.chance(0.5)):
            return value
        quote = self.rng.choice(quotes)
        return f"{quote}{value}{quote}"

    def behind(self) -> str:
        """What stands behind a value without being part of it."""
        return self.pick(" ", "  # why", "\t#", " #'") if self.chance(0.15) else ""
