"""pip install snowplow-tracker==1.1.0"""

from loopback import MOMENT, VALUES, Loopback
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

loopback = Loopback(lambda path: (200, "ok"))


def all_kinds(namespace, method, batch_size, encode_base64):
    subject = Subject().set_user_id("user-7").set_domain_user_id("device-1").set_platform("mob").set_lang("de")
    tracker = Snowplow.create_tracker(
        namespace,
        loopback.url,
        method=method,
        app_id="shop",
        subject=subject,
        tracker_config=TrackerConfiguration(encode_base64=encode_base64),
        emitter_config=EmitterConfiguration(batch_size=batch_size),
    )
    purchase = SelfDescribingJson("iglu:com.acme/purchase/jsonschema/2-0-1", dict(VALUES))
    entity = SelfDescribingJson("iglu:com.acme/cart/jsonschema/1-0-0", {"size": 2})
    moment = MOMENT.timestamp() * 1000
    tracker.track(SelfDescribing(purchase, context=[entity], true_timestamp=moment))
    screen = "5d79770b-015b-4af8-8c91-b2ed6faf4b1e"
    tracker.track(ScreenView(screen, "Ćart", type="feed", previous_name="Home", true_timestamp=moment))
    page = "https://example.com/ü?q=1&r=2"
    tracker.track(PageView(page, page_title="Übersicht", referrer="https://example.com/", true_timestamp=moment))
    tracker.track(
        StructuredEvent("shop", "add", label="größe", property_="p & q", value=9.5, true_timestamp=moment)
    )
    tracker.flush()


all_kinds("batch", "post", 10, True)
all_kinds("single", "post", 1, False)
all_kinds("get", "get", 1, True)
all_kinds("get-plain", "get", 1, False)

loopback.write("snowplow", "snowplow-tracker")
