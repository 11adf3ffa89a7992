"""A page in a browser that nobody sees, and what its tracker sent: with Selenium, Chromium and a collector."""

import functools
import http.server
import json
import os
import pathlib
import shutil
import sys
import threading
import urllib.parse
import urllib.request

from selenium import webdriver
from selenium.webdriver.common.by import By

COLLECTOR = os.environ.get("TRACKPROOF_COLLECTOR", "http://127.0.0.1:9090")
TOKEN_FILE = pathlib.Path.home() / f".trackproof/collector-{urllib.parse.urlsplit(COLLECTOR).port}.token"


def ask(path, body):
    request = urllib.request.Request(f"{COLLECTOR}/trackproof/v1/{path}", json.dumps(body).encode())
    token = os.environ.get("TRACKPROOF_COLLECTOR_TOKEN")
    # A collector that was started with --no-token left no file.
    if not token and TOKEN_FILE.exists():
        token = TOKEN_FILE.read_text().strip()
    if token:
        request.add_header("Authorization", "Bearer " + token)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def browser():
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome")
    options.add_argument("--headless=new")
    options.add_argument("--disable-dev-shm-usage")
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")
    return webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))


class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def wait(session, name):
    waited = ask("wait", {"session": session["session"], "name": name, "within": 20})
    if not waited["satisfied"]:
        sys.exit(f"{name} did not arrive: {json.dumps(waited)}")
    print(f"{name} arrived")


session = ask("sessions", {"name": "shop in a browser"})
folder = pathlib.Path(__file__).parent
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=folder))
threading.Thread(target=server.serve_forever, daemon=True).start()
driver = browser()
try:
    analytics = urllib.parse.quote(session["url"])
    driver.get(f"http://127.0.0.1:{server.server_port}/shop.html?analytics={analytics}")
    wait(session, "shop_opened")
    driver.find_element(By.ID, "buy").click()
    wait(session, "purchase")
    driver.find_element(By.ID, "leave").click()
    wait(session, "shop_left")
finally:
    driver.quit()
    server.shutdown()

verified = ask(f"verify?session={session['session']}", json.loads((folder / "snapshot.json").read_text()))
print(verified["text"], end="")
sys.exit(0 if verified["passed"] else 1)
