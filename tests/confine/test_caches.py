"""Where known tools are pointed: the table of the spec, and what a command gets of it (CONF-7)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tsr_impl.confinement import caches
from tsr_spec.tables import caches as table

USUAL = {
    "XDG_CACHE_HOME": "",
    "PIP_CACHE_DIR": "/pip",
    "UV_CACHE_DIR": "/uv",
    "POETRY_CACHE_DIR": "/pypoetry",
    "GOCACHE": "/go-build",
    "DENO_DIR": "/deno",
    "SCCACHE_DIR": "/sccache",
    "PRE_COMMIT_HOME": "/pre-commit",
    "HF_HUB_CACHE": "/huggingface/hub",
    "COREPACK_HOME": "/node/corepack",
}


def test_the_runner_has_the_variables_of_the_table() -> None:
    assert {name: entry.beneath for name, entry in table().items()} == caches.BENEATH
    assert {name: entry.also for name, entry in table().items() if entry.also} == caches.ALSO


@pytest.mark.parametrize("name", table())
def test_each_entry_says_what_is_lost(name: str) -> None:
    """And lies beneath the cache root, in a place of its own or of the same tool."""
    entry = table()[name]
    assert entry.tool
    assert entry.loses
    assert not entry.beneath.startswith("/")
    assert ".." not in entry.beneath.split("/")
    assert [other for other, one in table().items() if one.beneath == entry.beneath] == [name]


def test_a_cache_that_is_there_already_stays_in_use() -> None:
    """Where a tool's usual place is beneath the user's cache directory, it is that."""
    given = caches.variables("/home/u/.cache", {})
    assert {name: given[name.encode()] for name in USUAL} == {
        name: f"/home/u/.cache{place}".encode() for name, place in USUAL.items()
    }


def test_all_lie_beneath_the_cache_root() -> None:
    """Whatever bytes are in its path."""
    given = caches.variables("/c\udcff", {})
    assert set(given) == {name.encode() for name in table()}
    assert all(value == b"/c\xff" or value.startswith(b"/c\xff/") for value in given.values())


def test_a_variable_that_is_set_stays() -> None:
    """Also if it is empty."""
    given = caches.variables("/c", {b"PIP_CACHE_DIR": b"/mine", b"GOCACHE": b""})
    assert set(table()) - {name.decode() for name in given} == {"PIP_CACHE_DIR", "GOCACHE"}


@pytest.mark.parametrize("name", caches.ALSO)
def test_one_that_is_set_by_another_name_stays_too(name: str) -> None:
    """The same tool has been told where, in another way."""
    for other in caches.ALSO[name]:
        assert name.encode() not in caches.variables("/c", {other.encode(): b"/mine"})


def test_the_table_of_the_page_is_that_of_the_spec() -> None:
    """`docs/confinement.md` has each entry, in order, and no other."""
    page = (Path(__file__).resolve().parents[2] / "docs" / "confinement.md").read_text("utf-8")
    rows = []
    for name, entry in table().items():
        beneath = "the root itself" if entry.beneath == "." else f"`{entry.beneath}`"
        rows.append(f"| {entry.tool} | `{name}` | {beneath} | {entry.loses} |")
    heading = "| tool | variable | beneath the cache root | what it loses |\n|---|---|---|---|\n"
    assert page.partition(heading)[2].startswith("\n".join(rows) + "\n\n")
