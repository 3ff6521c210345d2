"""Every run of a builtin in a scope: what was there, what it was called with, what the model says it did."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from itertools import islice

from tsr_model.builtins import BUILTINS
from tsr_model.effect import Call, Effect
from tsr_model.fence import Bounds
from tsr_proofs.bridge import Snapshot, in_model, snapshot, tree_of
from tsr_proofs.fence.operands import words
from tsr_proofs.trees import WORKSPACE, Dir, Place, Scope, Tree, drawn, node_at, of, trees


@dataclass(slots=True)
class Run:
    """One run of a builtin."""

    tree: Dir
    cwd: Place
    bounds: tuple[Place, ...]
    command: tuple[str, ...]
    operands: tuple[str, ...]
    effect: Effect
    before: Snapshot
    _after: Snapshot | None = None

    @property
    def changed(self) -> bool:
        """Whether the run has changed anything at all, as far as the model's values tell."""
        return self.effect.files is not self.effect.call.files

    @property
    def after(self) -> Snapshot:
        """What is where afterwards."""
        if self._after is None:
            self._after = snapshot(self.effect.files) if self.changed else self.before
        return self._after

    @property
    def tree_after(self) -> Tree:
        """The tree afterwards."""
        return tree_of(self.effect.files) if self.changed else self.tree

    def __str__(self) -> str:
        allowed = "".join(f"  allow_paths: /{'/'.join(place)}" for place in self.bounds[1:])
        called = " ".join(word or "''" for word in (*self.command, *self.operands))
        return f"{drawn(self.tree)}\n$ {called}    (in /{'/'.join(self.cwd)}{allowed})"


@dataclass(frozen=True, slots=True)
class RunBox:
    """All runs of these commands with `count` operands of up to `parts` parts, on all trees of the scope."""

    scope: Scope
    commands: tuple[tuple[str, ...], ...]
    count: int
    parts: int
    plain: bool = False
    allowed: tuple[Place, ...] = ()
    cwd: Place = WORKSPACE

    def __str__(self) -> str:
        allowed = "".join(f", `allow_paths` /{'/'.join(place)}" for place in self.allowed)
        cwd = "" if self.cwd == WORKSPACE else f", run in /{'/'.join(self.cwd)}"
        called = ", ".join(" ".join(command) for command in self.commands)
        return f"{self.scope}, {of(self.count, 'operand')} of {of(self.parts, 'part')}{allowed}{cwd}: {called}"

    @property
    def short(self) -> str:
        """The scope in short."""
        return f"{self.scope.short} {'+'.join([f'{self.parts}L'] * self.count)}"

    def cases(self, index: int, count: int) -> Generator[Run, None, None]:
        """One of `count` equal shares of the runs."""
        every = words(self.parts, self.count, plain=self.plain)
        for tree in islice(trees(self.scope), index, None, count):
            call = self._call(tree)
            if call is not None:
                before = snapshot(call.files)
                for command in self.commands:
                    for operands in every:
                        yield self._run(tree, call, before, command, operands)

    def run(self, tree: Dir, command: tuple[str, ...], operands: tuple[str, ...]) -> Run | None:
        """One run; None on a tree in which there is no directory to run it in."""
        call = self._call(tree)
        return None if call is None else self._run(tree, call, snapshot(call.files), command, operands)

    def _call(self, tree: Dir) -> Call | None:
        files, numbers = in_model(tree)
        if not isinstance(node_at(tree, self.cwd), Dir):
            return None
        return Call(files, numbers[self.cwd], Bounds(WORKSPACE, self.allowed))

    def _run(self, tree: Dir, call: Call, before: Snapshot, command: tuple[str, ...], operands: tuple[str, ...]) -> Run:
        effect = BUILTINS[command[0]](call, command[1:] + operands)
        return Run(tree, self.cwd, (WORKSPACE, *self.allowed), command, operands, effect, before)
