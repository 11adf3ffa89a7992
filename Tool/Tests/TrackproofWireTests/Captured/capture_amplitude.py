"""pip install amplitude-analytics==1.3.0"""

from amplitude import Amplitude, BaseEvent, Config, EventOptions, Identify, Plan, Revenue

from loopback import MOMENT, VALUES, Loopback

loopback = Loopback(
    lambda path: (
        200,
        '{"code":200,"events_ingested":1,"payload_size_bytes":1,"server_upload_time":1396381378123}',
    )
)
TIME = int(MOMENT.timestamp() * 1000)


def send(path, *calls):
    client = Amplitude("key", Config(server_url=loopback.url + path, flush_queue_size=100, min_id_length=3))
    for call in calls:
        call(client)
    futures = client.flush()
    for future in futures:
        if future:
            future.result()
    client.shutdown()


def known(number, **others):
    return {"user_id": "user-1", "device_id": "device-1", "time": TIME, "insert_id": f"insert-{number}", **others}


operations = Identify()
operations.set("plan", "pro").add("logins", 1).append("tags", "ü").unset("trial")
owners = Identify()
owners.set("seats", 12)
revenue = Revenue(price=3.99, quantity=3, product_id="p-1")

# The SDK drops a dictionary that has a list with nulls, and omits nulls at the top level.
accepted = {name: value for name, value in VALUES.items() if name != "items"}
accepted["items"] = [{"sku": "a-1", "count": 2}, {"sku": "b-2", "count": 9007199254740993}]

send(
    "/2/httpapi",
    lambda client: client.identify(operations, EventOptions(**known(1))),
    lambda client: client.track(BaseEvent("Order Completed", event_properties=accepted, **known(2))),
    lambda client: client.track(
        BaseEvent("Planned", plan=Plan(branch="main", source="web", version="3"), session_id=TIME, **known(3))
    ),
    lambda client: client.track(BaseEvent("Mixed", event_properties={"list": [1, None, "x"]}, **known(4))),
    lambda client: client.group_identify("company", "acme", owners, EventOptions(**known(5))),
    lambda client: client.set_group("company", "acme", EventOptions(**known(6))),
    lambda client: client.revenue(revenue, EventOptions(**known(7))),
)
send("/batch", lambda client: client.track(BaseEvent("Batched", event_properties={"größe": "ü"}, **known(8))))

loopback.write("amplitude", "amplitude-analytics")
