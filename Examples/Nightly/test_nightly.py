"""Runs nightly.sh for ten nights, and checks what people get: the messages, the page and the history.

Usage: SCRATCH/control/bin/python3 Examples/Nightly/test_nightly.py SCRATCH

SCRATCH is the build folder, with `trackproof` and `trackproof-demo-app` in SCRATCH/debug. Run Tool/setup.sh first.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import html5lib
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from chat import Chat

# For each night, the revision of the app and the bugs that are switched on. The bug `twice` comes and goes although the
# revision stays the same. The app has the bug `lost` from the sixth night on.
NIGHTS = [
    ("r1", ""), ("r1", "twice"), ("r2", ""), ("r2", ""), ("r3", "twice"),
    ("r4", "lost"), ("r4", "lost"), ("r5", "lost,twice"), ("r5", "lost"), ("r6", "lost"),
]


def run(arguments, environment, status):
    outcome = subprocess.run(arguments, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    words = " ".join(map(str, arguments))
    assert outcome.returncode == status, f"{words}: {outcome.returncode}, expected {status}\n{outcome.stdout}{outcome.stderr}"
    return outcome


def contains(text, *parts):
    for part in parts:
        assert part in text, f"expected {part!r} in:\n{text}"


def check_page(path):
    """Opens the page in Chromium, which reports each violation of the page's security policy and each failed script."""
    parser = html5lib.HTMLParser()
    parser.parse(path.read_text())
    assert not parser.errors, parser.errors
    options = webdriver.ChromeOptions()
    for argument in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1200,900"]:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    with webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver"))) as browser:
        browser.get(path.as_uri())
        contains(
            browser.find_element(By.ID, "summary").text, "The analytics events are not as expected",
            "The event movie_tapped was not tracked.", "owner: movies", "2 runs")
        contains(browser.find_element(By.ID, "differences").text, "Expected", "Found", "nothing", "not tracked")
        contains(browser.find_element(By.ID, "coverage").text, "of the plan was seen")
        contains(browser.find_element(By.ID, "history").text, "failing", "movie_tapped", "flaky", "movies")
        rows = browser.find_elements(By.CSS_SELECTOR, ".events tbody tr")
        browser.find_element(By.ID, "filter").send_keys("purchase")
        shown = lambda _: 0 < len([row for row in rows if row.is_displayed()]) < len(rows)
        WebDriverWait(browser, 20).until(shown)
        # On a phone, the page does not scroll to the side.
        browser.set_window_size(500, 900)
        browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride", {"width": 360, "height": 800, "deviceScaleFactor": 2, "mobile": True})
        assert browser.execute_script("return document.documentElement.scrollWidth <= 360")
        assert browser.get_log("browser") == []


def nights(folder, environment, chat):
    script = pathlib.Path(__file__).with_name("nightly.sh")
    told = []
    for revision, bugs in NIGHTS:
        before = len(chat.messages)
        bugs_or_none = {"NIGHTLY_BUGS": bugs} if bugs else {}
        # The environment has no other variables of a CI server, because they would add the address of the job.
        night = environment | {"TRACKPROOF_REVISION": revision, "TRACKPROOF_BRANCH": "main"} | bugs_or_none
        outcome = run([script, folder], night, 1 if bugs else 0)
        assert "not posted" not in outcome.stderr, outcome.stderr
        told.append(len(chat.messages) - before)
    return told


def main(scratch):
    with tempfile.TemporaryDirectory() as name, Chat() as chat:
        folder = pathlib.Path(name)
        environment = {
            "PATH": f"{scratch / 'debug'}:{os.environ['PATH']}", "HOME": name, "TRACKPROOF_SLACK_WEBHOOK": chat.address,
        }
        told = nights(folder, environment, chat)
        # A message is posted if the result changes (nights 2, 3 and 5), or if a new problem begins (night 6).
        assert told == [0, 1, 1, 0, 1, 1, 0, 0, 0, 0], (told, chat.messages)
        contains(
            chat.messages[-1], "❌ 1 problem with analytics events", "2 runs | branch main | revision r4",
            "- The event movie_tapped was not tracked. Owner: movies",
            "movie_tapped (missing) has been failing since", "revision r4.")
        contains(chat.messages[1], "✅ Analytics recovered: all events are as expected again")

        history = run(["trackproof", "report", "--history", folder / "history"], environment, 0).stdout
        contains(
            history, "history: 10 runs of main\n", "movie_tapped (missing) has been failing since", "revision r4.",
            "movies (duplicated) is flaky: 3 of 10 runs have this problem.", "not seen in the last run\n  movie_tapped, ")
        assert "movies (duplicated) has been failing" not in history
        contains((folder / "summary.md").read_text(), "#### History", "`movie_tapped` (missing) has been failing since")
        contains((folder / "report.xml").read_text(), '<testsuites name="trackproof"', "movie_tapped")

        # A job without a report is a failure.
        (folder / "shards/bridge.json").unlink()
        merged = [folder / "shards/walk.json"]
        outcome = run(["trackproof", "report", "--from", *merged, "--runs", "2"], environment, 1)
        contains(outcome.stdout, "expected the reports of 2 runs, found 1 run")
        assert json.loads((folder / "shards/walk.json").read_text())["report"] == 1
        if sys.platform == "linux":
            check_page(folder / "report.html")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).absolute())
    print("Ten nights: the messages, the page and the history are as expected.")
