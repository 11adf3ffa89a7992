#!/usr/bin/env python3
"""Creates the pictures of the documentation.

docs/demo.svg shows the output of `trackproof demo`. docs/collector.png, docs/report.png and docs/archive.png show the
collector's page and two reports in Chromium.

Usage: SCRATCH/control/bin/python3 scripts/pictures.py SCRATCH

SCRATCH is the build folder, with the command in SCRATCH/debug/trackproof. Run Tool/setup.sh first.
"""

import html
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

COLUMNS = 100
COLORS = {"-": "#ff7b72", "+": "#7ee787", "~": "#e3b341", "↕": "#79c0ff", "✓": "#7ee787"}


def demo(command):
    """Returns the most important lines of the demo's output. They fit on one screen."""
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run([command, "demo"], cwd=folder, capture_output=True, text=True, check=True)
    lines = ["$ make demo", ""]
    shown = True
    for line in run.stdout.split("\n"):
        section = re.match(r"   (?!caught)(\w+): ", line)
        if section:
            shown = section.group(1) in ("lost", "renamed", "retyped")
        elif re.match(r"\d\. |All ", line):
            shown = not line.startswith("4.")
        wide = len(line) > COLUMNS and not line.lstrip().startswith(("-", "+", "~"))
        if not shown or wide or "demo-output" in line or line.strip() == "":
            if shown and line.strip() == "" and lines[-1] != "":
                lines.append("")
            continue
        lines.append(line[: COLUMNS - 1] + "…" if len(line) > COLUMNS else line)
    return lines


def svg(lines):
    """Returns an SVG picture of a terminal window that contains these lines."""
    width, row, top = 8.43, 19, 52
    height = top + row * len(lines) + 10
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {COLUMNS * width + 40:.0f} {height}" '
        'font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="14">',
        f'<rect width="100%" height="{height}" rx="10" fill="#0d1117"/>',
        *(f'<circle cx="{22 + 20 * place}" cy="20" r="6" fill="{color}"/>'
          for place, color in enumerate(["#ff5f56", "#ffbd2e", "#27c93f"])),
    ]
    for number, line in enumerate(lines):
        mark = line.strip()[:1]
        color = COLORS.get(mark, "#c9d1d9")
        if line.strip().startswith(("caught", "All ")):
            color = COLORS["✓"]
        elif line.strip().startswith("…"):
            color = "#8b949e"
        heading = re.match(r"\d\. |\$ |All |   \w+: ", line)
        weight = ' font-weight="bold"' if heading else ""
        out.append(
            f'<text x="20" y="{top + row * number}" fill="{color}"{weight} xml:space="preserve">{html.escape(line)}</text>')
    return "\n".join(out + ["</svg>\n"])


def post(address, path, body):
    request = urllib.request.Request(address + path, json.dumps(body).encode())
    try:
        urllib.request.urlopen(request).read()
    except urllib.error.HTTPError:
        pass  # The collector rejected an item. The picture shows rejected items too.


def chromium():
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars"):
        options.add_argument(argument)
    return webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))


def collector(command, picture):
    """Writes a picture of the collector's page, with events of several vendors and the details of one event."""
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [command, "collect", "--no-token", "--port", "0", "--store", folder + "/s.sqlite"],
            stdout=subprocess.PIPE, text=True)
        try:
            address = server.stdout.readline().strip()
            for number in range(4):
                post(address, "/segment/v1/batch", {"batch": [
                    {"type": "screen", "name": "Movies", "userId": "user-4711", "messageId": f"s{number}"},
                    {"type": "track", "event": "movie_tapped", "userId": "user-4711", "messageId": f"t{number}",
                     "properties": {"id": 67563, "slug": "67563-daredevil", "index": number}}]})
            post(address, "/amplitude/2/httpapi", {"api_key": "k", "events": [
                {"event_type": "purchase", "user_id": "user-4711", "event_properties": {"price": 19.99, "items": [1, 2]}}]})
            post(address, "/segment/v1/track", {"type": "trakc", "userId": "user-4711"})
            browser = chromium()
            try:
                browser.set_window_size(1280, 760)
                browser.get(address)
                WebDriverWait(browser, 20).until(lambda page: page.find_elements(By.CSS_SELECTOR, ".body .row"))
                browser.find_element(By.CSS_SELECTOR, ".body .row").click()
                browser.save_screenshot(str(picture))
            finally:
                browser.quit()
        finally:
            server.terminate()
            server.wait()


def report(command, picture):
    """Writes a picture of the HTML report of the demo app with some bugs."""
    root = pathlib.Path(__file__).resolve().parent.parent
    environment = os.environ | {"PATH": f"{pathlib.Path(command).parent}:{os.environ['PATH']}"}
    with tempfile.TemporaryDirectory() as folder:
        def run(arguments, *more):
            subprocess.run(
                ["trackproof", "run", *arguments, "--snapshot", "walk.json", "--", "trackproof-demo-app", *more],
                cwd=folder, env=environment, capture_output=True)
        run(["--runs", "3", "--record", "all"])
        subprocess.run(["trackproof", "accept", "--all", "walk.json"], cwd=folder, env=environment, capture_output=True)
        plan = str(root / "Examples/Demo/Tracking/plan.yaml")
        run(["--plan", plan, "--report", "html=report.html"], "--regressions", "lost,retyped,renamed")
        browser = chromium()
        try:
            browser.set_window_size(1200, 1000)
            browser.get((pathlib.Path(folder) / "report.html").as_uri())
            # In the picture, the path of the plan must not show a folder of this computer.
            browser.execute_script("""
                const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
                while (walker.nextNode()) {
                    walker.currentNode.textContent = walker.currentNode.textContent.replaceAll(arguments[0], "Tracking/plan.yaml");
                }""", plan)
            browser.save_screenshot(str(picture))
        finally:
            browser.quit()


PLAN = """
plan: 1
events:
  purchase:
    parameters:
      currency: {type: string, required: true}
      price: {type: number, minimum: 0}
"""


def archive(command, picture):
    """Writes a picture of the HTML report about three months of events, in which a version lost a parameter."""
    random.seed(4)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "plan.yaml").write_text(PLAN)
        with open(folder / "events.ndjson", "w") as file:
            for number in range(6000):
                day, version = number * 90 // 6000, 5 + number // 500
                system = random.choice(["iOS", "iOS", "Android"])
                is_lost = random.random() < (0.3 if version >= 10 and system == "iOS" else 0.005)
                file.write(json.dumps({
                    "type": "track", "event": "purchase", "messageId": f"m{number}",
                    "timestamp": f"2026-{9 + day // 30:02}-{1 + day % 30:02}T10:00:00Z",
                    "context": {"app": {"version": f"3.{version}.0"}, "os": {"name": system}},
                    "properties": {"price": 9.5, "currency": None if is_lost else "EUR"}}) + "\n")
        subprocess.run(
            [command, "plan", "audit", "events.ndjson", "--plan", "plan.yaml", "--report", "html=archive.html"], cwd=folder,
            capture_output=True)
        browser = chromium()
        try:
            browser.set_window_size(1200, 900)
            browser.get((folder / "archive.html").as_uri())
            browser.execute_script("document.querySelector('.trend details').open = true")
            browser.execute_script("document.querySelector('#title-findings').scrollIntoView()")
            browser.save_screenshot(str(picture))
        finally:
            browser.quit()


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    command = str(pathlib.Path(sys.argv[1]).resolve() / "debug/trackproof")
    docs = pathlib.Path(__file__).resolve().parent.parent / "docs"
    (docs / "demo.svg").write_text(svg(demo(command)))
    collector(command, docs / "collector.png")
    report(command, docs / "report.png")
    archive(command, docs / "archive.png")


if __name__ == "__main__":
    main()
