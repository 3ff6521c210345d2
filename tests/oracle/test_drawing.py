"""The tree of a case, as rows: what each is, where its link leads, and what the bounds make of it."""

from __future__ import annotations

from tsr_model.fence import Bounds
from tsr_model.world import place_in_world
from tsr_oracle.draw import LONGEST, MOST_ENTRIES, Row, bounds_of, capped, config_lines, drawing, rows
from tsr_oracle.generator.generate import generate
from tsr_spec.case import OTHER, Directory, File, Given, entries
from tsr_spec.example import given_of
from tsr_spec.tree_text import print_entry

TREE = r"""
ws/a/b/f: mine 1\n
ws/a/rel -> ../../out
ws/l -> m
ws/m -> ../out/d
ws/through -> l/e/f
ws/self -> .
ws/dangling -> nowhere
ws/dots -> nowhere/../a
ws/circle -> circle
ws/leaves -> /etc
ws/into -> a/b/f/x
ws/slash -> a/b/f/
ws/odd -> sp\x20ace\n\xff
ws/sp\x20ace\n\xff: x\xfe\n
[0600 other] ws/key: k
ws/same == ws/key
ws/pipe|
ws/mnt/ mounted
ws/mnt/x
out/d/e/f: precious 1\n
"""


def case(tree: str = TREE, **keys: object) -> Given:
    return given_of({"tree": tree, "run": "true", **keys})


def drawn(given: Given, *marked: str) -> dict[str, Row]:
    return {row.path: row for row in rows(given, bounds_of(given), marked)}


def test_a_link_leads_to_where_whoever_follows_it_ends() -> None:
    """Through other links, and from the directory that it lies in."""
    found = drawn(case())
    leads = {path: row.leads_to for path, row in found.items() if row.kind == "link" and row.leads_to is not None}
    assert leads == {
        "ws/a/rel": "out",
        "ws/l": "out/d",
        "ws/m": "out/d",
        "ws/through": "out/d/e/f",
        "ws/self": "ws",
        "ws/odd": "ws/sp ace\n\udcff",
    }


def test_a_link_leads_nowhere_where_following_it_fails_or_leaves_the_case() -> None:
    """The kernel doesn't take `..` away behind what is missing, and finds nothing beneath a file."""
    found = drawn(case())
    for path in ("ws/dangling", "ws/dots", "ws/circle", "ws/leaves", "ws/into", "ws/slash"):
        assert (found[path].kind, found[path].leads_to) == ("link", None), path


def test_each_kind_of_entry_is_named_and_written_in_the_notation_of_the_spec() -> None:
    found = drawn(case(TREE + "bin/tool* 3\n", run="tool"))
    assert {path: (found[path].kind, found[path].text) for path in found if path.count("/") == 1} == {
        "bin/tool": ("program", "tool* 3"),
        "out/d": ("directory", "d/"),
        "ws/a": ("directory", "a/"),
        "ws/circle": ("link", "circle -> circle"),
        "ws/dangling": ("link", "dangling -> nowhere"),
        "ws/dots": ("link", "dots -> nowhere/../a"),
        "ws/into": ("link", "into -> a/b/f/x"),
        "ws/key": ("file", "[0600 other] key: k"),
        "ws/l": ("link", "l -> m"),
        "ws/leaves": ("link", "leaves -> /etc"),
        "ws/m": ("link", "m -> ../out/d"),
        "ws/mnt": ("mount", "mnt/ mounted"),
        "ws/odd": ("link", r"odd -> sp ace\n\xff"),
        "ws/pipe": ("special", "pipe|"),
        "ws/same": ("hard link", "same == ws/key"),
        "ws/self": ("link", "self -> ."),
        "ws/slash": ("link", "slash -> a/b/f/"),
        "ws/sp ace\n\udcff": ("file", r"sp\x20ace\n\xff: x\xfe\n"),
        "ws/tasks.toml": ("file", r'tasks.toml: [tasks.t]\nrun = "tool"\n'),
        "ws/through": ("link", "through -> l/e/f"),
    }
    assert found["ws/same"].leads_to == "ws/key"
    assert (found["ws/odd"].name, found["ws/odd"].target) == ("odd", r"sp ace\n\xff")


def test_rows_stand_below_their_directories_in_order() -> None:
    """Each row is one deeper than the one that it lies in, which stands above it."""
    for given in (case(), *(generate(3, index, other=True) for index in range(0, 60, 3))):
        found = rows(given, bounds_of(given), ("ws/new/file", "elsewhere/x"))
        depths: dict[str, int] = {}
        for row in found:
            above = row.path.rpartition("/")[0]
            assert row.depth == (depths[above] + 1 if above in depths else depths.get(".", -1) + 1), row
            depths[row.path] = row.depth
        assert {"ws/new", "ws/new/file", "elsewhere", "elsewhere/x"} <= depths.keys()


def test_a_bound_has_a_row_although_it_is_not_there_yet() -> None:
    found = drawn(case(allow=["../later/on", "a/rel/d"]))
    assert (found["later/on"].kind, found["later/on"].bound, found["later/on"].inside) == ("absent", "allowed", True)
    assert (found["later"].kind, found["later"].bound, found["later"].inside) == ("absent", "", False)
    assert (found["out/d"].kind, found["out/d"].bound) == ("directory", "allowed")
    assert found["ws"].bound == "workspace"


def test_inside_is_what_a_bound_admits_by_where_it_physically_lies() -> None:
    """What a link in the workspace leads to is not inside; what an allowed link leads to is."""
    found = drawn(case(allow=["l/e"]), "ws/new", "out/new")
    inside = {path for path, row in found.items() if row.inside}
    assert {"ws", "ws/m", "ws/new", "out/d/e", "out/d/e/f"} <= inside
    assert inside.isdisjoint({"out", "out/d", "out/new"})


def test_without_bounds_nothing_is_inside() -> None:
    assert not any(row.inside or row.bound for row in rows(case(), None))


def test_the_second_file_system_stands_behind_the_world_and_has_a_row_of_its_own() -> None:
    given = case("ws/l -> /@OTHER@/d/f\n/@OTHER@/d/f: other\n", allow=["/@OTHER@/in"])
    found = rows(given, bounds_of(given))
    assert [(row.path, row.depth, row.kind) for row in found[-4:]] == [
        (OTHER, 0, "directory"),
        (f"{OTHER}/d", 1, "directory"),
        (f"{OTHER}/d/f", 2, "file"),
        (f"{OTHER}/in", 1, "absent"),
    ]
    assert {row.path: row.leads_to for row in found}["ws/l"] == f"{OTHER}/d/f"
    assert found[-1].bound == "allowed"


def test_the_world_has_a_row_where_something_leads_there_or_it_is_a_bound() -> None:
    assert "." not in drawn(case("ws/f"))
    for given in (case("ws/top -> .."), case("ws/f", allow=[".."])):
        first, *others = rows(given, bounds_of(given))
        assert (first.path, first.depth, first.name) == (".", 0, ".")
        assert {row.depth for row in others if "/" not in row.path} == {1}


def test_what_is_marked_has_a_row_and_the_mark() -> None:
    found = drawn(case(), "ws/a", "ws/new")
    assert {path for path, row in found.items() if row.marked} == {"ws/a", "ws/new"}
    assert found["ws/new"].kind == "absent"


def test_what_every_case_has_is_drawn_only_where_it_tells_something() -> None:
    """Programs that nothing names, and the empty home; but not one that is started without being named."""
    tree = "bin/tool* 0\nbin/spare* 0\nhome/\nws/Cargo.toml\nbin/cargo* 0\n"
    given = given_of({"tree": tree, "config": "[tasks.build]\n", "argv": ["build"]})
    assert "bin/cargo" in drawn(given)
    assert drawn(given).keys().isdisjoint({"bin/tool", "bin/spare", "home"})
    assert {"bin/spare", "home"} <= drawn(given, "bin/spare", "home").keys()


def test_every_entry_of_a_generated_case_that_is_drawn_is_drawn_as_it_is() -> None:
    for index in range(0, 100, 7):
        given = generate(4, index, other=True)
        found = drawn(given)
        for entry in entries(given):
            if entry.path in found:
                whole = print_entry(entry)
                assert whole.endswith(found[entry.path].text.rpartition("] ")[2]), whole


def test_a_drawing_says_the_bounds_what_is_marked_and_what_is_not_there() -> None:
    given = case("ws/l -> ../out\nout/f: p", allow=["../later"])
    assert drawing(given, bounds_of(given), ["out/f", "ws/new"]) == [
        "  later  ← allowed (not there)",
        "  out/",
        "!   f: p",
        "  ws/  ← workspace",
        "    l -> ../out",
        "!   new  (not there)",
        r'    tasks.toml: [security]\nallow_paths = ["../later"]\n\n[tasks.t]\nrun = "true"\n',
    ]


def test_a_drawing_is_cut_where_nobody_reads_on() -> None:
    given = Given(("t",), tuple(Directory(f"ws/d{number}") for number in range(100)))
    found = drawing(given, Bounds(place_in_world("ws")))
    assert len(found) == MOST_ENTRIES + 1
    assert found[-1] == "… and 41 more"
    assert capped(["x" * 1000], 1) == ["x" * LONGEST + "…"]


def test_a_config_is_shown_as_it_is_written_but_for_what_can_not_be_seen() -> None:
    """A backslash is one; a control character, a mark that turns the line, and what is no text are escapes."""
    lines = 'run = "echo \\"on\\""', "# \x1b[31m \u202e \t \udcff", "# \u2028 is no end of a line", ""
    shown = config_lines(Given(("t",), (File("ws/tasks.toml", "\n".join((*lines, ""))), File("out/tasks.toml", ""))))
    assert shown == [
        "out/tasks.toml:",
        "ws/tasks.toml:",
        r'    run = "echo \"on\""',
        r"    # \x1b[31m \xe2\x80\xae \x09 \xff",
        r"    # \xe2\x80\xa8 is no end of a line",
        "    ",
    ]
