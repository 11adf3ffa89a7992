"""Fixtures for tests of web pages, in addition to those of pytest_trackproof."""

import functools
import http.server
import os
import shutil
import threading

import pytest
from selenium import webdriver


@pytest.fixture(scope="session")
def trackproof_browser():
    """A headless Chromium or Chrome."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome")
    options.add_argument("--headless=new")
    options.add_argument("--disable-dev-shm-usage")
    # Chromium's sandbox does not work for root, for example in a container.
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.add_argument("--no-sandbox")
    driver = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))
    yield driver
    driver.quit()


class _Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture
def trackproof_serve():
    """A function that serves the files of a folder until the test ends, and returns the address."""
    servers = []

    def serve(folder):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Files, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_port}"

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()
