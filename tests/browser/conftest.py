"""The browser that the tests of a module share, since starting one takes a second."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browsing import CHROMIUM, DRIVER, Browser, browser_in


@pytest.fixture(name="browser", scope="module")
def a_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if not (CHROMIUM and DRIVER):
        pytest.skip("needs chromium and chromedriver")
    with browser_in(tmp_path_factory.mktemp("browser")) as browser:
        yield browser
