"""The scenes whose ways are played: few and small ones, more of them, and large ones."""

from __future__ import annotations

from typing import Any

from paths import Scene

_ALONE: dict[str, Any] = {"deps": {"t": ()}}
_BEHIND: dict[str, Any] = {"deps": {"t": ("a",), "a": ()}}
_BESIDE: dict[str, Any] = {
    "deps": {"t": ("a", "b"), "a": (), "b": ()},
    "parallel": ("t",),
    "aggregates": ("t",),
    "alike": ("a", "b"),
}
_THREE: dict[str, Any] = {
    "deps": {"t": ("a", "b", "c"), "a": (), "b": (), "c": ()},
    "parallel": ("t",),
    "aggregates": ("t",),
    "alike": ("a", "b", "c"),
}
_APART = {**_BESIDE, "alike": ()}
_BEHIND_ONE: dict[str, Any] = {
    "deps": {"t": ("a", "b"), "a": (), "b": ("c",), "c": ()},
    "parallel": ("t",),
    "aggregates": ("t",),
}

SCENES = [
    Scene("one", **_ALONE),
    Scene("one, strict", **_ALONE, strict=True),
    Scene("one at the terminal", **_ALONE, terminal=True),
    Scene("one builtin", **_ALONE, kinds={"t": "builtin"}),
    Scene("one builtin at the terminal", **_ALONE, kinds={"t": "failing builtin"}, terminal=True),
    Scene("one behind another", **_BEHIND, descendants=0),
    Scene("one behind another, whatever fails", **_BEHIND, descendants=0, bail=False),
    Scene("two side by side", **_BESIDE, descendants=0),
    Scene("two side by side, whatever fails", **_BESIDE, descendants=0, bail=False),
    Scene("one beside a builtin that fails", **_APART, kinds={"a": "failing builtin"}, descendants=0),
    Scene("one beside what is missing", **_BEHIND_ONE, kinds={"b": "missing"}, descendants=0),
]
MORE_SCENES = [
    Scene("one behind another at the terminal", **_BEHIND, descendants=0, terminal=True),
    Scene("two side by side at the terminal", **_BESIDE, descendants=0, terminal=True),
    Scene("three side by side", **_THREE, descendants=0),
    Scene("three side by side, whatever fails", **_THREE, descendants=0, bail=False),
    Scene("one beside a builtin and what is behind it", **_BEHIND_ONE, kinds={"c": "builtin"}, descendants=0),
    Scene(
        "one beside what is missing, whatever fails", **_BEHIND_ONE, kinds={"b": "missing"}, descendants=0, bail=False
    ),
]
LARGE_SCENES = [
    Scene("one behind another, with descendants", **_BEHIND),
    Scene("one behind another, with descendants, strict", **_BEHIND, strict=True),
    Scene("one behind another, with descendants, whatever fails", **_BEHIND, bail=False),
    Scene("one behind another, with descendants, at the terminal", **_BEHIND, terminal=True),
    Scene("two side by side, with descendants", **_BESIDE),
    Scene("two side by side, with descendants, whatever fails", **_BESIDE, bail=False),
    Scene("two side by side, with descendants, strict", **_BESIDE, strict=True),
]
