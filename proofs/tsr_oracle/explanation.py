"""What a run should do, and why: step by step as the runner decides it, with the clause of each step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tsr_model.command_line import Misuse, Told, request
from tsr_model.config import ConfigError, parse_config
from tsr_model.discovery import CONFIG, Discovered, discover
from tsr_model.fence import Judged, landing
from tsr_model.filesystem import File, place_of
from tsr_model.messages import line, shown
from tsr_model.names import path
from tsr_model.prediction import Prediction, predict
from tsr_model.resolver import TooManyLinks, start_of
from tsr_model.sequence import Step
from tsr_model.world import World, world
from tsr_oracle.draw import bounds_of, capped, command, config_lines, drawing, meanwhile
from tsr_oracle.expected import differences_of_trees
from tsr_oracle.processes import grouped, side_by_side
from tsr_oracle.visible import visible
from tsr_oracle.walks import entry_of_bounds, judged_lines, shown_place
from tsr_spec.case import Case, Child, Given, process_environment
from tsr_spec.chapters import cases, clauses

MOST_LINES = 60
"""How many lines a part has at the most: a command may judge every file of a tree."""


def explained(given: Given) -> list[str]:
    """The question, drawn, and the derivation of its answer."""
    lines = [
        *(f"    {text}" for text in drawing(given, bounds_of(given))),
        *(f"  {text}" for text in config_lines(given)),
        *("", f"  $ {command(given)}"),
        *(f"    {text}" for text in meanwhile(given)),
        *(f"  {text}" for text in explanation(given)),
    ]
    return [*map(visible, lines)]


def explanation(given: Given) -> list[str]:
    """What a run should do, and the derivation of it."""
    foretold, here = predict(given), world(given)
    parts = (
        ("which config", _config(given, here)),
        ("within which bounds", _bounds(here, foretold)),
        ("before the first command", _load(foretold)),
        ("the commands", _commands(given, foretold)),
        ("processes", _processes(foretold)),
        ("afterwards", _afterwards(given, foretold)),
        ("by", _titles(foretold.clauses)),
        ("open, so that another way is right too", sorted(foretold.open)),
    )
    lines = [_end(foretold)]
    for title, found in parts:
        some = capped(list(found), MOST_LINES)
        lines += [f"{title}:", *(f"    {text}" for text in some)] if some else []
    return lines


def _end(foretold: Prediction) -> str:
    when = " before the first command" if foretold.stage == "load" and foretold.exit else ""
    why = f", by {', '.join(foretold.refusal)}" if foretold.refusal else ""
    return f"ends with {foretold.exit}{when}{why}"


# --- before the first command ----------------------------------------------------------------------------------------


def _config(given: Given, here: World) -> Iterator[str]:
    """Where a config is looked for, and which governs; nothing where the words ask for no config."""
    asked = request(given.argv)
    if isinstance(asked, Misuse) or (isinstance(asked, Told) and asked.what in ("about", "init", "config")):
        return
    start = place_of(here.files, here.cwd)
    found = discover(here.files, here.cwd, (here.home,))
    if not isinstance(found, Discovered):
        yield f"none: looked for from {shown_place(start)} upwards, {found.why} ({found.clause})"
        return
    root = place_of(here.files, found.root)
    for length in range(len(start), len(root), -1):
        yield f"{shown_place(start[:length])} has none"
    yield f"{shown_place((*root, CONFIG))} governs: it is the nearest (DISC-1), and {shown_place(root)} the workspace"
    target = landing(here.files, found.root, (CONFIG,))
    if not isinstance(target, TooManyLinks) and target.place != (*root, CONFIG):
        yield f"what is read is {shown_place(target.place)}, where its link leads (FENCE-20)"


def _bounds(here: World, foretold: Prediction) -> Iterator[str]:
    """The workspace, and where each entry of `allow_paths` leads."""
    if foretold.bounds is None:
        return
    yield f"{shown_place(foretold.bounds.root)}, the workspace (FENCE-1)"
    found = discover(here.files, here.cwd, (here.home,))
    file = here.files.nodes[found.file] if isinstance(found, Discovered) else None
    config = parse_config(file.data) if isinstance(file, File) else None
    if isinstance(found, Discovered) and config is not None and not isinstance(config, ConfigError):
        for entry in map(path, config.allow_paths):
            landed = landing(here.files, start_of(entry, found.root), entry.parts)
            if not isinstance(landed, TooManyLinks):
                yield from entry_of_bounds(here.files, found.root, entry, landed)


def _load(foretold: Prediction) -> Iterator[str]:
    """The places that the guards looked at, and the refusal."""
    yield from _each_once(foretold.judged)
    if foretold.stage == "load" and foretold.refusal:
        yield f"refused with {foretold.exit}:"
        yield from (f"    {text}" for text in _titles(foretold.refusal))
    if foretold.says:
        yield f"says: {foretold.says}"


def _each_once(judged: Iterable[Judged]) -> list[str]:
    """The lines of each, once where several are the same."""
    return [text for lines in dict.fromkeys(tuple(judged_lines(one)) for one in judged) for text in lines]


# --- commands --------------------------------------------------------------------------------------------------------


def _commands(given: Given, foretold: Prediction) -> Iterator[str]:
    """Each command: what was judged for it, what it says and does; or the program that it starts."""
    children = list(zip(foretold.children, foretold.environments, strict=True))
    if side_by_side(foretold):
        yield "in any order that GRAPH-10 allows; one of them is"
    for step in foretold.steps:
        yield f"$ {' '.join(map(shown, step.argv))}   (by {', '.join(step.clauses)})"
        if children and children[0][0].argv == step.argv and not step.judged:
            yield from (f"    {text}" for text in _started(given, *children.pop(0)))
        else:
            yield from (f"    {text}" for text in _done(step, foretold))


def _started(given: Given, child: Child, environment: Mapping[str, str]) -> Iterator[str]:
    yield f"a program is started in {child.cwd}"
    inherited = process_environment(given)
    yield from (f"with {name}={value!r}" for name, value in environment.items() if inherited.get(name) != value)


def _done(step: Step, foretold: Prediction) -> Iterator[str]:
    """What a builtin judges, touches and says."""
    yield from _each_once(step.judged)
    yield from (f"{verb}s {shown_place(place)}" for verb, place in step.touched)
    assert foretold.bounds is not None
    yield from (f"says: {line(message, foretold.bounds)}" for message in step.messages)


# --- the end ---------------------------------------------------------------------------------------------------------


def _processes(foretold: Prediction) -> Iterator[str]:
    """What is foretold of groups, marks and survivors."""
    if foretold.children:
        yield grouped(foretold.isolated)
    yield from (f"heard: {mark}" for mark in dict.fromkeys(foretold.marks))
    yield from (f"never heard: {mark}" for mark in foretold.unsaid)
    yield from (f"left behind: something of {name}" for name in sorted(foretold.survivors))


def _afterwards(given: Given, foretold: Prediction) -> Iterator[str]:
    """What was printed, and what is another than before."""
    if foretold.stdout:
        yield f"printed: {foretold.stdout!r}"
    yield from (f"table: {row}" for row in foretold.table or ())
    yield from (f"told: {event}" for event in foretold.events or ())
    before = world(given).files
    yield from (f"{where}: {was} → {now}" for where, was, now in differences_of_trees(before, foretold.files))


def _titles(names: Iterable[str]) -> Iterator[str]:
    known = clauses()
    yield from (f"{name:<11} {known[name].title if name in known else ''}".rstrip() for name in names)


def twin_line(case: Case) -> str | None:
    """The nearest question of the spec that ends otherwise, where there is one."""
    every = cases()
    other = next((one for one in every.values() if one.twin == case.id), every.get(case.twin or ""))
    return None if other is None else f"its twin ends with {predict(other.given).exit}: {other.id}  {other.title}"
