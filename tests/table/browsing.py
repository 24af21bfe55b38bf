"""A real browser for tests: Debian's Chromium, driven by Selenium; without one these tests are skipped with a word."""

from __future__ import annotations

import base64
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

T = TypeVar("T")
DESKTOP, PHONE = (1400, 1000), (390, 844)
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--force-device-scale-factor=1",
)


def needs_browser() -> None:
    if not shutil.which("chromium") or not shutil.which("chromedriver"):
        pytest.skip("no Chromium here: apt-get install chromium chromium-driver")


# Tells as soon as something is there, without asking the page again and again from outside.
WAIT = """
const [look, about, patience] = arguments;
const found = new Function("about", look);
const tell = arguments[arguments.length - 1];
const stop = performance.now() + patience;
const again = () => {
  const now = found(about);
  if (now || performance.now() > stop) tell(now || null);
  else setTimeout(again, 5);
};
again();
"""
# What helps to understand why something did not come.
SEEN = """
const text = (id) => { const one = document.getElementById(id); return one && !one.hidden ? one.textContent.slice(0, 300) : ""; };
const { moment, ...rest } = window.table ? window.table() : {};
return JSON.stringify({ ...rest, toast: text("toast"), notice: text("notice"), asks: text("ask"), sure: document.querySelectorAll(".sure").length, hidden: document.hidden });
"""


class Browser:
    """One window."""

    def __init__(
        self, folder: Path, size: tuple[int, int] = DESKTOP, dark: bool = False, still: bool = False
    ) -> None:
        options = ChromeOptions()
        options.binary_location = shutil.which("chromium") or ""
        for flag in (*FLAGS, f"--user-data-dir={folder}", f"--window-size={size[0]},{size[1]}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = Chrome(options=options, service=Service(shutil.which("chromedriver")))
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size[0] < 600},
        )
        self.driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
        wishes = [("prefers-color-scheme", "dark", dark), ("prefers-reduced-motion", "reduce", still)]
        self.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia",
            {"features": [{"name": name, "value": value} for name, value, wished in wishes if wished]},
        )

    def quit(self) -> None:
        self.driver.quit()

    def open(self, address: str) -> None:
        self.driver.get("about:blank")
        self.driver.get(address)

    def complaints(self) -> list[str]:
        """What the browser's console says of errors, policy violations among them."""
        return [
            one["message"]
            for one in self.driver.get_log("browser")  # type: ignore[no-untyped-call]
            if one["level"] == "SEVERE" and "favicon" not in one["message"]
        ]

    def run(self, script: str, *about: Any) -> Any:
        return self.driver.execute_script(script, *about)  # type: ignore[no-untyped-call]

    def until(self, found: Callable[[], T], what: str, seconds: float = 30) -> T:
        """The first value that is something."""
        stop = time.monotonic() + seconds
        while True:
            try:
                value = found()
                if value:
                    return value
            except (StaleElementReferenceException, WebDriverException):
                pass
            if time.monotonic() > stop:
                seen = self.run(SEEN)
                raise AssertionError(f"{what} did not come; console: {self.complaints()}; page: {seen}")
            time.sleep(0.02)

    def waits(self, look: str, what: str, about: Any = None) -> Any:
        """The first value that is something of a script that the page itself asks again and again."""
        return self.until(lambda: self.driver.execute_async_script(WAIT, look, about, 5000), what)  # type: ignore[no-untyped-call]

    def state(self) -> dict[str, Any]:
        """What the page shows of the table."""
        found: dict[str, Any] = self.run("return window.table ? window.table() : {}")
        return found

    def clicks(self, selector: str) -> None:
        """Clicks on an element; one that is drawn anew at that moment is looked for again."""

        def clicked() -> bool:
            self.driver.find_element(By.CSS_SELECTOR, selector).click()
            return True

        self.until(clicked, f"a click on {selector}")

    def text(self, selector: str) -> str:
        return str(
            self.run(
                "const e = document.querySelector(arguments[0]); return e ? e.textContent : ''", selector
            )
        )

    def press(self, *keys: str) -> None:
        """Presses keys as a person does: they go to what has the focus then, which may be drawn anew at any time."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def shot(self, path: Path, whole: bool = True) -> None:
        """A picture of the page, all of it."""
        size = self.driver.execute_cdp_cmd("Page.getLayoutMetrics", {})["cssContentSize"]
        box = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 6000), "scale": 1}
        about: dict[str, Any] = {"format": "png", "captureBeyondViewport": whole}
        if whole:
            about["clip"] = box
        path.write_bytes(
            base64.b64decode(self.driver.execute_cdp_cmd("Page.captureScreenshot", about)["data"])
        )


ENTER = Keys.ENTER
