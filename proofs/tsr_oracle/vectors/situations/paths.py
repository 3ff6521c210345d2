"""Operands of builtins: the ways on which a path leads elsewhere than it seems to."""

from __future__ import annotations

import re
from itertools import pairwise

from tsr_model.fence import Landing, landing
from tsr_model.filesystem import ROOT
from tsr_model.names import SLASH, UP, base_name, beneath, path, text, without_slash
from tsr_model.prediction import Prediction
from tsr_model.resolver import TooManyLinks, start_of, walk
from tsr_model.world import OTHER, WORLD, world
from tsr_oracle.vectors.facts import config_of, tasks, unquoted
from tsr_oracle.vectors.situations import situation
from tsr_oracle.vectors.ways import Operand, behind, calls, directory, is_directory, is_link, operands, way
from tsr_spec.case import OTHER as OTHER_SIGN
from tsr_spec.case import WORLD as WORLD_SIGN
from tsr_spec.case import Given, HardLink, Link, Mount, Special


@situation
def link_in_destination(given: Given, foretold: Prediction) -> bool:
    """The last operand of `cp` or `mv` is a link."""
    return any(o.last and o.command in ("cp", "mv") and is_link(way(given, o.path).end) for o in operands(foretold))


@situation
def dangling_link_as_new_file(given: Given, foretold: Prediction) -> bool:
    """What a builtin is to make or to write is a link that leads nowhere."""
    makes = [o for o in operands(foretold) if o.command in ("touch", "mkdir") or (o.last and o.command in ("cp", "mv"))]
    return any(is_link(way(given, o.path).end) and behind(given, o.path) is None for o in makes)


@situation
def link_to_remove(given: Given, foretold: Prediction) -> bool:
    """`rm` is given a link."""
    return any(o.command == "rm" and is_link(way(given, o.path).end) for o in operands(foretold))


@situation
def link_within_a_tree(given: Given, foretold: Prediction) -> bool:
    """A directory that is copied, moved or removed as a whole holds a link."""
    links = [entry.path for entry in given.tree if isinstance(entry, Link)]
    trees = [o for o in operands(foretold) if o.command in ("rm", "cp", "mv") and is_directory(behind(given, o.path))]
    inner = [base_name(o.path) for o in trees if not o.last]
    return any(f"/{name}/" in f"/{link}" for name in inner for link in links)


@situation
def parent_after_link(given: Given, foretold: Prediction) -> bool:
    """A path has `..` right behind a link to a directory."""
    for operand in operands(foretold):
        found = way(given, operand.path)
        for (_, node), (name, _) in pairwise(zip(found.parts, found.nodes, strict=True)):
            if is_link(node) and name == UP:
                return True
    return False


@situation
def missing_then_parent(given: Given, foretold: Prediction) -> bool:
    """A path has `..` behind a part that does not exist."""
    for operand in operands(foretold):
        found = way(given, operand.path)
        missing = [at for at, node in enumerate(found.nodes) if node is None]
        if missing and UP in found.parts[missing[0] :]:
            return True
    return False


@situation
def prefix_sibling(given: Given, foretold: Prediction) -> bool:
    """Something beside a bound has a name that begins with the bound's own."""
    if foretold.bounds is None:
        return False
    places = [(*(OTHER if e.path.startswith(OTHER_SIGN) else WORLD), *_names(e.path)) for e in given.tree]
    bounds = [bound for bound in (foretold.bounds.root, *foretold.bounds.allowed) if bound]
    return any(text(p).startswith(text(b)) and not beneath(p, b) for p in places for b in bounds)


def _names(written: str) -> tuple[str, ...]:
    return path(written.removeprefix(OTHER_SIGN)).parts


@situation
def trailing_slash(given: Given, foretold: Prediction) -> bool:
    """An operand ends in a slash."""
    return any(o.path.parts[-1:] == (SLASH,) for o in operands(foretold))


@situation
def empty_operand(given: Given, foretold: Prediction) -> bool:
    """An operand is the empty word."""
    return any(o.written == "" for o in operands(foretold))


@situation
def root_as_victim(given: Given, foretold: Prediction) -> bool:
    """`rm` or `mv` is given the workspace root, or what holds it, or an end such as `.` that has no entry."""
    if foretold.bounds is None:
        return False
    files, above = world(given).files, foretold.bounds.root
    victims = [o.path for o in operands(foretold) if o.command == "rm" or (o.command == "mv" and not o.last)]
    places = (landing(files, start_of(one, directory(given)), one.parts) for one in victims)
    met = any(isinstance(landed, Landing) and beneath(above, landed.place) for landed in places)
    return met or any(without_slash(one).parts[-1:] in ((".",), ("..",)) for one in victims)


@situation
def something_in_the_way(given: Given, foretold: Prediction) -> bool:
    """What a command is to make is there already."""
    made = [o for o in operands(foretold) if o.command == "mkdir" or (o.last and o.command in ("cp", "mv"))]
    return any(way(given, o.path).end is not None for o in made)


@situation
def hard_link(given: Given, foretold: Prediction) -> bool:
    """A file has two names."""
    return any(isinstance(entry, HardLink) for entry in given.tree)


@situation
def other_file_system(given: Given, foretold: Prediction) -> bool:
    """A path leads to another file system."""
    mounted = any(isinstance(entry, Mount) for entry in given.tree)
    return mounted or any(entry.path.startswith(OTHER_SIGN) for entry in given.tree)


@situation
def special_file(given: Given, foretold: Prediction) -> bool:
    """There is a FIFO or a socket, which an open may wait for."""
    return any(isinstance(entry, Special) for entry in given.tree)


@situation
def links_without_end(given: Given, foretold: Prediction) -> bool:
    """Links lead round in a circle, or are very many."""
    links = [entry for entry in given.tree if isinstance(entry, Link)]
    files, budget = world(given).files, 8
    ways = (walk(files, ROOT, path(f"{WORLD_SIGN}/{link.path}").parts, links=budget) for link in links)
    return any(isinstance(found, TooManyLinks) for found in ways)


@situation
def odd_letters_in_a_name(given: Given, foretold: Prediction) -> bool:
    """A name or a path has control characters, blanks, or bytes that are no text."""
    names = [entry.path for entry in given.tree] + [operand.written for operand in operands(foretold)]
    return any(re.search(r"[^!-~]", name) for name in names)


@situation
def allowed_place(given: Given, foretold: Prediction) -> bool:
    """`allow_paths` admits more than the workspace."""
    return bool(config_of(given).allow_paths)


@situation
def link_on_the_way(given: Given, foretold: Prediction) -> bool:
    """A path goes through a link, or to one that is to be read or moved."""
    for operand in operands(foretold):
        links = [is_link(node) for node in way(given, operand.path).nodes]
        if any(links[:-1]) or (links[-1:] == [True] and operand.command != "rm" and not operand.last):
            return True
    return False


@situation
def path_that_points_away(given: Given, foretold: Prediction) -> bool:
    """An operand is absolute, or begins with `..`."""
    return any(o.path.absolute or o.path.parts[:1] == (UP,) for o in operands(foretold))


@situation
def one_file_twice(given: Given, foretold: Prediction) -> bool:
    """`cp` or `mv` has one file as source and destination, or two sources that would arrive at one name, or a
    directory and what is in it."""
    several = [call for call in calls(foretold) if len(call) > 1 and call[0].command in ("cp", "mv")]
    return any(_meets_itself(given, call) for call in several)


def _meets_itself(given: Given, call: list[Operand]) -> bool:
    *sources, target = (behind(given, operand.path) for operand in call)
    names = [base_name(operand.path) for operand in call[:-1]]
    beneath_itself = any(f"{call[-1].written}/".startswith(f"{operand.written}/") for operand in call[:-1])
    return beneath_itself or len({*names}) < len(names) or any(s is target for s in sources if s is not None)


@situation
def pattern_over_names(given: Given, foretold: Prediction) -> bool:
    """A pattern stands for names: in a command, or where a config names packages."""
    packages = [*config_of(given).members, *(entry for task in tasks(given) for entry in task.packages or ())]
    return any({*"*?["} & {*text} for text in (*packages, *(part.text for part in unquoted(given))))
