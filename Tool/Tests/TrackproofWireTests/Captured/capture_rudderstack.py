"""pip install rudder-sdk-python==2.1.9"""

from loopback import MOMENT, VALUES, Loopback
from rudderstack.analytics.client import Client

loopback = Loopback(lambda path: (200, "OK"))


def all_kinds(client, prefix):
    def known(number):
        return {"timestamp": MOMENT, "message_id": f"{prefix}-{number}"}

    client.identify("user-1", {"plan": "pro", "age": 41, "none": None}, anonymous_id="anon-1", **known(1))
    client.track("user-1", "Order Completed", dict(VALUES), **known(2))
    client.screen("user-1", "Shop", "Cart", {"count": 3}, **known(3))
    client.page(None, None, "Home", {"url": "https://example.com/?a=1"}, anonymous_id="anon-2", **known(4))
    client.group("user-1", "group-9", {"seats": 12}, **known(5))
    client.alias("anon-1", "user-1", **known(6))


zipping = Client("key", host=loopback.url, upload_interval=5, upload_size=6)
all_kinds(zipping, "batch")
zipping.flush()
zipping.join()

plain = Client("key", host=loopback.url, gzip=False, sync_mode=True)
plain.track("user-1", "Plain", {"größe": "ü"}, timestamp=MOMENT, message_id="plain-1")

loopback.write("rudderstack", "rudder-sdk-python")
