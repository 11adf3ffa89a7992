"""pip install segment-analytics-python==2.4.0"""

from loopback import MOMENT, VALUES, Loopback
from segment.analytics.client import Client

loopback = Loopback(lambda path: (200, '{"success":true}'))


def all_kinds(client, prefix):
    def known(number):
        return {"timestamp": MOMENT, "message_id": f"{prefix}-{number}"}

    client.identify("user-1", {"plan": "pro", "age": 41, "none": None}, anonymous_id="anon-1", **known(1))
    client.track("user-1", "Order Completed", dict(VALUES), **known(2))
    client.screen("user-1", "Shop", "Cart", {"count": 3}, **known(3))
    client.page(None, None, "Home", {"url": "https://example.com/?a=1"}, anonymous_id="anon-2", **known(4))
    client.group("user-1", "group-9", {"seats": 12}, **known(5))
    client.alias("anon-1", "user-1", **known(6))


batching = Client("key", host=loopback.url, upload_interval=5, upload_size=6)
all_kinds(batching, "batch")
batching.shutdown()

zipping = Client("key", host=loopback.url, gzip=True, sync_mode=True)
zipping.track(7, "Zipped", {"größe": "ü"}, timestamp=MOMENT, message_id="gzip-1", context={"ip": "192.0.2.7"})

loopback.write("segment", "segment-analytics-python")
