"""A browser without a network, and what the tests ask it about the page that it shows."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from tsr_oracle.record.record import Record
from tsr_oracle.reports.page.page import page

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")

WAIT = 120
"""Seconds after which something will not come any more, however busy the machine is."""
FAILURES = "#failure-list > li > details"

_WORDS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1200,900"),
    *("--disable-background-networking", "--disable-dev-shm-usage"),
)


class Browser:
    """A browser with a page in it, which it is asked about."""

    def __init__(self, driver: webdriver.Chrome, directory: Path) -> None:
        self.driver = driver
        self.directory = directory

    def show(self, record: Record) -> None:
        """Opens the record's page."""
        path = self.directory / "page.html"
        path.write_text(page(record, "results"), "utf-8")
        self.driver.get(path.as_uri())
        assert self.one("#failure-count").text

    def one(self, selector: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def texts(self, selector: str) -> list[str]:
        """What stands in each, be it shown or not."""
        return [str(one.get_property("textContent")) for one in self.all(selector)]

    def type(self, *keys: str) -> None:
        ActionChains(self.driver).send_keys(*keys).perform()

    def focused(self) -> WebElement:
        return self.driver.switch_to.active_element

    def tab_to(self, selector: str) -> None:
        """Presses Tab until that is focused."""
        wanted = self.one(selector)
        for _ in range(12):
            self.type(Keys.TAB)
            if self.focused() == wanted:
                return
        raise AssertionError(f"{selector} is not reached")

    def says(self, selector: str, text: str) -> None:
        """Waits until the element holds the text."""
        WebDriverWait(self.driver, WAIT, 0.05).until(
            lambda _: text in self.one(selector).text, f"{selector}: no {text!r}"
        )

    def complaints(self) -> list[str]:
        """What the browser has to say of the page: errors, and what its policy forbade."""
        return [entry["message"] for entry in self.driver.get_log("browser")]  # type: ignore[no-untyped-call]

    def asked_for(self) -> set[str]:
        """The addresses of all requests since the last call."""
        entries = self.driver.get_log("performance")  # type: ignore[no-untyped-call]
        messages = [json.loads(entry["message"])["message"] for entry in entries]
        return {one["params"]["request"]["url"] for one in messages if one["method"] == "Network.requestWillBeSent"}

    def work(self) -> float:
        """How many seconds the page has worked since it was asked for, however busy the machine is besides."""
        metrics = self.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
        return next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")

    def open(self, *selectors: str) -> None:
        """Opens what can be opened, and waits until it is there."""
        for selector in selectors:
            self.driver.execute_script(f"document.querySelectorAll('{selector}').forEach((one) => one.open = true)")
        opened = f"{FAILURES}[open]"
        WebDriverWait(self.driver, WAIT, 0.05).until(lambda _: len(self.all(".body")) == len(self.all(opened)))

    def scheme(self, name: str) -> None:
        """What the system prefers, light or dark; and that it does without movement."""
        features = [
            {"name": "prefers-color-scheme", "value": name},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


@contextmanager
def browser_in(directory: Path) -> Iterator[Browser]:
    """A browser that writes in this directory only, and of which no process is left."""
    options = Options()
    options.binary_location = CHROMIUM or ""
    for word in (*_WORDS, f"--user-data-dir={directory / 'profile'}"):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    service = Service(DRIVER, env={**os.environ, "HOME": str(directory)})
    driver = webdriver.Chrome(options, service)
    driver.set_script_timeout(WAIT)
    driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
    try:
        browser = Browser(driver, directory)
        browser.scheme("light")
        yield browser
    finally:
        processes = _descendants(service.process.pid)
        driver.quit()
    deadline = time.monotonic() + WAIT
    while left := [pid for pid in processes if _lives(pid)]:
        assert time.monotonic() < deadline, f"processes of the browser are left: {left}"
        time.sleep(0.01)


def _descendants(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(below for child in children for below in _descendants(int(child)))]


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except OSError:
        return False
