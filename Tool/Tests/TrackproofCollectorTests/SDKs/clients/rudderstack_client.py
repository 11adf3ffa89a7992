from shared import KEY, VALUES, run
from rudderstack.analytics.client import Client


def all_kinds(client):
    client.identify("user-1", {"plan": "pro", "age": 41, "none": None}, anonymous_id="anon-1")
    client.track("user-1", "Order Completed", dict(VALUES))
    client.screen("user-1", "Shop", "Cart", {"count": 3})
    client.page(None, None, "Home", {"url": "https://example.com/?a=1"}, anonymous_id="anon-2")
    client.group("user-1", "group-9", {"seats": 12})
    client.alias("anon-1", "user-1")


def batch(url, gzip):
    client = Client(KEY, host=url, upload_interval=1, upload_size=6, gzip=gzip)
    all_kinds(client)
    client.flush()
    client.join()


def once(url):
    client = Client(KEY, host=url, upload_interval=1, upload_size=1)
    client.track("user-1", "Once", {"n": 9007199254740993})
    client.flush()
    client.join()


run(
    {
        "batch": lambda url: batch(url, gzip=False),
        "gzip": lambda url: batch(url, gzip=True),
        "sync": lambda url: all_kinds(Client(KEY, host=url, sync_mode=True, gzip=False)),
        "once": once,
    }
)
