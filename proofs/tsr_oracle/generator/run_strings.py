"""Makes the cases that try the language of `run`: quotes, references, patterns, operators, and what it has not got.

No piece of a word begins with a slash, so that nothing in front of it, empty as it may be, makes an absolute path.
"""

from __future__ import annotations

import random
import re

from tsr_oracle.generator.chance import Chance
from tsr_oracle.generator.task_texts import Task, Tasks
from tsr_spec.case import Entry, File, Given, Program
from tsr_spec.example import toml

_FILES = (
    *("a", "b", "ab", "a.txt", "B", ".hid", "*", "[ab]", "a b", "é", "-n", "\\", "{a,b}", "x~", "\udcff", "rec"),
    *("sub/x", "sub/y.txt", "sub/.z", "sub/deep/x", "sub/deep/a.txt", ".dir/x"),
)
"""What patterns are matched against."""
_LETTERS = (
    *("\\", "~", "#", "=", "!", "%", "^", "+", ":", "@", ",", "-", "--", "é", "{}", "{a}", "{a},{b}", "}", "{", "}{"),
    *("$1", "$$", "$?", "\\$", "$%", "A=b", "\\n", "#x", "~x", "a,b", "\x1b", "\xa0", "\r", "\x0b"),
)
"""What is text although it has a meaning elsewhere (SHELL-2)."""
_QUOTED = (
    *("a b", "&&", "||", ";", "|", ">", "<", "&", "(x)", "*", "?", "[ab]", "{a,b}", "\\", "#", "", "", "\n", "\t", "~"),
    *("2>&1", "a*", "$", "$1", " ", "  a", "\\n"),
)
"""What is text in quotes of both kinds (SHELL-3, SHELL-4)."""
_PATTERNS = (
    *("*", "a*", "*.txt", "?", "??", "[ab]", "[!a]", "[a-c]*", "[a", "[", "[]", "[!]", "[]a]*", "[z-a]"),
    *("[a-]", "[[]*", "*b", "*/*", "**", "**/*.txt", "sub/*", "sub/**", "sub/**/x", "s?b/x", "**/x", ".*"),
    *("*/", "gone*", "sub/.*", "*~", "**/", "a**", "'a'*", '"*"*', "*'b'", "'['ab]", "[!b]?", "[.]hid"),
    *("\\*", "***", "B*", "[A-Z]", "[é]", "sub/[!x]*"),
)
_VALUES = (
    *("plain", "a b", "*", "sub/*", "'", '"', "$B", "${B}", "a;b", "&& false", "`x`", "$(x)", "", "{a,b}", "~", "\\"),
    *("a\nb", "é", "#", "rec", "echo", "rec a", "\udcff", " a ", "[ab]", "-n", "|", "\t"),
)
_OPERATORS = (" && ", " && ", "&&", " ; ", ";", " || ", "||", "\n;\n", " &&\n")
_REJECTED = (
    *("|", "| cat", "|&", ">", "> x", "2>&1", ">>x", "<x", "<<x", "`", "`x`", "$(x)", "$((1))", "&", "(", ")", "()"),
    *("{a,b}", "x{,}y", "{a,{b}}", "{a$B,b}", "${B:-x}", "${#B}", "${}", "${1}", "${B", "${B }", "${B-}", "${B$C}"),
    *("'", "'", '"', '"`x`"', '"$(x)"', '"${B:-}"', '"${B', "&& ||", ";;", "; ;", "&&&", "|||", "&& && a", "& &"),
)
"""What this language has not got, or what is not finished (SHELL-21 to SHELL-29)."""
_WHOLE = ("", " ", "\n\t", ";", "&&", "|| a", "a ;", "; a", "a &&", " && ", "a;;b", "a ||")
"""Strings that are empty, or lack a command (SHELL-29, SHELL-30)."""


def run_strings_case(rng: random.Random) -> Given:
    """A case, with the numbers that the generator of chance gives."""
    draft = _Draft(rng)
    draft.surroundings()
    draft.tasks()
    if draft.chance(0.38):
        draft.spoil()
    return draft.given()


class _Draft(Chance):
    """Makes one case, which is drafted in its fields."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self.config = Tasks()
        self.tree: dict[str, Entry] = {}
        self.env: dict[str, str] = {}

    def given(self) -> Given:
        """The draft as a question."""
        options = ["--dry-run"] if self.chance(0.12) else []
        typed = ["--", *self.odd_words()] if self.chance(0.12) else []
        tree = (*self.tree.values(), File("ws/tasks.toml", self.config.text()))
        return Given(("t", *options, *typed), tree, env=tuple(self.env.items()))

    def put(self, *entries: Entry) -> None:
        """Have these too."""
        self.tree.update((entry.path, entry) for entry in entries)

    def surroundings(self) -> None:
        """Programs, one of which is called by a path, names for patterns, and variables with values of every kind."""
        self.put(Program("bin/rec"), Program("bin/tool"), Program("bin/fail3", 3), Program("ws/sub/here"))
        names = self.rng.sample(_FILES, self.pick(2, 4, 8))
        self.put(*(File(f"ws/{name}", f"{name} holds this\n") for name in names if f"ws/{name}" not in self.tree))
        self.env = {name: self.pick(*_VALUES) for name in ("A", "B") if self.chance(0.95)}
        if self.chance(0.3):
            self.env["FIRST"] = self.pick("rec", "echo", "fail3", "rec a", "", "tool", "tru", "sub/here")
        if self.chance(0.5):
            self.config.env["C"] = self.pick(*_VALUES)

    def tasks(self) -> None:
        """The task, one that comes first now and then, and one that is not reached."""
        self.config.add(Task("t", self.string()))
        if self.chance(0.2):
            self.config.add(Task("first", self.string()))
            self.config.tasks["t"].deps.append("first")
        if self.chance(0.3):
            self.config.add(Task("other", self.string()))
        if self.chance(0.1):
            self.config.tasks["t"].args = self.odd_words()

    def odd_words(self) -> list[str]:
        """Words that are handed on as they are (CLI-4)."""
        return [self.pick(*_LETTERS, *_QUOTED, *_PATTERNS, *_VALUES) for _ in range(self.pick(1, 1, 2))]

    # --- strings -------------------------------------------------------------------------------------------------

    def string(self) -> str:
        """A sequence of commands."""
        text = self.command()
        for _ in range(self.pick(0, 0, 1, 1, 2)):
            text += self.pick(*_OPERATORS) + self.command()
        return self.pick("", "", "", " ", "\n") + text + self.pick("", "", "", " ", "\n")

    def command(self) -> str:
        """A program or a builtin that shows its words, and these."""
        words = [self.first(), *(self.word() for _ in range(self.pick(0, 1, 2, 2, 3)))]
        return self.pick(" ", " ", " ", "  ", "\t", "\n").join(words)

    def first(self) -> str:
        """What is called, written in one of the ways in which any word may be (SHELL-45)."""
        roll = self.rng.random()
        if roll < 0.08:
            return self.pick("$FIRST", '"$FIRST"', "${FIRST}") if "FIRST" in self.env else self.pick("re[c]", "r*c")
        if roll < 0.12:
            return self.pick("sub/here", "./sub/here", "''", "A=b", "gone", "{rec}", "!", "#", "~/rec", "Echo", "if")
        name = self.pick(
            "rec", "rec", "rec", "tool", "tool", "tool", "echo", "echo", "fail3", "true", "false", "pwd", "cat", "touch"
        )
        if roll < 0.25:
            return self.pick(f"'{name}'", f'"{name}"', f"{name[0]}'{name[1:]}'", f"{name}''", f'{name[:2]}"{name[2:]}"')
        return name

    def word(self) -> str:
        """Pieces that touch, each of another kind (SHELL-5); no slash is left right behind a reference."""
        text = "".join(self.piece() for _ in range(self.pick(1, 1, 1, 2, 2, 3)))
        return re.sub(r"(\$\w+)/", r"\1", text)

    def piece(self) -> str:
        """Plain text, what looks as if it meant something, quoted text, a reference, or a pattern."""
        roll = self.rng.random()
        if roll < 0.2:
            return self.pick("a", "b", "one", "x1", "-n", ".")
        if roll < 0.4:
            return self.pick(*_LETTERS)
        if roll < 0.55:
            return f"'{self.pick(*_QUOTED, '$A', '${A:-x}', '`x`', '$(x)', chr(34))}'"
        if roll < 0.7:
            return (
                f'"{self.pick(*_QUOTED, self.reference(), self.reference())}{self.pick("", chr(39), self.reference())}"'
            )
        return self.reference() if roll < 0.84 else self.pick(*_PATTERNS)

    def reference(self) -> str:
        """A reference to a variable that is mostly set."""
        name = self.rng.choice([*self.env, *self.config.env] or ["A"]) if self.chance(0.97) else self.pick("NONE", "a")
        return self.pick(f"${name}", f"${{{name}}}")

    # --- strings that are none -----------------------------------------------------------------------------------

    def spoil(self) -> None:
        """A string, reached or not (SHELL-20), gets what is rejected: as a word of its own, or at one end of it."""
        task = self.rng.choice(list(self.config.tasks.values()))
        if self.chance(0.15):
            task.more.append(f"run = {toml(self.pick(*_WHOLE))}")
            task.run = None
            return
        odd = self.pick(*_REJECTED)
        task.run = self.pick(f"{task.run} {odd}", f"{task.run}{odd}", f"{odd} {task.run}", f"rec {odd} a ; {task.run}")
