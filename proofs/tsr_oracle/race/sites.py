"""The sites: what the attacker swaps, what is there and of which shape the outside is, and which calls are made there.

A file inside says its path, which it has in the beginning; one outside says `OUTSIDE` too, and in each directory
outside there is a name with that in it, so that it is seen when a list of the names was used. What is called `gone…` or
`over…` may be lost, since a call removes or replaces it. All else has to be somewhere in the end, but for `into…` and
links where names can't be exchanged at once: while a directory is not there, and a link to it leads nowhere, `mv` into
it gives its name to what is moved, in the place of the link, and the next such `mv` replaces that.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from tsr_oracle.race.attacker import Swap
from tsr_oracle.race.commands import ROOT, Call, call, in_a_directory
from tsr_spec.case import WORLD, Directory, Entry, File, Link

OUTSIDE = "precious-7d0c"
"""What nothing but the outside has in it."""

_NUMBERS = 4
_EXPENDABLE = re.compile(r"(^|/)(gone|over)[^/]*")
_MOVED_INTO = re.compile(r"(^|/)into[^/]*")


@dataclass(frozen=True, slots=True)
class Site:
    """One place to be fought over. `inside` and `outside` are what is there, by paths in the world.

    `calls` are sequences whose order matters. `directory` is the task's `dir`, `settings` and `members` more of what
    its config says. `short`: what is attacked is used when a run begins, so that there are to be many of few calls.
    """

    name: str
    what: str
    inside: tuple[Entry, ...]
    outside: tuple[Entry, ...]
    swaps: tuple[Swap, ...]
    calls: tuple[tuple[Call, ...], ...]
    directory: str = ""
    settings: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    short: bool = False


def expendable(entry: Entry, at_once: bool) -> bool:
    """Whether what is there in the beginning may be lost, where names are exchanged `at_once` or not."""
    if _EXPENDABLE.search(entry.path):
        return True
    return not at_once and (isinstance(entry, Link) or _MOVED_INTO.search(entry.path) is not None)


# --- what is there ---------------------------------------------------------------------------------------------------


def _file(path: str) -> File:
    return File(path, f"mine {path}\n" if path.startswith("ws/") else f"{OUTSIDE} {path}\n")


def _tree(path: str) -> list[Entry]:
    """A small tree. Outside it has a name that betrays who lists it."""
    tree: list[Entry] = [_file(f"{path}/{name}") for name in ("a/b/x", "a/b/y", "a/c", "z")]
    if not path.startswith("ws/"):
        tree += [_file(f"{path}/{inner}{OUTSIDE}") for inner in ("", "a/", "a/b/")]
    return tree


def _filled(path: str) -> list[Entry]:
    """A directory in which all of the calls succeed."""
    files = ("read", "gone", "gone-too", "gone-one", "gone-two", "over", "move")
    entries: list[Entry] = [Directory(f"{path}/e"), *_tree(f"{path}/kept-tree")]
    for number in range(_NUMBERS):
        entries += [_file(f"{path}/{name}{number}") for name in files]
        for name in ("gone-tree", "gone-whole", "move-tree"):
            entries += _tree(f"{path}/{name}{number}")
    return entries if path.startswith("ws/") else [*entries, _file(f"{path}/{OUTSIDE}")]


def _own(path: str) -> list[Entry]:
    """What lies beside it, and keeps still."""
    return _tree(f"{path}/tree") + [
        _file(f"{path}/{name}{number}")
        for name in ("mine", "also", "from", "into", "into-too")
        for number in range(_NUMBERS)
    ]


def _link(path: str, target: str, chance: Random, at: str | None = None) -> list[Entry]:
    """A link to a place in the world, written in one of several ways; it is to be looked at where it lies `at`."""
    above = os.path.dirname(at or path)
    up = "../" * (above.count("/") + 1)
    ways = [f"{WORLD}/{target}", up + target, f"{up}ws/../{target}", f"{WORLD}/ws/../{target}"]
    hops = [f"{path}.{number}" for number in range(chance.choice((0, 0, 0, 1, 3)))]
    links = [Link(one, f"{WORLD}/{other}") for one, other in zip([path, *hops], hops, strict=False)]
    return [*links, Link(hops[-1] if hops else path, chance.choice(ways) if not hops else f"{WORLD}/{target}")]


# --- directories on the way ------------------------------------------------------------------------------------------


def middle(chance: Random) -> Site:
    """The directory that holds what is named."""
    return _on_the_way("middle", "a directory and a link to one outside", "d", chance)


def higher(chance: Random) -> Site:
    """One further up."""
    return _on_the_way("higher", "a directory further up and a link to one outside", "d/e1/e2", chance)


def _on_the_way(name: str, what: str, base: str, chance: Random) -> Site:
    mirror = f"out/{name}"
    return Site(
        name,
        what,
        (*_filled(f"ws/{name}/{base}"), *_own(f"ws/{name}"), *_link(f"ws/{name}/l", f"{mirror}/d", chance)),
        tuple(_filled(f"{mirror}/{base}")),
        (Swap(f"{name}/d", f"{name}/l"),),
        tuple(in_a_directory(f"{name}/{base}", name, _NUMBERS)),
    )


def chain(chance: Random) -> Site:
    """The last of several links, which leads to the inside."""
    links = [Link("ws/chain/l1", "l2"), Link("ws/chain/l2", f"{ROOT}/chain/./l3"), Link("ws/chain/l3", "../chain/d")]
    return Site(
        "chain",
        "the last link of a chain and one to the outside",
        (*_filled("ws/chain/d"), *_own("ws/chain"), *links, *_link("ws/chain/l", "out/chain", chance)),
        tuple(_filled("out/chain")),
        (Swap("chain/l3", "chain/l"),),
        tuple(in_a_directory("chain/l1", "chain", _NUMBERS)),
    )


def dots(chance: Random) -> Site:
    """A directory that goes up a level, and with it what `..` means in it."""
    return Site(
        "dots",
        "a directory and one further up, so that `..` leads elsewhere",
        (*_filled("ws/near-dots"), *_own("ws/dots"), Directory("ws/dots/x/e"), Directory("ws/dots/e")),
        tuple(_filled("near-dots")),
        (Swap("dots/x/e", "dots/e"),),
        tuple(in_a_directory("dots/x/e/../../../near-dots", "dots", _NUMBERS)),
    )


def here(chance: Random) -> Site:
    """The same, where the task runs in it."""
    return Site(
        "here",
        "the directory of the task and one further up",
        (*_filled("ws/near-here"), *_own("ws/here"), Directory("ws/here/x/e"), Directory("ws/here/e")),
        tuple(_filled("near-here")),
        (Swap("here/x/e", "here/e"),),
        tuple(in_a_directory("../../../near-here", f"{ROOT}/here", _NUMBERS)),
        directory="here/x/e",
        settings=("dir = 'here/x/e'",),
    )


# --- what is named itself --------------------------------------------------------------------------------------------


def last(chance: Random) -> Site:
    """The last component; and a link to nothing that turns up where a name was free."""
    numbers = range(_NUMBERS)
    names = ["read", "over", *(f"{name}{number}" for name in ("gone", "move", "over") for number in numbers)]
    inside: list[Entry] = [*_own("ws/last")]
    for name in names:
        inside += [_file(f"ws/last/{name}"), *_link(f"ws/last/gone-link-{name}", f"out/last/{name}", chance)]
    free = [f"free-{kind}{number}" for kind in ("touched", "copy", "made") for number in numbers]
    for name in free:
        inside += _link(f"ws/last/gone-link-{name}", f"out/last/{name}", chance)
    texts: tuple[str, ...] = (
        "cat D/read",
        "cp D/read D/copy#",
        "touch D/read",
        "cp D/mine# D/over",
        "rm D/gone#",
        "mv D/move# D/moved#",
    )
    texts += ("mv D/from# D/over#", "touch D/free-touched#", "cp D/mine# D/free-copy#", "mkdir -p D/free-made#/a")
    return Site(
        "last",
        "a file and a link to one outside; a link to nothing outside and a free name",
        tuple(inside),
        (*map(_file, (f"out/last/{name}" for name in names)), _file(f"out/last/{OUTSIDE}")),
        (
            *(Swap(f"last/{name}", f"last/gone-link-{name}") for name in names),
            *(Swap("last/read", "last/gone-link-read"), Swap("last/over", "last/gone-link-over")) * _NUMBERS,
            *(Swap(f"last/gone-link-{name}", f"last/{name}", moves=True) for name in free),
        ),
        tuple((call(text, "last", "last", number),) for number in numbers for text in texts),
    )


# --- within a tree ---------------------------------------------------------------------------------------------------


def tree(chance: Random) -> Site:
    """What a tree holds, while it is copied and removed."""
    inside, swaps = _tree("ws/tree/master"), list[Swap]()
    one = chance.choice(("", "/a", "/a/b"))  # not several: beneath one that is a link the attacker has no business
    for number in range(2 * _NUMBERS):
        inside += _link(f"ws/tree/gone-link{number}", f"out/tree{one}", chance, f"ws/tree/t{one}")
        twice = [Swap(f"tree/t{one}", f"tree/gone-link{number}")] * 2  # else the directory stays away for many turns
        swaps += [*twice, Swap("tree/master/a", "tree/link-of-master")]
    inside += _link("ws/tree/link-of-master", "out/tree/a", chance, "ws/tree/master/a")
    both = (call("cp -r tree/master tree/t"), call("rm -r tree/t"))
    copies = ((call("cp -r tree/master tree/copy#", number=number),) for number in range(2 * _NUMBERS))
    return Site(
        "tree",
        "directories in a tree and links to such outside, while it is copied and removed",
        tuple(inside),
        tuple(_tree("out/tree")),
        tuple(swaps),
        (*((*both, *both),) * (2 * _NUMBERS), *copies),
    )


def climb(chance: Random) -> Site:
    """A directory in a tree that goes up to the root meanwhile: the way back leads above it."""
    numbers = range(_NUMBERS)
    inside: list[Entry] = [_file("ws/climb/master/out/f"), _file("ws/climb/source/out/f"), _file("ws/c")]
    for above in ("ws/climb/master/a", "ws/climb/source/a"):
        inside += [_file(f"{above}/b/x"), _file(f"{above}/b/y"), _file(f"{above}/c")]
    for away in ("gone-away", "gone-copy"):
        inside += [_file(f"ws/{away}/x"), _file(f"ws/{away}/y")]
    inside += [_file("ws/away/x"), _file("ws/away/y")]
    copies = (call("cp -r climb/source climb/copy#", number=number) for number in numbers)
    removal = (call("cp -r climb/master climbed"), call("rm -r climbed"))
    return Site(
        "climb",
        "a directory in a tree and one at the root, while it is copied and removed",
        tuple(inside),
        (_file("out/f"), _file(f"out/{OUTSIDE}")),
        (
            *[Swap("climbed/a/b", "gone-away"), Swap("climb/source/a/b", "away")] * _NUMBERS,
            *(Swap(f"climb/copy{number}/a/b", "gone-copy") for number in numbers),
        ),
        (*((copy,) for copy in copies), *(removal,) * (4 * _NUMBERS)),
    )


# --- what is used when a run begins ----------------------------------------------------------------------------------


def directory(chance: Random) -> Site:
    """A task's `dir`."""
    return Site(
        "dir",
        "`dir` and a link to a directory outside",
        (*_filled("ws/dir/d"), *_own("ws/dir"), *_link("ws/dir/l", "out/dir", chance)),
        tuple(_filled("out/dir")),
        (Swap("dir/d", "dir/l"),),
        (*in_a_directory(".", f"{ROOT}/dir", _NUMBERS), *((Call(("pwd",), "place"),),) * 12),
        directory="dir/d",
        settings=("dir = 'dir/d'",),
        short=True,
    )


def env_file(chance: Random) -> Site:
    """An `env_file`, and the directory that it is in. It is read again behind a dependency."""
    files = [File(f"ws/env/{name}", f"V={name}\n") for name in ("d/file", "other")]
    outside = [File(f"out/env/{name}", f"V={OUTSIDE}-{name}\n") for name in ("d/file", "other")]
    return Site(
        "env_file",
        "`env_file`, or its directory, and a link to one outside",
        (*files, *_link("ws/env/l", "out/env/d", chance), *_link("ws/env/link", "out/env/other", chance, "ws/env/d/l")),
        tuple(outside),
        chance.choice(((Swap("env/d", "env/l"),), (Swap("env/d/file", "env/link"), Swap("env/d/file", "env/other")))),
        ((Call(("echo", '"V=$V"'), "value", ("V=d/file", "V=other", "V=")),),) * 24,
        settings=("env_file = 'env/d/file'", "deps = ['first']"),
        short=True,
    )


def dotenv(chance: Random) -> Site:
    """The `.env` of the root."""
    return Site(
        "dotenv",
        "`.env` and a link to one outside",
        (File("ws/.env", "W=inside\n"), *_link("ws/link-of-env", "out/dotenv", chance)),
        (File("out/dotenv", f"W={OUTSIDE}\n"),),
        (Swap(".env", "link-of-env"),),
        ((Call(("echo", '"W=$W"'), "value", ("W=inside", "W=")),),) * 24,
        short=True,
    )


def config(chance: Random) -> Site:
    """The config itself, for one that differs in a word."""
    return Site(
        "config",
        "`tasks.toml` and another config",
        (),
        (),
        (Swap("tasks.toml", OTHER_CONFIG),),
        ((Call(("echo", f"config {ONE}"), "value", (f"config {ONE}", f"config {OTHER}")),),) * 24,
        short=True,
    )


OTHER_CONFIG, ONE, OTHER = "other.toml", "this-one", "that-one"
"""The name of the other config, and the word in which it differs."""


def package(chance: Random) -> Site:
    """The directory of a package."""
    manifest = File("ws/package/p/package.json", '{"name": "inner"}')
    return Site(
        "package",
        "the directory of a package and a link to one outside",
        (manifest, *_filled("ws/package/p"), *_own("ws/package"), *_link("ws/package/l", "out/package", chance)),
        (File("out/package/package.json", f'{{"name": "inner", "x": "{OUTSIDE}"}}'), *_filled("out/package")),
        (Swap("package/p", "package/l"),),
        (*in_a_directory(".", f"{ROOT}/package", _NUMBERS), *((Call(("pwd",), "place"),),) * 12),
        directory="package/p",
        settings=("packages = ['inner']",),
        members=("package/p",),
        short=True,
    )


def manifest(chance: Random) -> Site:
    """The manifest of a package, which must never be found by the name that the one outside gives it."""
    echo = chance.choice((Call(("echo", "ours"), "value", ("ours",)), Call(("echo", "stranger"), "never")))
    return Site(
        "manifest",
        "`package.json` and a link to one outside",
        (
            File("ws/manifest/p/package.json", '{"name": "ours"}'),
            *_link("ws/manifest/link", "out/manifest.json", chance, "ws/manifest/p/package.json"),
        ),
        (File("out/manifest.json", f'{{"name": "stranger", "x": "{OUTSIDE}"}}'),),
        (Swap("manifest/p/package.json", "manifest/link"),),
        ((echo,),) * 24,
        settings=(f"packages = ['{echo.words[1]}']",),
        members=("manifest/p",),
        short=True,
    )


Kind = Callable[[Random], Site]

LONG: tuple[Kind, ...] = (middle, higher, chain, dots, here, last, tree, climb)
"""Sites of long runs."""

SHORT: tuple[Kind, ...] = (directory, env_file, dotenv, config, package, manifest)
"""Sites of short runs."""


def outside() -> Iterator[Entry]:
    """All that lies outside, for every kind of site."""
    for kind in (*LONG, *SHORT):
        yield from kind(Random(0)).outside
