"""The tree notation: what is printed is read back, and what can't be read is said."""

from __future__ import annotations

import pytest
import spec_values as values
from hypothesis import given

from tsr_spec.case import CaseError, Directory, Entry, File, HardLink, Link, Mount, Program, Special
from tsr_spec.tree_text import escape, parse_entry, parse_tree, print_entry, unescape

SAMPLES: dict[str, Entry] = {
    "ws/src/": Directory("ws/src"),
    "ws/empty": File("ws/empty"),
    r"ws/note: hello\n": File("ws/note", "hello\n"),
    "[0600] ws/key: k": File("ws/key", "k", 0o600),
    "[1777] ws/tmp/": Directory("ws/tmp", 0o1777),
    "[other] ws/theirs: t": File("ws/theirs", "t", owner="other"),
    "[0775 other] ws/theirs/": Directory("ws/theirs", 0o775, "other"),
    "[other] ws/l -> a": Link("ws/l", "a", "other"),
    "ws/mnt/ mounted": Mount("ws/mnt"),
    "ws/link -> ../out": Link("ws/link", "../out"),
    "ws/same == ws/note": HardLink("ws/same", "ws/note"),
    "ws/pipe|": Special("ws/pipe", "fifo"),
    "ws/sock=": Special("ws/sock", "socket"),
    "bin/tool* 3": Program("bin/tool", 3),
    "bin/asks* 3 reads after slow": Program("bin/asks", 3, reads=True, after="slow"),
    "bin/slow* waits stopped on TERM 0": Program("bin/slow", waits=True, stopped=True, on_term=0),
    "bin/slow* waits on INT slowly": Program("bin/slow", waits=True, on_int="slowly"),
    "bin/lead* 0 leaves on TERM slowly": Program("bin/lead", leaves="group", on_term="slowly"),
    "bin/lead* waits leaves apart": Program("bin/lead", waits=True, leaves="apart"),
    r"ws/a\x20b": File("ws/a b"),
    r"ws/\xff: \xfe": File("ws/\udcff", "\udcfe"),
    r"ws/t: \x20 a: b -> c \x20": File("ws/t", "  a: b -> c  "),
    "/@OTHER@/f: o": File("/@OTHER@/f", "o"),
}


@pytest.mark.parametrize(("line", "entry"), SAMPLES.items())
def test_a_line_is_an_entry(line: str, entry: Entry) -> None:
    assert parse_entry(line) == entry
    assert parse_entry(print_entry(entry)) == entry


@given(values.entries)
def test_what_is_printed_is_read_back(entry: Entry) -> None:
    line = print_entry(entry)
    assert parse_entry(line) == entry
    assert parse_tree(f"\n  {line}  \n\n") == (entry,), "one line, with nothing at its ends that stripping takes away"
    assert line.isprintable() or "\xa0" in line


@given(values.texts)
def test_what_is_escaped_is_unescaped(text: str) -> None:
    assert unescape(escape(text)) == text
    assert unescape(escape(text, blanks=True)) == text


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("ws/a b", "is no line of the tree notation"),
        ("ws/l ->", "is no line of the tree notation"),
        ("[9] ws/a", "is no line of the tree notation"),
        ("[] ws/a", "is no line of the tree notation"),
        ("[0644other] ws/a", "is no line of the tree notation"),
        ("[other] ws/p|", "only files, directories and links have an owner"),
        ("ws/x* 256", "it ends with 0 to 255"),
        ("ws/x* waits on TERM 256", "it ends with 0 to 255"),
        ("ws/x* waits after slow", "is nothing that a program does"),
        ("ws/x* waits leaves on INT slowly", "only what waits"),
        ("ws/x* 0 on TERM ignored", "nothing of it waits for SIGTERM"),
        ("[0600] ws/l -> a", "only files and directories have a mode"),
        ("[0600] bin/x* 0", "only files and directories have a mode"),
        ("/etc/passwd: x", "relative to the world"),
        ("ws/../f", "relative to the world"),
        ("ws//f", "relative to the world"),
        (r"ws/f\x00", "relative to the world"),
        (r"ws/f: \q", r"'\q' is no escape"),
        (r"ws/f == ../x", "relative to the world"),
    ],
)
def test_what_is_wrong_is_said(line: str, message: str) -> None:
    with pytest.raises(CaseError) as raised:
        parse_entry(line)
    assert message in str(raised.value)
