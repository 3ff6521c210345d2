"""Wrong versions of builtins, so that the judge is known to see what each does wrong.

Each is small, and calls the seam as the runner does.
"""

from __future__ import annotations

import importlib
import os
import select
import traceback
from typing import TYPE_CHECKING

from tsr_impl import calls, report

if TYPE_CHECKING:
    from collections.abc import Callable

    from tsr_impl.builtins import Call


def _put(name: str, builtin: Callable[[Call], int]) -> None:
    """Have the runner perform this in the place of its builtin."""
    setattr(importlib.import_module(f"tsr_impl.builtins.{name}"), name, builtin)


def _fail(call: Call, operand: str, error: OSError) -> int:
    report.say(f"{call.name}: '{operand}': {error.strerror}")
    return 1


def _copy(call: Call) -> None:
    here = call.directory.descriptor
    source, target = call.words
    reading, writing = calls.open_to_read(here, source), calls.create(here, target, 0o644)
    while data := calls.read(reading):
        calls.write(writing, data)


def cp_leaves_half() -> None:
    """What was copied until something failed stays."""

    def cp(call: Call) -> int:
        try:
            _copy(call)
        except OSError as error:
            return _fail(call, call.words[1], error)
        return 0

    _put("cp", cp)


def cp_empties_the_source() -> None:
    """It says what failed, and takes the source away with the copy."""

    def cp(call: Call) -> int:
        try:
            _copy(call)
        except OSError as error:
            for name in call.words:
                os.unlink(name.encode(), dir_fd=call.directory.descriptor)
            return _fail(call, call.words[1], error)
        return 0

    _put("cp", cp)


def mv_removes_what_was_not_copied() -> None:
    """The source goes, however the copy ended."""

    def mv(call: Call) -> int:
        try:
            _copy(call)
        except OSError as error:
            os.unlink(call.words[1])
            return _fail(call, call.words[1], error)
        finally:
            calls.unlink(call.directory.descriptor, call.words[0])
        return 0

    _put("mv", mv)


def _rm(on_error: Callable[[Call, str, OSError], int]) -> None:
    """An `rm` of files that does something else where one can't be removed."""

    def rm(call: Call) -> int:
        status = 0
        for word in call.words:
            try:
                if not word.startswith("-"):
                    calls.unlink(call.directory.descriptor, word)
            except FileNotFoundError:
                continue
            except OSError as error:
                status = on_error(call, word, error)
        return status

    _put("rm", rm)


def rm_says_nothing() -> None:
    """What can't be removed stays, and the exit code is 0."""
    _rm(lambda call, word, error: 0)


def rm_fails_without_a_word() -> None:
    """The exit code is 1, and nobody knows why."""
    _rm(lambda call, word, error: 1)


def rm_does_not_say_why() -> None:
    """It names the operand alone."""

    def on_error(call: Call, word: str, error: OSError) -> int:
        report.say(f"rm: '{word}': cannot be removed")
        return 1

    _rm(on_error)


def rm_names_something_else() -> None:
    """The message is about what is not there."""
    _rm(lambda call, word, error: _fail(call, "something-else", error))


def rm_has_a_code_of_its_own() -> None:
    """The message is right, and the exit code is that of a misuse."""
    _rm(lambda call, word, error: _fail(call, word, error) + 1)


def rm_prints_a_traceback() -> None:
    """It is meant for whoever wrote the runner."""

    def on_error(call: Call, word: str, error: OSError) -> int:
        report.say(traceback.format_exc())
        return _fail(call, word, error)

    _rm(on_error)


def rm_did_not_foresee_it() -> None:
    """The error reaches the top."""

    def on_error(call: Call, word: str, error: OSError) -> int:
        raise RuntimeError("unforeseen") from error

    _rm(on_error)


def mkdir_stops_at_the_first() -> None:
    """What comes behind an operand that fails is not made."""

    def mkdir(call: Call) -> int:
        for word in call.words:
            try:
                calls.make_directory(call.directory.descriptor, word)
            except OSError as error:
                return _fail(call, word, error)
        return 0

    _put("mkdir", mkdir)


def cat_waits_for_nothing() -> None:
    """Where its output takes nothing at the moment, it waits for what never comes."""

    def cat(call: Call) -> int:
        while data := calls.read(0):
            try:
                calls.write(1, data)
            except BlockingIOError:
                select.poll().poll()
        return 0

    _put("cat", cat)


def cat_leaves_a_process() -> None:
    """A process outlives it."""

    def cat(call: Call) -> int:
        try:
            while data := calls.read(0):
                calls.write(1, data)
        except OSError as error:
            words = ["sleep", "20"]
            calls.spawn("/bin/sleep", words, {}, (), (), own_group=True, no_input=True)
            return _fail(call, "-", error)
        return 0

    _put("cat", cat)
