"""A newline in a `run` string ends the command, as `;` does.

How it comes about: that is what it does in every shell, and strings of several lines look like scripts.
"""

from __future__ import annotations

from tsr_impl import shell
from tsr_impl.shell import Command
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "SHELL-1")})


def apply() -> None:
    """Begin a new command with each word that stands on a new line."""
    original = shell.parse

    def parse(source: str) -> list[Command]:
        commands: list[Command] = []
        for command in original(source):
            commands.append(Command(command.operator, command.words[:1]))
            for word in command.words[1:]:
                if word.on_new_line:
                    commands.append(Command(";", []))
                commands[-1].words.append(word)
        return commands

    patch(shell, "parse", parse)
