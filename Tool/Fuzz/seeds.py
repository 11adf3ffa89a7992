#!/usr/bin/env python3
"""Writes seeds for FuzzWire: requests that real SDKs sent, and a few others. Usage: seeds.py FOLDER"""

import json
import pathlib
import re
import sys

here = pathlib.Path(__file__).parent
table = (here / "Sources/FuzzWire/Input.swift").read_text()
endpoints = [
    {"method": method, "path": path, "content-type": kind}
    for method, path, kind in re.findall(r'\("(GET|POST)", "([^"]+)", "([^"]*)"\)', table)
]
folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)


def place(request):
    """Returns the index of the endpoint that is most like a request, or None if no endpoint has the request's path."""
    kind = dict(request["headers"]).get("content-type", "")

    def likeness(index):
        one = endpoints[index]
        return (one["path"] == request["path"], one["path"].strip("/") == request["path"].strip("/"),
                one["method"] == request["method"], one["content-type"] == kind)

    best = max(range(len(endpoints)), key=likeness)
    return best if likeness(best)[1] else None


made = 0
for file in sorted((here / "../Tests/TrackproofWireTests/Captured").glob("*.json")):
    for number, request in enumerate(json.loads(file.read_text())["requests"]):
        endpoint = place(request)
        if endpoint is None:
            continue
        body = bytes.fromhex(request["hex"]) if "hex" in request else request["body"].encode()
        query = "&".join(name + "=" + value for name, value in request["query"]).encode()
        has_line = bool(query) and endpoints[endpoint]["method"] == "POST"
        is_form = dict(request["headers"]).get("content-type", "").startswith("application/x-www-form-urlencoded")
        flags = endpoint | (0x80 if has_line else 0) | (0x40 if is_form else 0)
        if query:
            body = query + b"\n" + body
        # 15 selects no decoder, so FuzzWire chooses the decoder for the request.
        (folder / f"{file.stem}-{number}").write_bytes(bytes([15, flags]) + body)
        made += 1
# Requests that no captured session contains.
others = [
    ("/matomo.php", "GET", b"idsite=1&rec=1&e_c=c&e_a=a&uid=u&cdt=1795253400&dimension1=x"),
    ("/matomo.php", "POST", b'{"requests":["?idsite=1&rec=1&action_name=%C3%9C&_id=0123456789abcdef",{"idsite":1,"rec":1,"search":"a"}]}'),
    ("/i/bulk", "POST", b'requests=[{"app_key":"k","device_id":"d","old_device_id":7,"user_details":{"a":[1.5]},'
        b'"events":[{"key":"a","count":2,"segmentation":{"b":null}},{"key":"[CLY]_view","segmentation":{"name":"n","visit":1}}]}]'),
    ("/logs/v1/import/events.csv", "POST",
        b'event_name,profile_id,event_timestamp,event_json\n"say ""a""",u,1795253400,"{""a"":1}"\n'),
    ("/trackproof/v1/events", "POST",
        b'{"recording":1}\n{"name":"a","parameters":{"b":20.0},"seq":1,"time":"2026-11-21T09:30:00.125Z","x":1}\n'),
]
# Requests that FuzzWire makes large: it repeats the part between the bytes \2, and replaces \1 with a long text. The
# bit 0x80 of the first byte turns this on. See `grown` in Input.swift.
grown = [
    ("/v1/batch", b'{"batch":[\2{"type":"track","userId":"u","event":"A"}\2],"note":"\1"}'),
    ("/2/httpapi", b'{"api_key":"k","events":[\2{"event_type":"A","user_id":"u"}\2],"note":"\1"}'),
    ("/batch/", b'{"api_key":"k","batch":[\2{"event":"A","distinct_id":"u"}\2],"note":"\1"}'),
    ("/mp/collect", b'{"client_id":"c","events":[\2{"name":"A"}\2],"note":"\1"}'),
    ("/i/bulk", b'app_key=k&note=\1&requests=[\2{"device_id":"d","user_details":{"a":1}}\2]'),
    ("/matomo.php", b'{"requests":[\2"?idsite=1&rec=1&action_name=a"\2],"note":"\1"}'),
]
everything = [(path, method, body, 15) for path, method, body in others] + [(p, "POST", b, 0x8F) for p, b in grown]
for number, (path, method, body, first) in enumerate(everything):
    endpoint = next(i for i, one in enumerate(endpoints) if (one["path"], one["method"]) == (path, method))
    (folder / f"other-{number}").write_bytes(bytes([first, endpoint]) + body)
    made += 1
print(f"{made} seeds in {folder}")
