import threading

from shared import KEY, VALUES, run
from snowplow_tracker import (
    EmitterConfiguration,
    PageView,
    ScreenView,
    SelfDescribing,
    SelfDescribingJson,
    Snowplow,
    StructuredEvent,
    Subject,
    TrackerConfiguration,
)


def tracker_of(url, method, batch_size, encode_base64=True, on_success=None):
    return Snowplow.create_tracker(
        "tests",
        url,
        method=method,
        app_id=KEY,
        subject=Subject().set_user_id("user-7").set_domain_user_id("device-1"),
        tracker_config=TrackerConfiguration(encode_base64=encode_base64),
        emitter_config=EmitterConfiguration(batch_size=batch_size, on_success=on_success),
    )


def all_kinds(*arguments):
    tracker = tracker_of(*arguments)
    purchase = SelfDescribingJson("iglu:com.acme/purchase/jsonschema/2-0-1", dict(VALUES))
    tracker.track(SelfDescribing(purchase))
    tracker.track(ScreenView("5d79770b-015b-4af8-8c91-b2ed6faf4b1e", "Ćart", type="feed", previous_name="Home"))
    tracker.track(PageView("https://example.com/ü?q=1&r=2", page_title="Übersicht", referrer="https://example.com/"))
    tracker.track(StructuredEvent("shop", "add", label="größe", property_="p & q", value=9.5))
    tracker.flush()


def once(url, method):
    delivered = threading.Event()
    tracker = tracker_of(url, method, 1, on_success=lambda events: delivered.set())
    tracker.track(
        SelfDescribing(SelfDescribingJson("iglu:com.acme/once/jsonschema/1-0-0", {"n": 9007199254740993}))
    )
    delivered.wait()


run(
    {
        "batch": lambda url: all_kinds(url, "post", 10),
        "sync": lambda url: all_kinds(url, "post", 1, False),
        "get": lambda url: all_kinds(url, "get", 1),
        "get-plain": lambda url: all_kinds(url, "get", 1, False),
        "once": lambda url: once(url, "post"),
        "once-get": lambda url: once(url, "get"),
    }
)
