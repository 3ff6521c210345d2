"""Makes the cases that try the order of tasks, and how a run is ended: side by side or not, by failures and by signals.

What is drawn is such that it does not matter what is faster: a signal is sent when a program is up that waits for it,
and a failure that others are to be ended for waits until they are up.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from tsr_model.conduct import signal_of
from tsr_oracle.generator.chance import Chance
from tsr_oracle.generator.task_texts import Task, Tasks
from tsr_spec.case import KEYS, SIGNALS, Directory, Entry, File, Given, Program
from tsr_spec.conduct import parse_program


def processes_case(rng: random.Random) -> Given:
    """A case, with the numbers that the generator of chance gives."""
    draft = _Draft(rng)
    draft.graph()
    rng.choice(_ENDS)(draft)
    return draft.given()


class _Draft(Chance):
    """Makes one case, which is drafted in its fields."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self.config = Tasks()
        self.programs: dict[str, Program] = {}
        self.options: list[str] = []
        self.signals: list[tuple[str, str]] = []
        self.ignored: list[str] = []
        self.stdin = ""
        self.terminal = self.chance(0.35)
        for name, conduct in (("tool", "0"), ("fail3", "3"), ("fail4", "4")):
            self.program(name, conduct)

    def given(self) -> Given:
        """The draft as a question."""
        tree: tuple[Entry, ...] = (
            File("ws/tasks.toml", self.config.text()),
            Directory("ws/sub"),
            *self.programs.values(),
        )
        argv = ("t", *self.options)
        ignored, signals = tuple(self.ignored), tuple(self.signals)
        return Given(argv, tree, stdin=self.stdin, terminal=self.terminal, ignored=ignored, signals=signals)

    def program(self, name: str, conduct: str) -> str:
        """A program that does this, by name."""
        self.programs[f"bin/{name}"] = parse_program(f"bin/{name}", conduct)
        return name

    # --- tasks ---------------------------------------------------------------------------------------------------

    def graph(self) -> None:
        """Tasks, each of which depends on some that come later in the alphabet; `t` on those that none depends on."""
        names = list("abcde"[: self.pick(1, 2, 3, 3, 4, 5)])
        for at, name in enumerate(names):
            deps = [other for other in names[at + 1 :] if self.chance(0.35)]
            self.rng.shuffle(deps)
            run = None if deps and self.chance(0.25) else self.commands(name)
            self.config.add(Task(name, run, deps, dir=self.pick(None, None, None, "sub")))
        asked = {dep for task in self.config.tasks.values() for dep in task.deps}
        deps = [name for name in names if name not in asked or self.chance(0.3)]
        self.rng.shuffle(deps)
        self.config.add(Task("t", self.pick(None, "tool t"), deps))
        for task in self.config.tasks.values():
            if self.chance(0.6 if task.name == "t" else 0.3):
                task.parallel = True

    def commands(self, name: str) -> str:
        """A sequence of programs that go well, each called by words that nobody else uses, and of builtins."""
        commands = [f"tool {name} {number}" for number in range(self.pick(1, 1, 1, 2))]
        if self.chance(0.2):
            commands.insert(self.pick(0, 1), self.pick("true", f"mkdir made-{name}", "echo && true"))
        return self.pick(" && ", " ; ").join(commands)

    def leaf(self) -> Task:
        """A task that no other has to be done for."""
        return self.rng.choice([task for task in self.config.tasks.values() if not task.deps])

    def beside(self, *tasks: Task) -> None:
        """Put these where they may run at the same time: behind a task of their own that is the first of `t`."""
        self.config.add(*tasks, Task("pair", None, [task.name for task in tasks], parallel=True))
        self.config.tasks["t"].deps.insert(0, "pair")

    def signal(self, mark: str, *ignored: str) -> None:
        """At this mark a signal, or a key, that is not ignored."""
        sent = [*SIGNALS, "INT", "TERM", *(KEYS if self.terminal else ())]
        self.signals.append((mark, self.rng.choice([one for one in sent if signal_of(one) not in ignored])))


# --- ends ------------------------------------------------------------------------------------------------------------


def _well(draft: _Draft) -> None:
    """Everything goes well."""


def _failing(draft: _Draft) -> None:
    """One or two tasks fail; which is the first may be open."""
    for number in (3, 4)[: draft.pick(1, 1, 2)]:
        task = draft.leaf()
        behind = draft.pick("", f" && tool never {task.name}", " ; true", f" || tool after {task.name}")
        task.run = f"fail{number} {task.name}{behind}"
    if draft.chance(0.5):
        draft.options.append("--no-bail")


def _missing(draft: _Draft) -> None:
    """A program can't be found."""
    draft.leaf().run = "gone"
    if draft.chance(0.5):
        draft.options.append("--no-bail")


def _meeting(draft: _Draft) -> None:
    """Two that can only end if both are up."""
    draft.program("one", "0 after two")
    draft.program("two", f"{draft.pick(0, 0, 3)} after one")
    draft.beside(Task("x", "one x"), Task("y", "two y"))
    if draft.chance(0.3):
        draft.options.append("--no-bail")


def _torn_down(draft: _Draft) -> None:
    """One waits, and its sibling fails as soon as it is up."""
    draft.program("slow", f"waits{draft.pick('', '', ' stopped', ' leaves')}{draft.pick('', '', ' on TERM 7')}")
    draft.program("bad", "5 after slow")
    draft.beside(Task("x", "slow x || tool never"), Task("y", f"{draft.pick('bad', 'bad', 'tool y && bad')} y"))


def _interrupted(draft: _Draft) -> None:
    """One waits, and is sent what ends the run, or before that what is ignored; sometimes more than once."""
    conduct = (
        "waits on TERM ignored"
        if draft.chance(0.02)
        else draft.pick(
            "waits", "waits on TERM 7", "waits on TERM slowly", "waits stopped", "waits leaves", "waits leaves apart"
        )
    )
    draft.program("slow", conduct)
    task = draft.leaf()
    task.run = f"{draft.pick('slow', 'tool first && slow')} {task.name}{draft.pick('', ' ; tool never', ' || true')}"
    if draft.chance(0.15):  # what has ended before is none of the tear-down's
        draft.program("lead", "0 leaves")
        task.run = f"lead {task.name} && {task.run}"
    before = "slow left" if "leaves" in conduct else "tool up" if task.run.startswith("tool") else ""
    if before and draft.chance(0.5):
        draft.ignored.append(draft.pick("HUP", "QUIT", "INT"))
        draft.signals.append((before, draft.ignored[0]))
    draft.signal("slow up", *draft.ignored)
    if "slowly" in conduct and draft.chance(0.8):  # what cleans up is mostly not let to the end of it
        draft.signal("slow TERM", *draft.ignored)
    if draft.chance(0.3):
        draft.options.append(draft.pick("--no-bail", "--strict"))


def _interrupted_builtin(draft: _Draft) -> None:
    """`cat` waits for what is typed at the terminal, and is sent what ends the run (INT-3)."""
    draft.terminal = True
    task = draft.leaf()
    draft.program("last", "0")
    task.run = (
        f"touch made ; last {task.name} {draft.pick('&&', ';')} cat {draft.pick('; touch never', '|| tool never')}"
    )
    draft.signal("last end")


def _cleaning_up(draft: _Draft) -> None:
    """One has something to do at Ctrl-C, which it hears of where it shares the runner's group (INT-5)."""
    draft.terminal = True
    draft.program("slow", "waits on INT slowly")
    task = draft.leaf()
    task.run = f"slow {task.name} ; tool never"
    draft.signals.append(("slow up", draft.pick("^C", "^C", "INT", "TERM")))


def _reading(draft: _Draft) -> None:
    """One reads a line of what is typed, and `cat` the rest, where that has an end."""
    draft.stdin = draft.pick("one\ntwo\n", "one\n", "one\ntwo\n\nthree")
    draft.program("asks", f"{draft.pick(0, 0, 3)} reads")
    task = draft.leaf()
    task.run = f"asks {task.name}{'' if draft.terminal else draft.pick('', ' && cat', ' ; cat -', ' ; asks again')}"


def _left_behind(draft: _Draft) -> None:
    """One ends and leaves something behind."""
    draft.program("lead", f"0 leaves{draft.pick('', '', ' apart')}{draft.pick('', '', ' on TERM 7')}")
    task = draft.leaf()
    task.run = f"lead {task.name} && tool after"
    if draft.chance(0.5):
        draft.options.append("--strict")


_ENDS: tuple[Callable[[_Draft], None], ...] = (
    *(_well,) * 3,
    *(_failing,) * 5,
    *(_interrupted,) * 4,
    _interrupted_builtin,
    _cleaning_up,
    *(_reading,) * 2,
    *(_torn_down,) * 2,
    *(_meeting,) * 2,
    *(_left_behind,) * 2,
    _missing,
)
