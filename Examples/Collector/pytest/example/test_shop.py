import pathlib
import urllib.error

import pytest

from shop import Shop

SNAPSHOTS = pathlib.Path(__file__).parent / "snapshots"


def test_a_purchase_arrives(trackproof):
    shop = Shop(trackproof.url)
    shop.buy("tea", 19.99)
    shop.flush()

    [event] = trackproof.wait_for("purchase", price=19.99)
    assert event["user"] == "u-1"
    trackproof.verify(SNAPSHOTS / "purchase.json")


def test_a_purchase_survives_an_outage(trackproof):
    trackproof.fail_next(status=503)
    trackproof.fail_next(drop=True, stored=True)
    shop = Shop(trackproof.url)
    shop.buy("tea", 19.99)
    for _ in range(2):
        with pytest.raises((urllib.error.URLError, ConnectionError)):
            shop.flush()
    shop.flush()

    trackproof.wait_for("purchase")
    # The event was sent three times and arrived twice. Both arrivals have the same id, so they count as one event.
    trackproof.expect_at_most(1, "purchase", quiet=0.2)
