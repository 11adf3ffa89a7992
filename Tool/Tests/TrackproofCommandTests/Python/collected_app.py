"""What apps of tests use: they write to a `file:` bridge, and send requests as Segment's SDK does."""

import json, os, urllib.request
bridge = os.environ.get("TRACKPROOF_BRIDGE", "")
lines = [{"hello": 1, "writer": "1-a", "token": os.environ.get("TRACKPROOF_TOKEN", "")}]
def track(name, source="app", **parameters):
    lines.append({"name": name, "parameters": parameters, "seq": len(lines), "source": source})
def send(*items, path="/v1/batch", key="TRACKPROOF_COLLECTOR"):
    body = json.dumps({"batch": items, "writeKey": "k"}).encode()
    return urllib.request.urlopen(urllib.request.Request(os.environ[key] + path, body)).status
def item(event, message, **properties):
    return {"type": "track", "event": event, "userId": "u", "messageId": message, "properties": properties}
def done():
    with open(bridge.removeprefix("file:"), "a") as file:
        for line in lines + [{"bye": len(lines) - 1}]:
            if "hello" not in line: line["writer"] = "1-a"
            file.write(json.dumps(line) + "\n")
