"""pip install mixpanel==5.4.1, and again with mixpanel==4.4.0"""

import mixpanel

from loopback import MOMENT, VALUES, Loopback

loopback = Loopback(lambda path: (200, '{"status":1,"error":null}'))
places = {
    "events_url": loopback.url + "/track",
    "people_url": loopback.url + "/engage",
    "import_url": loopback.url + "/import",
}
is_old = mixpanel.__version__.startswith("4")
if not is_old:
    places["groups_url"] = loopback.url + "/groups"
count = 0


class Known(mixpanel.Mixpanel):
    """A client whose ids and time are the same in each run."""

    def _now(self):
        return MOMENT.timestamp()

    def _make_insert_id(self):
        global count
        count += 1
        return f"insert-{count}"


plain = Known("token", mixpanel.Consumer(**places))
plain.track("user-1", "Order Completed", dict(VALUES))
plain.track(42, "Numbered")
plain.people_set("user-1", {"plan": "pro", "$email": "a@example.com", "none": None})
plain.people_increment("user-1", {"logins": 1})
plain.people_unset("user-1", ["trial"])
plain.people_delete("user-1")

buffered = mixpanel.BufferedConsumer(10, **places)
many = Known("token", buffered)
many.track("user-1", "First", {"größe": "ü"})
many.track("user-1", "Second", {"a": {"b": [1, 2.5, None]}})
many.people_set_once("user-1", {"first": 9007199254740993})
many.people_append("user-1", {"list": "x"})
many.import_data("api-key", "user-1", "Imported", 1795253400, {"old": True})
if not is_old:
    many.group_set("company", "acme", {"seats": 12})
    many.merge("api-key", "user-1", "user-2")
buffered.flush()

# `alias` always creates its own consumer, which would send to the vendor's address instead of the loopback server.
mixpanel.Consumer = lambda *arguments, make=mixpanel.Consumer, **named: make(**places)
many.alias("user-1", "anon-1")

loopback.write("mixpanel-4" if is_old else "mixpanel-5", "mixpanel")
