"""pip install ga4mp==2.0.4"""

import os
import time
from datetime import datetime

from ga4mp import FirebaseMP, GtagMP
from loopback import MOMENT, VALUES, Loopback

# The client expects a time without a time zone, and interprets the time in the machine's zone.
os.environ["TZ"] = "UTC"
time.tzset()

loopback = Loopback(lambda path: (204, ""))


def pointed(client):
    client._base_domain = loopback.url + "/mp/collect"
    client._validation_domain = loopback.url + "/debug/mp/collect"
    return client


web = pointed(GtagMP(api_secret="secret", measurement_id="G-1", client_id="client.1"))
web.send(
    [
        {"name": "purchase", "params": dict(VALUES)},
        {"name": "screen_view", "params": {"screen_name": "Ćart", "screen_class": "CartController"}},
        {"name": "page_view", "params": {"page_location": "https://example.com/ü", "page_title": "Übersicht"}},
    ],
    date=datetime(2025, 11, 21, 9, 30),
)
web.store.set_user_property("user_id", "user-7")
web.store.set_user_property("plan", "prémium")
web.store.set_user_property("visits", VALUES["order_id"])
web.send([{"name": "opened", "params": {"n": 5}}])
web.send([{"name": "postponed", "params": {"n": 1}}], postpone=True)
web.postponed_send()
web.send([{"name": "_bad", "params": {"n": 1}}], validation_hit=True)

app = pointed(FirebaseMP(api_secret="secret", firebase_app_id="1:2:ios:3", app_instance_id="instance1"))
app.send([{"name": f"event_{n}", "params": {"n": n}} for n in range(27)])

loopback.write("ga4", "ga4mp")
