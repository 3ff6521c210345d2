"""A small workspace: who sets which variable in it, what is wrong with it, and how it is run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Literal, TypeAlias

from tsr_model.prediction import Prediction, predict
from tsr_spec.case import Directory, Entry, File, Given, Program, Special

Source: TypeAlias = Literal["dotenv", "table", "dep", "file", "second file", "task", "unreached"]
SOURCES: tuple[Source, ...] = ("dotenv", "table", "dep", "file", "second file", "task", "unreached")
"""Who may set variables, in the order in which they are judged; `unreached`: a task that the run doesn't reach."""
FILES: dict[Source, str] = {"dotenv": ".env", "file": "a.env", "second file": "b.env"}

Assigned: TypeAlias = tuple[Source, str, str]

Wrong: TypeAlias = Literal["perm", "perm file", "disc", "fence", "graph", "kind", "grammar"]
WRONG: tuple[Wrong, ...] = ("perm", "perm file", "disc", "fence", "graph", "kind", "grammar")
"""What may be wrong besides: modes, a bound of discovery, a directory outside, an unknown dep, a FIFO, a quote."""


@dataclass(slots=True)
class Setup:
    """A workspace with the tasks `t`, its dep `d`, and `u`, which is not reached; and a run of `t`."""

    assigned: tuple[Assigned, ...] = ()
    wrong: tuple[Wrong, ...] = ()
    options: tuple[str, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()
    security: str = ""
    more: str = ""
    run: str = "tool"
    dep: str = "tool dep"
    argv: tuple[str, ...] | None = None
    files: tuple[tuple[str, str], ...] = ()
    _predicted: Prediction | None = field(default=None, init=False, repr=False)

    @property
    def predicted(self) -> Prediction:
        """What the model says of the run; asked for once, and past the model's own memory of an earlier model."""
        if self._predicted is None:
            self._predicted = predict.__wrapped__(self.given)
        return self._predicted

    @property
    def given(self) -> Given:
        """The run as a question to the model."""
        tree: list[Entry] = [
            File("ws/tasks.toml", self.config, 0o666 if "perm" in self.wrong else 0o644),
            Program("bin/tool"),
            *(File(f"ws/{name}", text) for name, text in self.files),
            *self._variables(),
        ]
        if "disc" in self.wrong:
            tree.append(Directory("ws/sub/.git"))
        argv = ("t", *self.options) if self.argv is None else self.argv
        return Given(argv, tuple(tree), "ws/sub" if "disc" in self.wrong else "ws", env=self.environment)

    def _variables(self) -> Iterator[Entry]:
        """The files of variables."""
        for source, name in FILES.items():
            if source == "dotenv" and "kind" in self.wrong:
                yield Special("ws/.env", "fifo")
                continue
            text = "".join(f"{variable}={value}\n" for variable, value in self._of(source))
            text += "Q='\n" * (source == "file" and "grammar" in self.wrong)
            shared = source == "file" and "perm file" in self.wrong
            if text or shared:
                yield File(f"ws/{name}", text, 0o666 if shared else 0o644)

    def _of(self, source: Source) -> list[tuple[str, str]]:
        return [(name, value) for one, name, value in self.assigned if one == source]

    @property
    def config(self) -> str:
        """The text of `tasks.toml`."""
        files = [name for source, name in FILES.items() if source != "dotenv"]
        lines = [self.more, *_table("env", self._of("table")), f"[security]\n{self.security}" if self.security else ""]
        deps = ["d", "nobody"] if "graph" in self.wrong else ["d"]
        lines += ["[tasks.t]", f"run = {_text(self.run)}", f"deps = {_text(deps)}", f"env_file = {_text(files)}"]
        lines += ['dir = "../out"'] if "fence" in self.wrong else []
        lines += _table("tasks.t.env", self._of("task"))
        lines += ["[tasks.d]", f"run = {_text(self.dep)}", *_table("tasks.d.env", self._of("dep"))]
        lines += ["[tasks.u]", 'run = "tool"', *_table("tasks.u.env", self._of("unreached"))]
        return "\n".join(line for line in lines if line) + "\n"

    def __str__(self) -> str:
        shown = [f"$ cat > tasks.toml <<'END'\n{self.config}END"]
        for entry in self.given.tree:
            if isinstance(entry, File) and entry.path != "ws/tasks.toml":
                shown.append(f"$ cat > {entry.path[3:]} <<'END'\n{entry.data}END")
        wrong = f"    (and wrong: {', '.join(self.wrong)})" if self.wrong else ""
        set_before = "".join(f"{name}='{value}' " for name, value in self.environment)
        return "\n".join([*shown, f"$ {set_before}tsr {' '.join(self.given.argv)}{wrong}"])


def _table(name: str, variables: list[tuple[str, str]]) -> list[str]:
    return [f"[{name}]", *(f"{variable} = {_text(value)}" for variable, value in variables)] if variables else []


def _text(value: object) -> str:
    return json.dumps(value)


# --- what can be wrong in the two chapters that the flag lifts -------------------------------------------------------

REFUSABLE: tuple[Assigned, ...] = (
    ("dotenv", "BASH_ENV", "x"),
    ("table", "TSR_X", "1"),
    ("file", "PATH", "/only"),
    ("task", "PATH", ":$PATH"),
    ("task", "LD_LIBRARY_PATH", "x"),
)
"""Each refused by ENV-1, PATH-1 or PATH-2; the last by ENV-5, with `--strict`."""


def refusable(most: int, kinds: tuple[Wrong, ...]) -> Iterator[Setup]:
    """Every set-up with up to `most` things wrong, in what is assigned or otherwise."""
    for count in range(most + 1):
        for chosen in combinations((*REFUSABLE, *kinds), count):
            assigned = tuple(one for one in chosen if isinstance(one, tuple))
            if len({(source, name) for source, name, _ in assigned}) == len(assigned):
                yield Setup(assigned, tuple(one for one in chosen if not isinstance(one, tuple)))


def with_options(setup: Setup, *options: str) -> Setup:
    """The same, run with these options too."""
    return replace(setup, options=(*setup.options, *options))
