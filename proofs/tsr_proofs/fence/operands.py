"""The operands and commands that a scope calls the builtins with."""

from __future__ import annotations

from itertools import product

from tsr_proofs.trees import absolute, relative

ONE = (("rm",), ("rm", "-r"), ("mkdir",), ("mkdir", "-p"), ("touch",), ("cat",))
TWO = (("cp",), ("cp", "-r"), ("mv",))
FORCED = (("rm", "-f"), ("rm", "-rf"))
NONE = (("echo",), ("pwd",), ("true",), ("false",))
PARENTS = (("mkdir", "-p"),)


def operands(parts: int) -> tuple[str, ...]:
    """Every operand of up to so many parts: relative, with a last slash too, absolute, `.` and the empty one."""
    plain = relative(parts)
    return (*plain, *(f"{text}/" for text in plain), *absolute(parts), ".", "")


def entries(parts: int) -> tuple[str, ...]:
    """Every relative operand of up to so many parts, with and without a last slash."""
    plain = relative(parts)
    return (*plain, *(f"{text}/" for text in plain))


def words(parts: int, count: int, *, plain: bool) -> tuple[tuple[str, ...], ...]:
    """Every choice of `count` operands; `plain` leaves out all but the relative ones without a last slash."""
    return tuple(product(relative(parts) if plain else operands(parts), repeat=count))
