"""Sends requests to collectors until they have given every answer in the description, and checks each answer.

The script does not check the answers that a collector gives if its store fails.
"""

import http.client
import json

from described import Client
from running_collector import collector

TOKEN = "conversation-token"
SEGMENT = {
    "writeKey": "k",
    "batch": [
        {"type": "track", "event": "paid", "userId": "u", "messageId": "1", "properties": {"price": 19.99, "n": None}},
        {"type": "identify", "userId": "u", "messageId": "2", "traits": {"plan": "pro"}},
        {"type": "trak"},
    ],
}
PLAN = {
    "plan": 1,
    "events": {
        "paid": {"parameters": {"price": {"type": "integer"}, "n": "null"}, "description": "An order was paid."},
        "left": {},
    },
    "user": {"parameters": {"plan": "string"}},
}
NOBODY = "tps_nobodynobodynobodynobody"


def converse(client, has_plan=False):
    session = client.ask(201, "POST", "sessions", {"name": "conversation"})
    key, ask = session["session"], client.ask
    ask(201, "POST", "sessions")
    ask(200, "GET", "sessions")
    ask(200, "GET", f"sessions/{key}")
    for path in ["health", "metrics", "openapi.json"]:
        ask(200, "GET", path)

    # Segment's SDK sends a request and repeats it. Another client sends a request that belongs to no vendor.
    batch = json.dumps(SEGMENT)
    for target, body in [("/v1/batch", batch), ("/v1/batch", batch), ("/x", b"\xff\x00")]:
        client.raw("POST", f"/s/{key}{target}", body)
    assert ask(200, "POST", f"events?session={key}", '{"name":"a","own":1}\n{"kind":"group","user":"g"}\n')["accepted"] == 2
    assert len(ask(200, "POST", f"events?session={key}", '{"name":"b"}\nx\n')["rejected"]) == 1
    ask(200, "POST", "events", [{"name": "a"}])
    ask(200, "POST", "events", {"events": [{"name": "a", "parameters": {"x": [1, {"y": None}]}}]})

    page = ask(200, "GET", f"events?session={key}&limit=1")
    assert [len(page["events"]), page["next"], page["whole"]] == [2, 1, False], page
    assert len(ask(200, "GET", f"events?session={key}&after={page['next']}")["events"]) == 3
    found = ask(200, "GET", f"events?session={key}&vendor=segment&kind=track&name=paid&user=u&parameter.price=19.99&parameter.n=null")
    assert len(found["events"]) == 1, found
    client.raw("GET", f"/s/{key}/v1/projects/k/settings", "")
    for path, count in [("rejected", 4), ("retries", 2), ("ignored", 1), ("requests", 6)]:
        assert len(ask(200, "GET", f"{path}?session={key}&limit=10&after=0")[path]) == count, path
    ask(200, "GET", f"retries?session={key}&vendor=segment")
    ask(200, "GET", f"export?session={key}&vendor=segment")
    for id in range(1, 6):
        ask(200, "GET", f"requests/{id}")
    ask(200, "GET", f"stream?session={key}&after=0&newest=1", headers={"Last-Event-ID": "1"})

    wait = {"session": key, "vendor": "segment", "kind": "track", "name": "paid", "user": "u"}
    assert ask(200, "POST", "wait", {**wait, "parameters": {"price": 19.99}, "count": 1, "after": 0})["satisfied"]
    assert not ask(200, "POST", "wait", {**wait, "parameters": {"price": 20}, "within": 0.05})["satisfied"]
    paid = {"name": "paid", "parameters": {"price": 19.99, "n": None}}
    plan = {"kind": "identify", "user": "u", "parameters": {"plan": "pro"}}
    events = f"verify?session={key}&source=wire:segment"
    same = ask(200, "POST", events, {"snapshot": 1, "events": [paid, plan]})
    # A rejected item is not a difference, but it makes the comparison fail.
    assert [same["passed"], same["rejected"], same["comparison"]["differences"]] == [False, 4, []], same
    for other in [[], [plan, paid], [paid, plan, plan], [{**paid, "name": "pay"}, {**plan, "parameters": {"plan": 1, "x": 2}}]]:
        found = ask(200, "POST", events + "&order=strict", {"snapshot": 1, "events": other})
        assert found["comparison"]["differences"], other

    for failure in [{"status": 418}, {"status": 500, "count": 1, "drop": False}, {"drop": True, "stored": True}]:
        ask(204, "POST", "failures", {"session": key, **failure})
    for status in [418, 500]:
        ask(status, "POST", f"events?session={key}", [{"name": "c"}])
    try:
        client.raw("POST", f"/trackproof/v1/events?session={key}", '[{"name":"d"}]')
        raise AssertionError("the connection was not dropped")
    except (http.client.RemoteDisconnected, ConnectionResetError):
        pass
    ask(204, "POST", "failures", {"drop": True, "count": 7})
    assert ask(200, "DELETE", "failures?session=default") == {"unmet": 7}

    refuse(client, key)
    check(client, key, has_plan)
    ask(204, "POST", "reset", {"session": key})
    ask(204, "POST", "reset")
    ask(204, "DELETE", f"sessions/{key}")


def check(client, key, has_plan):
    ask = client.ask
    if not has_plan:
        for call in [("POST", "check"), ("GET", "plan"), ("GET", "events?plan=planned")]:
            assert "--plan" in ask(404, *call)["error"]
        return
    assert ask(200, "GET", "health")["plan"] == "plan.json"
    found = ask(200, "POST", "check", {"session": key, "failOn": "info"})
    assert not found["passed"] and found["check"]["findings"], found
    ask(200, "POST", "check", {"session": key, "vendor": "segment", "source": "wire:segment"})
    plan = ask(200, "GET", f"plan?session={key}")
    assert [event["events"] for event in plan["events"]] == [1, 0, 1], plan
    ask(200, "GET", "plan?all=true")
    for status in ["planned", "violating", "unplanned"]:
        events = ask(200, "GET", f"events?session={key}&plan={status}")["events"]
        assert events and all(event["plan"]["status"] == status for event in events), (status, events)
    assert ask(400, "GET", "events?plan=x")["field"] == "plan"
    assert ask(400, "POST", "check", {"failOn": "x"})["field"] == "failOn"


def refuse(client, key):
    ask = client.ask
    assert ask(200, "POST", "settle", {"within": 5})["settled"]
    for path in ["rejected", "ignored", "requests", "retries"]:
        assert ask(200, "GET", f"{path}?all=true")["whole"]
        assert ask(400, "GET", f"{path}?all=true&session={key}")["field"] == "all"
    for path in ["events", "rejected", "ignored", "requests", "retries", "export", "stream", "plan"]:
        assert ask(400, "GET", f"{path}?nmae=a")["field"] == "nmae"
        assert ask(404, "GET", f"{path}?session={NOBODY}")["field"] == "session"
    assert ask(400, "DELETE", "failures?x=1")["field"] == "x"
    ask(404, "DELETE", f"failures?session={NOBODY}")
    for path in ["sessions", "settle", "reset", "wait", "failures", "check"]:
        assert ask(400, "POST", path, {"nmae": "a"})["field"] == "nmae"
        ask(400, "POST", path, "[]")
        ask(400, "POST", path, b"\x1f\x8bnone", {"Content-Encoding": "gzip"})
        if path not in ["sessions", "settle"]:
            assert ask(404, "POST", path, {"session": NOBODY, **({"status": 500} if path == "failures" else {})})
    for path in ["sessions", "settle", "reset", "wait", "failures", "check", "verify", "events"]:
        # The collector refuses the body before it arrives.
        ask(413, "POST", path, None, {"Content-Length": str((16 << 20) + 1)})
    ask(400, "POST", "verify?order=some", [])
    ask(404, "POST", f"verify?session={NOBODY}", [])
    assert ask(422, "POST", "verify", '{"snapshot":1,\n"events":[3]}')["error"].startswith("snapshot:2:")
    ask(400, "POST", "events", "x")
    ask(400, "POST", "events", b"\x1f\x8bnone", {"Content-Encoding": "gzip"})
    ask(404, "POST", f"events?session={NOBODY}", [{"name": "a"}])
    for method in ["GET", "DELETE"]:
        ask(404, method, f"sessions/{NOBODY}")
    ask(409, "DELETE", "sessions/default")
    ask(404, "GET", "requests/999999")


def knock(client, status, headers):
    """Sends every request for which the description has this status, and checks the status.

    The description has no 403 and no 421 for `POST events`, because the collector accepts recordings from anywhere.
    """
    for method, path, operation in list(client.described.operations()):
        if str(status) in operation["responses"]:
            target = path.removeprefix("/trackproof/v1/").replace("{key}", "default").replace("{id}", "1")
            client.ask(status, method, target, "[]" if method == "POST" else None, headers)


with collector() as address:
    client = Client(address)
    converse(client)
    knock(client, 403, {"Origin": "http://elsewhere.example"})
    knock(client, 421, {"Host": "elsewhere.example"})
with collector("--token", TOKEN) as address:
    knock(Client(address, client.described), 401, {})
    converse(Client(address, client.described, {"Authorization": "Bearer " + TOKEN}))
with collector("--no-token", plan=PLAN) as address:
    converse(Client(address, client.described), has_plan=True)
unseen = {one for one in client.described.unseen() if one[2] != "503"}
assert not unseen, f"never seen: {sorted(unseen)}"
print(f"{len(client.described.seen)} kinds of answers are as described")
