import threading

from shared import KEY, PLAIN_VALUES, run
from amplitude import Amplitude, BaseEvent, Config, EventOptions, Identify
from amplitude.storage import InMemoryStorageProvider


class Storage(InMemoryStorageProvider):
    def get_storage(self):
        self.storage = super().get_storage()
        return self.storage


def client_of(url, path):
    return Amplitude(
        KEY,
        Config(server_url=url + path, flush_queue_size=100, flush_interval_millis=100, storage_provider=Storage()),
    )


def send(client, calls):
    # The lock keeps the SDK's own thread from sending before the explicit flush.
    with client.configuration.storage_provider.storage.lock:
        for call in calls:
            call()
        futures = client.flush()
    for future in futures:
        if future:
            future.result()


def all_kinds(url, path):
    client = client_of(url, path)
    person = {"user_id": "user-1", "device_id": "device-1"}
    operations = Identify()
    operations.set("plan", "pro").add("logins", 1).append("tags", "ü").unset("trial")
    owners = Identify()
    owners.set("seats", 12)
    send(
        client,
        [
            lambda: client.identify(operations, EventOptions(**person)),
            lambda: client.track(BaseEvent("Order Completed", event_properties=PLAIN_VALUES, **person)),
            lambda: client.group_identify("company", "acme", owners, EventOptions(**person)),
        ],
    )
    client.shutdown()


def once(url):
    client = client_of(url, "/2/httpapi")
    delivered = threading.Event()
    client.configuration.callback = lambda event, code, message: delivered.set()
    event = BaseEvent("Once", event_properties={"n": 9007199254740993}, user_id="user-1")
    try:
        send(client, [lambda: client.track(event)])
        # The SDK retries a failed event after a delay, or at the next flush. It calls the callback when it is done.
        while not delivered.wait(0.5):
            client.flush()
    finally:
        client.shutdown()


run(
    {
        "v2": lambda url: all_kinds(url, "/2/httpapi"),
        "batch": lambda url: all_kinds(url, "/batch"),
        "once": once,
    }
)
