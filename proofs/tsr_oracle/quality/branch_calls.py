"""The model, read with a call around each of its conditions that says how it came out."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, TypeVar

PACKAGE = "tsr_model"
_CALL = "__came_out__"
_N = TypeVar("_N", bound=ast.AST)


@dataclass(frozen=True, slots=True, order=True)
class Branch:
    """One way out of a condition: in which module and function, what it says there, and how it comes out."""

    module: str
    function: str
    condition: str
    way: str


class Recorder:
    """What the calls have said: conditions by number, each with the ways in which it came out."""

    def __init__(self) -> None:
        self.conditions: list[tuple[Branch, ...]] = []
        self.came_out: set[tuple[int, bool]] = set()

    def new(self, *ways: Branch) -> int:
        """The number of one more condition: its way out if it holds, and if it does not, where there is one."""
        self.conditions.append(ways)
        return len(self.conditions) - 1

    def __call__(self, number: int, value: object) -> object:
        self.came_out.add((number, bool(value)))
        return value

    def missed(self) -> Iterator[Branch]:
        """The branches that were not taken."""
        for number, ways in enumerate(self.conditions):
            for holds, branch in zip((True, False), ways, strict=False):
                if (number, holds) not in self.came_out:
                    yield branch


class _WithCalls(ast.NodeTransformer):
    """Puts the calls into a module."""

    def __init__(self, module: str, recorder: Recorder) -> None:
        self.module = module
        self.recorder = recorder
        self.inside: list[str] = []

    def _condition(self, test: ast.expr) -> ast.expr:
        says, where = ast.unparse(test), (self.module, ".".join(self.inside))
        number = self.recorder.new(Branch(*where, says, "true"), Branch(*where, says, "false"))
        name, at = ast.Name(_CALL, ast.Load()), ast.Constant(number)
        return ast.Call(name, [at, self.visit(test)], [])

    def _body(self, says: str, body: list[ast.stmt]) -> list[ast.stmt]:
        number = self.recorder.new(Branch(self.module, ".".join(self.inside), says, "taken"))
        call = ast.Call(ast.Name(_CALL, ast.Load()), [ast.Constant(number), ast.Constant(True)], [])
        return [ast.Expr(call), *body]

    def _within(self, node: _N, name: str) -> _N:
        self.inside.append(name)
        self.generic_visit(node)
        self.inside.pop()
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._within(node, node.name)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return self._within(node, node.name)

    def visit_If(self, node: ast.If) -> ast.AST:
        node.test = self._condition(node.test)
        node.body, node.orelse = ([self.visit(each) for each in part] for part in (node.body, node.orelse))
        return node

    def visit_While(self, node: ast.While) -> ast.AST:
        if not isinstance(node.test, ast.Constant):
            node.test = self._condition(node.test)
        node.body = [self.visit(each) for each in node.body]
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        node.test = self._condition(node.test)
        node.body, node.orelse = self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        node.iter = self.visit(node.iter)
        node.ifs = [self._condition(each) for each in node.ifs]
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.AST:
        says = f"case {ast.unparse(node.pattern)}"
        if node.guard is not None:
            node.guard = self._condition(node.guard)
        node.body = self._body(says, [self.visit(each) for each in node.body])
        return node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        says = f"except {ast.unparse(node.type)}" if node.type is not None else "except"
        node.body = self._body(says, [self.visit(each) for each in node.body])
        return node


class _Loader(SourceFileLoader):
    """Reads a module of the model with calls in it; what was compiled before has none."""

    def __init__(self, name: str, path: str, recorder: Recorder) -> None:
        super().__init__(name, path)
        self.recorder = recorder

    def get_code(self, fullname: str) -> CodeType:
        module = fullname.removeprefix(PACKAGE).removeprefix(".")
        tree = _WithCalls(module, self.recorder).visit(ast.parse(Path(self.path).read_bytes()))
        code: CodeType = compile(ast.fix_missing_locations(tree), self.path, "exec", dont_inherit=True)
        return code

    def exec_module(self, module: ModuleType) -> None:
        setattr(module, _CALL, self.recorder)
        super().exec_module(module)


class Finder(MetaPathFinder):
    """Finds the modules of the model, before anybody else does."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: Any = None) -> ModuleSpec | None:
        if fullname.partition(".")[0] != PACKAGE:
            return None
        spec = PathFinder.find_spec(fullname, path)
        if spec is not None and spec.origin is not None:
            spec.loader = _Loader(fullname, spec.origin, self.recorder)
        return spec
