"""The page in a real browser: it can be read, heard, filtered by keyboard, asks for nothing, isn't taken over."""

from __future__ import annotations

from pathlib import Path

import axe_core_python
import pytest
from browser_records import hostile, of_each_sort, thousands
from browsing import FAILURES, Browser
from selenium.webdriver.common.keys import Keys

from tsr_spec.chapters import clauses

AXE = next(Path(axe_core_python.__path__[0]).rglob("axe.min.js")).read_text("utf-8")
MANY = 5000
"""So many failures the page is to be usable with."""


def test_nothing_is_amiss_for_whoever_cannot_see_it_well(browser: Browser) -> None:
    """axe finds no violation, neither in light nor in dark, with failures opened; nor does the browser complain."""
    browser.show(of_each_sort())
    browser.one("#clause-filters [name=chapter]").send_keys("TIER")
    browser.open(f"{FAILURES}[id*=left], {FAILURES}[id*=slash], #TIER-1 details", "figure details")
    browser.driver.execute_script(AXE)
    for scheme, rules in (("light", "{}"), ("dark", "{runOnly: ['color-contrast']}")):
        browser.scheme(scheme)
        found = browser.driver.execute_async_script(f"axe.run({rules}).then(arguments[0])")
        told = [(one["id"], [node["html"][:200] for node in one["nodes"]]) for one in found["violations"]]
        assert not told, f"{scheme}: {told}"
        assert any(one["id"] == "color-contrast" for one in found["passes"])
    browser.scheme("light")
    assert browser.complaints() == []


def test_the_drawing_says_in_words_what_it_shows(browser: Browser) -> None:
    """Links that leave the bounds or dangle, bounds, and what differs are in the description and in the text."""
    browser.show(of_each_sort())
    browser.open(FAILURES)
    first, other, *_ = browser.texts("svg desc")
    for line in (
        "in -> ../out  ↗ leaves the bounds → out",
        "nowhere -> ../gone/f  ✕ leads to nothing here",
        "shared -> ../share  → share",
        "same == ws/tasks.toml  (the same file as ws/tasks.toml)",
        "!   new  (not there)",
        "share/  ← allowed",
        "ws/  ← workspace",
    ):
        assert line in first
        assert line in browser.texts("figure pre")[0]
    assert "far -> /@OTHER@/d  ↗ leaves the bounds → /@OTHER@/d" in other
    assert len(browser.all("svg .arrow.leaves")) == 2


def test_a_keyboard_is_enough_to_filter(browser: Browser) -> None:
    """From the top of the page on: to the clauses and their filter, to the failures and theirs; counts follow."""
    browser.show(of_each_sort())
    browser.tab_to("nav a[href='#clauses']")
    browser.type(Keys.ENTER)
    browser.tab_to("#clause-filters [name=chapter]")
    browser.type("FENCE")
    browser.tab_to("#clause-filters [name=text]")
    browser.type("rm never follows")
    browser.says("#clause-count", "1 of ")
    assert [row.get_attribute("id") for row in browser.all("tbody tr") if row.is_displayed()] == ["FENCE-5"]
    browser.tab_to("#clause-filters [type=reset]")
    browser.type(Keys.ENTER)
    browser.says("#clause-count", "{0} of {0}".format(len(clauses())))

    browser.driver.execute_script("document.querySelector('.skip').focus()")
    browser.tab_to("nav a[href='#failures']")
    browser.type(Keys.ENTER)
    browser.tab_to("#failure-filters [name=standing]")
    browser.type("excused")
    browser.says("#failure-count", "1 of 4 failures")
    browser.tab_to("#failure-list summary")
    browser.type(Keys.ENTER)
    browser.says(".body", "Does not count. Excused: a slash too many, until 2999-01-01 https://example.org/7")


def test_an_address_leads_to_a_clause_or_a_failure_whatever_is_filtered(browser: Browser) -> None:
    """A clause that the filter hides is shown again; a failure on a later page is turned to, and opened."""
    browser.show(thousands(100))
    browser.one("#clause-filters [name=text]").send_keys("no clause has this")
    browser.says("#clause-count", "0 of ")
    browser.driver.execute_script("location.hash = 'FENCE-5'")
    browser.says("#FENCE-5", "never follows")
    browser.driver.execute_script("location.hash = 'failure-7:99-binary'")
    browser.says("[id='failure-7:99-binary']", "tsr t")
    assert browser.focused().text.endswith("7:99")


def test_thousands_of_failures_are_no_more_than_a_page_of_them(browser: Browser) -> None:
    """Filters count all; what stands in the document is bounded; nothing is drawn that nobody has opened."""
    browser.show(thousands(MANY))
    assert 0 < browser.work() < 2
    browser.says("#failure-count", f"{MANY:,} of {MANY:,} failures")
    assert len(browser.all("#failure-list > li")) == 50
    assert not browser.all("#failure-list svg, .body")
    nodes = browser.driver.execute_script("return document.querySelectorAll('*').length")
    for count in (MANY // 10, MANY - MANY // 10):  # escapes, then divergences: worst first
        browser.one("#failure-filters [name=class]").send_keys(Keys.ARROW_DOWN)
        browser.says("#failure-count", f"{count:,} of {MANY:,} failures")
    browser.one("#next").send_keys(Keys.ENTER)
    browser.says("#where", f"51 to 100 of {MANY - MANY // 10:,}")
    assert browser.focused().tag_name == "summary"
    browser.one("#failure-filters [name=text]").send_keys("number 4321")
    browser.says("#failure-count", f"1 of {MANY:,} failures")
    assert browser.driver.execute_script("return document.querySelectorAll('*').length") <= nodes + 10


@pytest.mark.parametrize("clipboard", [True, False])
def test_the_words_that_replay_a_failure_are_copied(browser: Browser, clipboard: bool) -> None:
    """Also where the browser has no clipboard for pages: pasted elsewhere, they are what was shown."""
    browser.show(of_each_sort())
    if not clipboard:
        browser.driver.execute_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    name = "left" if clipboard else "other"
    browser.driver.execute_script("location.hash = arguments[0]", f"failure-{name}-binary")
    browser.says(".copy", "Copy")
    browser.one(".copy button").send_keys(Keys.ENTER)
    browser.says(".copy [role=status]", "Copied.")
    into = browser.one("#clause-filters [name=text]")
    into.send_keys(Keys.CONTROL, "v")
    assert into.get_property("value") == browser.one(".copy code").text
    assert "replay results/case-" in browser.one(".copy code").text


def test_no_text_of_a_subject_breaks_out(browser: Browser) -> None:
    """Markup stays text, what turns or hides text is shown as bytes, and nothing of it runs or asks for anything."""
    browser.asked_for()
    browser.show(hostile())
    browser.open(FAILURES)
    browser.says(".body", "<img src=x onerror=")
    browser.says(".body", r"\x1b[31mred\x07 \xe2\x80\xaegnp.exe \xff")
    assert browser.driver.title == "tsr 9: failed"
    assert len(browser.all("script")) == 2
    assert not browser.all("img, #failure-list b")
    assert browser.complaints() == []
    assert browser.asked_for() == {browser.driver.current_url}


def test_the_policy_lets_nothing_run_and_nothing_out(browser: Browser) -> None:
    """Were there a hole in the escaping, a script, a handler, an image or a request would be stopped all the same."""
    browser.show(of_each_sort())
    stopped = browser.driver.execute_async_script(
        """
        const done = arguments[0], stopped = new Set(), body = document.body;
        addEventListener("securitypolicyviolation", (event) => {
          stopped.add(event.effectiveDirective);
          if (stopped.size === 3) done([...stopped].sort());
        });
        const script = document.createElement("script"), image = new Image();
        script.append("document.title = 'taken'");
        image.src = "http://127.0.0.1:9/";
        body.append(script, image);
        for (const attempt of [
          () => fetch("http://127.0.0.1:9/").catch(() => {}),
          () => body.insertAdjacentHTML("beforeend", "<img src=x onerror=0>"),
          () => body.setAttribute("onclick", "document.title = 'taken'"),
        ]) {
          try { attempt(); } catch {}
        }
        body.click();
        """
    )
    assert stopped == ["connect-src", "img-src", "require-trusted-types-for"]
    assert browser.driver.title == "tsr 9: failed"


def test_light_and_dark_follow_the_system_until_somebody_chooses(browser: Browser) -> None:
    """And what was chosen holds when the page is opened again."""
    ground = "return getComputedStyle(document.body).backgroundColor"
    browser.scheme("dark")
    browser.show(of_each_sort())
    dark = browser.driver.execute_script(ground)
    browser.scheme("light")
    light = browser.driver.execute_script(ground)
    assert light != dark
    browser.one("#theme").send_keys(Keys.ENTER)
    assert browser.driver.execute_script(ground) == dark
    browser.driver.refresh()
    assert browser.driver.execute_script(ground) == dark
    browser.one("#theme").send_keys(Keys.ENTER)
    assert browser.driver.execute_script(ground) == light


def test_it_fits_a_narrow_window(browser: Browser) -> None:
    """At 360 pixels nothing but what scrolls by itself is wider than the window, odd texts included."""
    size = {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True}
    browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        for record in (of_each_sort(), hostile()):
            browser.show(record)
            browser.open(FAILURES, "details")
            assert browser.driver.execute_script("return document.documentElement.scrollWidth") == 360
    finally:
        browser.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
