"""Measures how fast Chromium opens the HTML report of a large recording, and how much memory the page takes.

Usage: SCRATCH/control/bin/python3 Benchmarks/Report/page.py SCRATCH

SCRATCH is the build folder, with the command in SCRATCH/release/trackproof or SCRATCH/debug/trackproof. Run Tool/setup.sh
first. The recording has 480,000 events in 110 MB, and 10,000 of them differ from the snapshot. For comparison, the
script also measures a page that shows the first 100,000 events in one plain table.
"""

import html
import json
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from selenium import webdriver

EVENTS = 480_000
DIFFERENCES = 10_000
# The number of events in the table. A table with all events could take Chromium minutes.
ROWS = 100_000


def event(number, is_changed):
    return {"name": f"event_{number % 40}", "seq": number + 1, "time": "2026-11-20T10:00:00.000Z", "parameters": {
        "id": -number if is_changed else number, "slug": "67563-daredevil", "index": 6, "price": 12.5,
        "text": f"lorem ipsum dolor sit amet, consectetur adipiscing elit {number}"}}


def record(path, has_changes):
    with open(path, "w") as file:
        file.write('{"recording":1}\n')
        for number in range(EVENTS):
            is_changed = has_changes and number % (EVENTS // DIFFERENCES) == 1
            file.write(json.dumps(event(number, is_changed)) + "\n")


def table(path):
    with open(path, "w") as file:
        file.write("<!DOCTYPE html><meta charset=utf-8><title>All events</title><table>")
        for number in range(ROWS):
            cells = [number, event(number, False)["name"], json.dumps(event(number, False)["parameters"])]
            file.write("<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in cells) + "</tr>")
        file.write("</table>")


def opened(path):
    """Returns the seconds until the page is loaded, and the resident memory of its process in MiB."""
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    browser = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))
    try:
        browser.set_page_load_timeout(300)
        browser.get("about:blank")
        started = time.monotonic()
        browser.get(path.as_uri())
        seconds = time.monotonic() - started
        return seconds, max(memory(process) for process in renderers(browser))
    finally:
        browser.quit()


def renderers(browser):
    """Returns the ids of the processes that draw the pages of the browser."""
    profile = browser.capabilities["chrome"]["userDataDir"]
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue  # The process has just ended.
        if "--type=renderer" in command and profile in command:
            found.append(folder.name)
    return found


def memory(process):
    for line in (pathlib.Path("/proc") / process / "status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0


def main(scratch):
    command = next(path for path in (scratch / "release/trackproof", scratch / "debug/trackproof") if path.exists())
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        record(folder / "snapshot.ndjson", False)
        record(folder / "run.ndjson", True)
        subprocess.run(
            [command, "verify", "run.ndjson", "--snapshot", "snapshot.ndjson", "--report", "html=report.html"],
            cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        table(folder / "table.html")
        print("| page | size | opens in | memory |\n|---|---:|---:|---:|")
        for title, file in (("report", "report.html"), (f"a table of {ROWS:,} events", "table.html")):
            runs = [opened(folder / file) for _ in range(3)]
            size = (folder / file).stat().st_size / 1e6
            seconds, resident = (statistics.median(values) for values in zip(*runs))
            print(f"| {title} | {size:.1f} MB | {seconds:.1f} s | {resident:.0f} MiB |")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).absolute())
