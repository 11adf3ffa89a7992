"""The app under test: a shop that tracks purchases in Segment's wire format."""

import json
import urllib.request
import uuid


class Shop:
    def __init__(self, analytics_url):
        self.analytics_url = analytics_url
        self.waiting = []

    def buy(self, item, price):
        order = str(uuid.uuid4())
        self._track("purchase", {"order_id": order, "item": item, "price": price})

    def flush(self):
        """Sends the waiting events. If that fails, the next call sends them again."""
        body = json.dumps({"writeKey": "any", "batch": self.waiting}).encode()
        urllib.request.urlopen(urllib.request.Request(self.analytics_url + "/v1/batch", body)).close()
        self.waiting = []

    def _track(self, event, properties):
        item = {"type": "track", "event": event, "userId": "u-1", "messageId": str(uuid.uuid4())}
        self.waiting.append({**item, "properties": properties})
