"""A page in a headless browser, and the events that its tracker sends."""

import pathlib
import urllib.parse

from selenium.webdriver.common.by import By

FOLDER = pathlib.Path(__file__).parent


def test_a_visit_is_tracked(trackproof, trackproof_browser, trackproof_serve):
    page = trackproof_serve(FOLDER) + "/shop.html?analytics=" + urllib.parse.quote(trackproof.url)
    trackproof_browser.get(page)
    trackproof.wait_for("shop_opened")
    trackproof_browser.find_element(By.ID, "buy").click()
    trackproof.wait_for("purchase", price=19.99)
    trackproof_browser.find_element(By.ID, "leave").click()
    # The browser sends this event after it has left the page.
    trackproof.wait_for("shop_left")
    trackproof.verify(FOLDER / "snapshot.json")
