"""The text of a file of variables (ENV-8, ENV-14)."""

from __future__ import annotations

import pytest
from conftest import IMPL  # noqa: F401  puts the runner on the path

from tsr_impl import dotenv


def values(text: bytes) -> list[tuple[str, str]]:
    assignments, _ = dotenv.parse(text)
    return [(assignment.name, assignment.value) for assignment in assignments]


@pytest.mark.parametrize(
    ("line", "value"),
    [
        (b"A=1", "1"),
        (b"A=", ""),
        (b" \tA \t= 1 \t", "1"),
        (b"A=a b", "a b"),
        (b"A=1=2", "1=2"),
        (b"export A=1", "1"),
        (b"export\t \tA=1", "1"),
        (b"\xef\xbb\xbfA=1", "1"),
        (b"A=1\r", "1"),
        (b"A=1\r\r", "1\r"),
        (b"A=\xff\xc3\xa9", "\udcffé"),
        (b"A=1 # x", "1"),
        (b"A=1\t#x", "1"),
        (b"A=1#x", "1#x"),
        (b"A= # x", ""),
        (b"A=#x", "#x"),
        (b"A=a #b #c", "a"),
        (b"A=a#b #c", "a#b"),
        (b"A='1'", "1"),
        (b'A="1"', "1"),
        (b"A=''", ""),
        (b"A=' 1 '", " 1 "),
        (b"A='1' # x", "1"),
        (b"A='1' \t ", "1"),
        (b"A='1'#x", "'1'#x"),
        (b"A='a # b'", "a # b"),
        (b"A='a' # it's", "a"),
        (b"A='it's'", "it's"),
        (b'A="a" "b"', 'a" "b'),
        (b'A="a" # "b"', "a"),
        (b'A="a"b', '"a"b'),
        (b'A="a" b', '"a" b'),
        (b'A="a"b # c', '"a"b'),
        (b"A=a'b'", "a'b'"),
        (b"A='a\"", None),
        (b'A="it\'s"', "it's"),
        (rb'A="\"', "\\"),
        (rb"A=\n", "\\n"),
    ],
)
def test_a_line(line: bytes, value: str | None) -> None:
    """ENV-8: what one line sets A to; None: nothing closes its quote."""
    if value is None:
        with pytest.raises(dotenv.Malformed):
            dotenv.parse(line)
    else:
        assert values(line) == [("A", value)]
        assert values(b"X=\n" + line.removeprefix(b"\xef\xbb\xbf") + b"\nY=")[1] == ("A", value)


@pytest.mark.parametrize("line", [b"", b" \t", b"#A=1", b"  # A=1", b"\r", b"# \0"])
def test_lines_that_are_skipped(line: bytes) -> None:
    """ENV-14: blank ones, and comments."""
    assert dotenv.parse(line) == ([], [])


@pytest.mark.parametrize(
    "line",
    [b"A", b"=1", b"export A", b"export =1", b"1A=1", b"A B=1", b"A-B=1", b"\xc3\xa9=1", b"a\xef\xbb\xbf=1", b"'A'=1",
     b"\0", b"A.B=\0"],
)  # fmt: skip
def test_lines_that_are_ignored(line: bytes) -> None:
    """ENV-8: what has no `=`, or no name in front of it; the number of the line is kept."""
    assignments, ignored = dotenv.parse(b"X=1\n" + line + b"\nY=2")
    assert [assignment.name for assignment in assignments] == ["X", "Y"]
    assert ignored == [2]


def test_export_alone_is_a_name() -> None:
    """ENV-8: without a blank behind it."""
    assert values(b"export=1\nexportA=2\n") == [("export", "1"), ("exportA", "2")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b'A="a\nb"\nB=1', [("A", "a\nb"), ("B", "1")]),
        (b"A='a\r\n b \r\n\r\n#c'\r\n", [("A", "a\n b \n\n#c")]),
        (b"A=\"a\nB='x'\n\" # c\nC=3", [("A", "a\nB='x'\n"), ("C", "3")]),
        (b"A=' \n'", [("A", " \n")]),
        (b" \tA = \t'x  \n\ty\t'  ", [("A", "x  \n\ty\t")]),
    ],
)
def test_a_quoted_value_may_go_on_over_lines(text: bytes, expected: list[tuple[str, str]]) -> None:
    """ENV-8: up to the first line with that quote."""
    assert values(text) == expected


@pytest.mark.parametrize(
    "text", [b"X=1\nA='a\nb", b"X=1\nA='", b"X=1\nA='a\nb'c\n'", b'X=1\nA="a\nb"c"', b"X=1\nA='\0'"]
)
def test_the_line_where_the_fault_began_is_named(text: bytes) -> None:
    """ENV-8, ENV-13."""
    with pytest.raises(dotenv.Malformed) as caught:
        dotenv.parse(text)
    assert caught.value.line == 2


@pytest.mark.parametrize("line", [b"A=a\0", b"A\0=a", b"\0=", b"A='\0'", b"A='\n\0'"])
def test_a_nul_is_refused(line: bytes) -> None:
    """ENV-13: in a key and in a value, and not in what is dropped."""
    with pytest.raises(dotenv.Malformed) as caught:
        dotenv.parse(line)
    assert caught.value.clause == "ENV-13"
    assert values(b"A=1 # \0") == [("A", "1")]


def test_single_quotes_are_literal() -> None:
    """ENV-8: and nothing else is."""
    assignments, _ = dotenv.parse(b"A='$X'\nB=\"$X\"\nC=$X\nD='$X'y\nE='$X\n'")
    assert [assignment.literal for assignment in assignments] == [True, False, False, False, True]
    assert [assignment.line for assignment in assignments] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("text", [b"A=" + b"' " * 300_000, b"A=" + b"'#" * 300_000, b"A=" + b" #" * 300_000,
                                  b"A='" + b"   '" * 100_000 + b"x"])  # fmt: skip
def test_a_long_line_takes_no_longer_than_its_length(text: bytes) -> None:
    """A file that nobody wrote is read all the same (quadratic work would take minutes)."""
    dotenv.parse(text)
