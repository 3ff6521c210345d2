"""Asks a mutant of the model question after question: in a fork of a process that has everything imported.

A fork is changed by putting the mutant's code into the functions that are there, so whoever imported one of them has
the mutant too. Only that is asked which calls the function; what doesn't can't tell.
"""

from __future__ import annotations

import gc
import os
import resource
import signal
import sys
from collections.abc import Iterable, Iterator
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NoReturn, TypeAlias

import tsr_model
from tsr_oracle.quality.mutation.fates import Fate, Question, WrongAlready
from tsr_oracle.quality.mutation.mutants import Mutant

MEMORY = 1 << 30
"""Bytes beside what the process has: a mutant that takes more is killed."""

Place: TypeAlias = tuple[str, int]
"""The file of a function and the line it begins with."""

_FUNCTION = 0x2
"""The flag of code that has variables of its own, as that of a function has, and not the body of a class."""


class Model:
    """The model as it is, which question calls which of its functions, and a judge of its mutants.

    Raises WrongAlready where the model is wrong about a question as it is.
    """

    def __init__(self, *kinds: Iterable[Question]) -> None:
        gc.unfreeze()  # what is frozen can't be found
        self._top = os.path.dirname(os.path.realpath(tsr_model.__file__)) + os.sep
        self._askers: dict[Place, list[Question]] = {}
        self._caches = _caches()
        for questions in kinds:
            self._learn(questions)
        self._functions = _functions(self._top)
        gc.collect()
        gc.freeze()  # so that a fork copies little

    def judge(self, mutant: Mutant) -> Fate:
        """Whether a question tells the mutant from the model, the kinds in order."""
        asked = self._askers.get(_place(mutant), [])
        if not asked:
            return Fate("unreached")
        said, status = self._forked(mutant, asked)
        assert said, f"{mutant} could not be put in place"
        if said[-1] == "":
            return Fate("survived")
        code = os.waitstatus_to_exitcode(status)
        return Fate("killed", said[-1] if code == 0 else f"{said[-1]} ({signal.Signals(-code).name})")

    def _forked(self, mutant: Mutant, asked: list[Question]) -> tuple[list[str], int]:
        """What the fork has said, and how it ended. It never outlives this."""
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(reading)
            self._ask(mutant, asked, writing)
        os.close(writing)
        try:
            with os.fdopen(reading, encoding="utf-8") as told:
                said = told.read().splitlines()
        except BaseException:
            os.kill(pid, signal.SIGKILL)
            raise
        finally:
            status = os.waitpid(pid, 0)[1]
        return said, status

    def _ask(self, mutant: Mutant, asked: list[Question], writing: int) -> NoReturn:
        """In the fork: say what is asked next, end with the first that differs; an empty line says that none did."""
        try:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is ended by whoever waits for it
            _limit_memory()
            _be_silent()
            self._become(mutant)
            self._forget()
            for question in asked:
                os.write(writing, f"{question.name}\n".encode())
                signal.setitimer(signal.ITIMER_PROF, question.seconds)
                if not question.agrees():
                    os._exit(0)
            os.write(writing, b"\n")
        finally:
            os._exit(0)  # also where it has raised something

    def _become(self, mutant: Mutant) -> None:
        place = _place(mutant)
        changed = _code_at(compile(mutant.text, str(mutant.path), "exec", dont_inherit=True), mutant.first)
        for function in self._functions[place]:
            function.__code__ = changed

    def _learn(self, questions: Iterable[Question]) -> None:
        """Which questions call which function; those that call few stand first."""
        called = [(question, self._called_by(question)) for question in questions]
        for question, places in sorted(called, key=lambda one: len(one[1])):
            for place in places:
                self._askers.setdefault(place, []).append(question)
        self._forget()

    def _called_by(self, question: Question) -> set[Place]:
        codes: set[CodeType] = set()

        def note(frame: FrameType, event: str, _: Any) -> None:
            if event == "call":
                codes.add(frame.f_code)

        self._forget()
        sys.setprofile(note)
        try:
            right = question.agrees()
        finally:
            sys.setprofile(None)
        if not right:
            raise WrongAlready(f"the model is wrong as it is: {question.name} tells; mend that first")
        return {(code.co_filename, code.co_firstlineno) for code in codes if code.co_filename.startswith(self._top)}

    def _forget(self) -> None:
        for cache in self._caches:
            cache.cache_clear()


def _place(mutant: Mutant) -> Place:
    return os.path.realpath(mutant.path), mutant.first


def _functions(top: str) -> dict[Place, list[FunctionType]]:
    """The functions beneath a directory by place, whatever they are wrapped in."""
    found: dict[Place, list[FunctionType]] = {}
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename.startswith(top):
            found.setdefault((one.__code__.co_filename, one.__code__.co_firstlineno), []).append(one)
    return found


def _caches() -> list[_lru_cache_wrapper[Any]]:
    """What of the model remembers earlier results."""
    every = (one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper))
    return [one for one in every if one.__module__.startswith("tsr_model")]


def _code_at(code: CodeType, first: int) -> CodeType:
    """The code of the outermost function that begins with this line. Raises LookupError."""
    for inner in _inner(code):
        if inner.co_firstlineno == first and inner.co_flags & _FUNCTION:
            return inner
    raise LookupError(f"no function begins in line {first}")


def _inner(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _inner(constant)


def _limit_memory() -> None:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    most = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _be_silent() -> None:
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
