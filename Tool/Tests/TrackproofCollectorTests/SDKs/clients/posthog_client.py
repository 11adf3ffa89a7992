from posthog import Posthog
from shared import KEY, VALUES, run


def all_kinds(url, **options):
    client = Posthog(KEY, host=url, flush_interval=5, flush_at=20, **options)
    page = {"$current_url": "https://example.com/?a=1", "title": "Home"}
    client.set(distinct_id="user-1", properties={"plan": "pro", "none": None})
    client.capture("Order Completed", distinct_id="user-1", properties=dict(VALUES), groups={"company": "acme"})
    client.capture("$pageview", distinct_id="user-1", properties=page)
    client.capture("$screen", distinct_id="user-1", properties={"$screen_name": "Cart", "count": 3})
    client.group_identify("company", "acme", {"seats": 12})
    client.alias("anon-1", "user-1")
    client.shutdown()


def once(url, **options):
    client = Posthog(KEY, host=url, flush_interval=5, flush_at=1, **options)
    client.capture("Once", distinct_id="user-1", properties={"n": 9007199254740993})
    client.shutdown()


run(
    {
        "batch": all_kinds,
        "gzip": lambda url: all_kinds(url, gzip=True),
        "sync": lambda url: all_kinds(url, sync_mode=True),
        "v1": lambda url: all_kinds(url, capture_mode="v1"),
        "once": once,
        "once-v1": lambda url: once(url, capture_mode="v1"),
    }
)
