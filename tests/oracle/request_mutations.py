"""Requests that are right, and what becomes of them when keys are dropped, added, or given odd values."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

from tsr_spec.case import given_to_json
from tsr_spec.chapters import cases

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 255, 256, 2**53 - 1, 2**53, -(2**60)),
    *("", ".", "..", "/", "a", "a/b", "a//b", "a/../b", "/@OTHER@/x", "/@OTHER@/", "/@OTHER@", "a\0b", "a=b", "a\n"),
    *("0644", "0888", "64 4", "INT", "KILL", "^C", "^\\", "tool up", " up", "tool up x", "tool\nup", "tool end"),
    *("slowly", "ignored", "group", "apart", "fifo", "socket", "other", "user", "hello", "predict", "explain"),
    *("\x1c", "\x85", "\u2003", "\ufeff", "ä" * 200, "ä" * 201),
    *(
        {"hex": text}
        for text in ("", "61", "FF", "6", "61 62", "zz", "00", "3d", "2e", "2e2e", "2e2e2f61", "2f", "612f")
    ),
    *({"hex": text} for text in ("612e", "2F404f54484552402f61", "2f404f54484552402f", "494e54")),
    *({"hex": "ff", "x": 1}, [], {}, ["a"], ["a", "b"], [["a", "b"]], [["a", "b", "c"]], [[]]),
    *({"path": "q", "program": 0, "waits": True}, {"path": "q", "program": 3, "waits": True}),
    *({"path": "q", "file": "", "after": "x"}, {"path": "q", "program": 0, "waits": True, "on_int": "slowly"}),
    *({"path": "q", "program": 0, "leaves": "group", "on_term": 7}, {"path": "q", "program": 0, "on_term": 7}),
)
KEYS = (
    *("id", "type", "given", "admissible", "protocol", "argv", "tree", "cwd", "home", "env", "umask", "stdin"),
    *(
        "terminal",
        "ignored",
        "signals",
        "declares",
        "path",
        "name",
        "needs",
        "through",
        "directory",
        "mount",
        "file",
        "link",
    ),
    *("same_as", "special", "program", "mode", "owner", "reads", "after", "waits", "stopped", "leaves", "on_term"),
    *("on_int", "hex", "extra"),
)


def mutated(seed: int, count: int) -> Iterator[Any]:
    """So many requests, of each kind, most of them with something odd about them."""
    rng = random.Random(seed)
    worlds = [given_to_json(case.given) for case in cases().values()]
    for at in range(count):
        request: dict[str, Any] = {"id": at, "type": rng.choice(("predict", "predict", "explain", "hello"))}
        request |= {"protocol": 1} if request["type"] == "hello" else {"given": copy.deepcopy(rng.choice(worlds))}
        for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
            _mutate(rng, request)
        yield request


def _mutate(rng: random.Random, request: dict[str, Any]) -> None:
    """Changes one place of it: a value goes, is another, or gets one more."""
    holder, key = rng.choice([*_places(request)])
    odd = copy.deepcopy(rng.choice(ODD))
    inner = holder[key]
    if rng.random() < 0.2:
        del holder[key]
    elif rng.random() < 0.4 or not isinstance(inner, list | dict):
        holder[key] = odd
    elif isinstance(inner, list):
        inner.append(odd)
    else:
        inner[rng.choice(KEYS)] = odd


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place within it: what holds it, and under which key."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield value, key
        yield from _places(inner)
