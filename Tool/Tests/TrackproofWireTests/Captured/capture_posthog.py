"""pip install posthog==7.91.1, and again with posthog==3.7.0"""

import re
from importlib.metadata import version

import posthog
from posthog import Posthog

from loopback import MOMENT, VALUES, Loopback

loopback = Loopback(lambda path: (200, '{"results":{}}' if path.startswith("/i/v1") else '{"status":1}'))
is_old = version("posthog").startswith("3.")


def known(number):
    return {"timestamp": MOMENT, "uuid": f"01930000-0000-7000-8000-{number:012}"}


def all_kinds(client):
    if is_old:
        client.identify("user-1", {"plan": "pro", "none": None}, **known(1))
        client.capture("user-1", "Order Completed", dict(VALUES), groups={"company": "acme"}, **known(2))
        client.page("user-1", "https://example.com/?a=1", {"title": "Home"}, **known(3))
        client.capture("user-1", "$screen", {"$screen_name": "Cart", "count": 3}, **known(4))
    else:
        page = {"$current_url": "https://example.com/?a=1", "title": "Home"}
        screen = {"$screen_name": "Cart", "count": 3}
        order = {"properties": dict(VALUES), "groups": {"company": "acme"}}
        client.capture("Order Completed", distinct_id="user-1", **order, **known(2))
        client.capture("$pageview", distinct_id="user-1", properties=page, **known(3))
        client.capture("$screen", distinct_id="user-1", properties=screen, **known(4))
        client.capture("Nobody", properties={"$process_person_profile": False}, **known(9))
    client.set(distinct_id="user-1", properties={"plan": "pro", "none": None}, **known(5))
    client.set_once(distinct_id="user-1", properties={"first": 9007199254740993}, **known(6))
    client.group_identify("company", "acme", {"seats": 12}, **known(7))
    client.alias("anon-1", "user-1", **known(8))


batching = Posthog("phc_key", host=loopback.url, flush_interval=5, flush_at=20)
all_kinds(batching)
batching.shutdown()

zipping = Posthog("phc_key", host=loopback.url, gzip=True, sync_mode=True)
if is_old:
    zipping.capture("user-1", "Zipped", {"größe": "ü"}, **known(10))
else:
    zipping.capture("Zipped", distinct_id="user-1", properties={"größe": "ü"}, **known(10))
    newer = Posthog("phc_key", host=loopback.url, capture_mode="v1", flush_interval=5, flush_at=20)
    all_kinds(newer)
    newer.shutdown()


def clean(text):
    """Replaces the SDK's data about the machine, and the id that the SDK generates if there is no user."""
    text = re.sub(r'("\$(?:os|os_version|os_distro|python_version|python_runtime)": )"[^"]*"', r'\1"…"', text)
    return re.sub(r'("distinct_id": )"[0-9a-f]{8}-[0-9a-f-]{27}"', r'\1"00000000-0000-4000-8000-000000000009"', text)


loopback.write("posthog-3" if is_old else "posthog-7", "posthog", clean)
