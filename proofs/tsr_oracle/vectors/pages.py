"""A vector as a person reads it: its workspace drawn, its command, its flags, and every right answer in words."""

from __future__ import annotations

from collections.abc import Iterator

from tsr_oracle.draw import bounds_of, command, config_lines, drawing, meanwhile
from tsr_oracle.expected import describe
from tsr_oracle.processes import grouped
from tsr_oracle.vectors.catalogue import Vector
from tsr_oracle.vectors.flags import flags
from tsr_oracle.vectors.needs import FEATURES, Needs
from tsr_oracle.vectors.outcomes import Admissible
from tsr_oracle.visible import visible
from tsr_spec import CLAUSES_VERSION
from tsr_spec.case import Case, Child, HardLink
from tsr_spec.chapters import clauses
from tsr_spec.tree_text import escape


def row(vector: Vector) -> str:
    """One line of a list."""
    return f"{vector.id}  {vector.clause:<11} {vector.kind:<9} {vector.provenance:<6} {vector.case.title}"


def page(vector: Vector, twin: Case | None) -> list[str]:
    """All there is to say about one."""
    given = vector.case.given
    lines = [f"{vector.id}  {vector.case.title}", f"  {vector.comment}"]
    lines += [f"  {vector.kind}, {vector.provenance}; clauses {CLAUSES_VERSION}", ""]
    lines += [f"    {line}" for line in drawing(given, bounds_of(given))]
    lines += [f"  {line}" for line in config_lines(given)]
    lines += ["", f"  $ {command(given)}", *(f"    {line}" for line in meanwhile(given))]
    several = len(vector.admissible) > 1
    for number, outcome in enumerate(vector.admissible, 1):
        lines += ["", f"  right, {number} of {len(vector.admissible)}:" if several else "  right:"]
        lines += [f"    {line}" for line in _outcome(outcome)]
    lines += ["", *(f"  {name:<11} {clauses()[name].title}" for name in vector.case.clauses)]
    lines += ["", *(line for name in vector.flags for line in _flag(name))]
    lines += [f"  needs: {', '.join(_needs(vector.needs))}"] if _needs(vector.needs) else []
    lines += [f"  twin: {twin.id}  {twin.title}"] if twin is not None else []
    return [*map(visible, lines)]


def _flag(name: str) -> Iterator[str]:
    flag = flags()[name]
    yield f"  {name} (CWE-{flag.cwe}): {flag.wrong}"
    yield f"      {flag.right}"


def _needs(needs: Needs) -> list[str]:
    who = {"any": [], "root": ["root"], "user": ["an ordinary user"]}[needs.uid]
    return [*who, *(["Linux"] if needs.platform == "linux" else []), *(FEATURES[name] for name in needs.features)]


def _outcome(one: Admissible) -> Iterator[str]:
    right = one.outcome
    yield f"ends with {right.exit}"
    yield from (f"gone:    {escape(path)}" for path in right.gone)
    for entry in right.made:
        what = f"the same file as {escape(entry.to)}" if isinstance(entry, HardLink) else describe(entry)
        yield f"made:    {escape(entry.path)}: {what}"
    yield from (f"touched: {escape(path)}" for path in one.touched)
    yield from (f"any way: {escape(path)}" for path in one.unjudged)
    yield from _children(one)
    yield "prints:  anything" if right.stdout is None else f"prints:  {right.stdout!r}"
    yield from (f"says:    {escape(line)}" for line in right.says or ())
    yield from (f"hides:   {escape(text)}" for text in one.hidden)
    yield from (f"heard:   {mark}" for mark in right.marks or ())
    yield from (f"unsaid:  {mark}" for mark in right.unsaid)
    yield from (f"left:    something of {name}" for name in right.survivors)
    yield from (f"event:   {text}" for text in right.events or ())


def _children(one: Admissible) -> Iterator[str]:
    children = one.outcome.children
    for number, child in enumerate(children):
        after = [str(other + 1) for first, other in one.order or () if first == number]
        yield f"starts:  {_child(child)}" + (f"   (behind {', '.join(after)})" if after else "")
        yield from (f"    {name}{' unset' if value is None else f'={value!r}'}" for name, value in child.env)
    if one.order is not None and len(children) > 1:
        yield "         in any order" + (" that this allows" if one.order else "")
    if one.fewer:
        yield "         or fewer of them"
    if one.outcome.isolated is not None:
        yield f"         {grouped(one.outcome.isolated)}"
    if one.stdin != "as it is":
        yield f"         standard input: {'the terminal' if one.stdin == 'terminal' else 'the null device'}"


def _child(child: Child) -> str:
    return f"{' '.join(escape(word) or repr('') for word in child.argv)} (in {escape(child.cwd)})"
