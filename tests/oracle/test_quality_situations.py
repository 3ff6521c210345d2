"""How often each situation is made is counted, and the generator makes them all."""

from __future__ import annotations

from tsr_oracle.generator.generate import generate
from tsr_oracle.quality.situations import SELDOM, Situations, section, situations
from tsr_oracle.vectors.flags import flags
from tsr_spec.case import File, Given, Program

COUNT = 2_000


def test_every_situation_is_made_by_the_generator() -> None:
    """Steered is that each comes several times in so many cases; here it is asked for once, so that it is no chance."""
    counted = situations(generate(11, index, other=True) for index in range(COUNT))
    assert counted.cases == COUNT
    assert [name for name, count in counted.counts.items() if not count] == []


def test_what_is_counted_is_in_how_many_cases_a_situation_is() -> None:
    """Each case counts once for each of its situations, and a situation that is in none of them has a zero."""
    tree = (File("ws/tasks.toml", "[tasks.t]\nrun = 'tool | tool'\n"), Program("bin/tool", 3))
    counted = situations([Given(("t",), tree), Given(("t", "--strict"), tree)])
    assert counted.counts["string-that-is-none"] == counted.counts["program-fails"] == 2
    assert counted.counts["strict"] == 1
    assert counted.counts["hard-link"] == 0
    assert counted.counts.keys() == flags().keys()
    assert [*counted.counts.values()] == sorted(counted.counts.values())


def test_seldom_is_rarer_than_the_bound_that_the_page_names() -> None:
    """Exactly as often as the bound says is not seldom, and the page says which are."""
    counted = Situations(2 * SELDOM, {"never": 0, "once": 1, "twice": 2})
    assert counted.seldom() == ["never", "once"]
    page = "\n".join(section(counted, rows=2))
    assert "Rarer are: never, once." in page
    assert "| once | 1 |" in page
    assert "twice" not in page
