"""Hypothesis strategies for cases, with bytes and characters that notations stumble over."""

from __future__ import annotations

import string

from hypothesis import strategies as st

from tsr_spec.case import (
    Case,
    Child,
    Declared,
    Directory,
    Entry,
    File,
    Given,
    HardLink,
    Link,
    Mount,
    Outcome,
    Owner,
    Special,
)
from tsr_spec.conduct import parse_program

AWKWARD = " \t\n\r\x01\x1c\x7f\x85\u2028\u00a0:|=*[]\\'\"/>-#ä\udcff\udc80"

# Text is what `surrogateescape` makes of some bytes, so that it is the same after a detour by bytes.
texts = st.text(st.sampled_from(AWKWARD + string.ascii_letters)).map(
    lambda text: text.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")
)
words = texts
filled = texts.filter(bool)
names = texts.map(lambda text: text.replace("/", "_")).filter(lambda name: name not in ("", ".", ".."))
relative = st.lists(names, min_size=1, max_size=3).map("/".join)
paths = relative | relative.map(lambda path: f"/@OTHER@/{path}")
modes = st.integers(0, 0o7777)
owners: st.SearchStrategy[Owner] = st.sampled_from(("user", "other"))

conducts = st.sampled_from(
    (
        *("0", "3", "255", "0 reads", "1 after slow", "0 reads after slow", "0 leaves", "7 leaves apart on TERM 3"),
        *(
            "waits",
            "waits stopped",
            "waits on TERM ignored",
            "waits stopped leaves on TERM slowly",
            "waits on TERM 0",
            "waits on INT slowly",
        ),
    )
)
programs = st.builds(parse_program, paths, conducts)
sent = st.tuples(st.sampled_from(("tool up", "slow TERM", "lead clean")), st.sampled_from(("INT", "HUP", "^C")))

entries: st.SearchStrategy[Entry] = st.one_of(
    st.builds(Directory, paths, modes, owners),
    st.builds(Mount, paths),
    st.builds(File, paths, texts | st.just("\0"), modes, owners),
    st.builds(Link, paths, filled, owners),
    st.builds(HardLink, paths, paths),
    st.builds(Special, paths, st.sampled_from(("fifo", "socket"))),
    programs,
)
trees = st.lists(entries, max_size=4, unique_by=lambda entry: entry.path).map(tuple)
variables = filled.map(lambda text: text.replace("=", "_"))
givens = st.builds(
    Given,
    argv=st.lists(words, max_size=3).map(tuple),
    tree=trees,
    cwd=relative | st.just("ws"),
    home=relative | st.just("home"),
    env=st.lists(st.tuples(variables, texts), max_size=2).map(tuple),
    umask=st.integers(0, 0o777),
    stdin=texts,
    terminal=st.booleans(),
    ignored=st.sampled_from(((), ("INT",), ("HUP", "QUIT"))),
    signals=st.lists(sent, max_size=2).map(tuple),
    declares=st.lists(
        st.builds(
            Declared,
            relative,
            st.none() | filled,
            st.lists(filled, max_size=2).map(tuple),
            st.lists(paths, max_size=1).map(tuple),
        ),
        max_size=2,
    ).map(tuple),
)
handed = st.lists(st.tuples(variables, st.none() | texts), max_size=2, unique_by=lambda pair: pair[0]).map(tuple)
outcomes = st.builds(
    Outcome,
    exit=st.integers(0, 255),
    gone=st.lists(paths, max_size=2).map(tuple),
    made=trees,
    stdout=st.none() | texts,
    says=st.none() | st.lists(texts, max_size=2).map(tuple),
    children=st.lists(st.builds(Child, st.lists(words, min_size=1).map(tuple), relative, handed), max_size=2).map(
        tuple
    ),
    marks=st.none() | st.just(("slow clean",)),
    unsaid=st.sampled_from(((), ("slow clean",))),
    survivors=st.sampled_from(((), ("lead",))),
    isolated=st.none() | st.booleans(),
    events=st.none() | st.just(("a: ok", "summary of a: ok 0, 1 ok, 0 failed")),
)
cases = st.builds(
    Case,
    title=st.text(st.sampled_from("ab `ä\n"), min_size=1),
    clauses=st.just(("FENCE-1",)),
    given=givens,
    admissible=st.lists(outcomes, min_size=1, max_size=2).map(tuple),
    needs=st.sampled_from(((), ("user",), ("two-file-systems",))),
    twin=st.none() | st.just("0123456789ab"),
)
