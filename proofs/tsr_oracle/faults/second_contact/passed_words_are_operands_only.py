"""`args` and typed words never are options of a builtin: they are set off by a `--` of the runner's own.

How it comes about: words from outside are kept from being taken for options, as one does where programs are called.
"""

from __future__ import annotations

from collections.abc import Mapping

from tsr_impl import guards
from tsr_impl.config import Task
from tsr_impl.shell import Text
from tsr_impl.units import Step
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a builtin comes last and one of the words that go to it is an option"
ACCEPTED = frozenset({("divergence", "CLI-4"), ("stricter", "CLI-4"), ("loss", "CLI-4")})

_WITH_OPTIONS = ("rm", "cp", "mv", "mkdir", "touch", "cat")


def apply() -> None:
    """Put `--` in front of what goes to the last command, if it is a builtin that takes options."""
    original = guards._steps

    def steps(
        task: Task, environment: Mapping[bytes, bytes], last_words: list[str], tasks: Mapping[str, Task]
    ) -> list[Step]:
        made = original(task, environment, last_words, tasks)
        words = made[-1].words
        if last_words and "".join(part.text for part in words[0]) in _WITH_OPTIONS:
            words.insert(len(words) - len(last_words), [Text("--", active=False)])
        return made

    patch(guards, "_steps", steps)
