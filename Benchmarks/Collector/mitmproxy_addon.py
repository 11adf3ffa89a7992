"""An addon for mitmproxy, a common alternative to the collector. It answers for the vendor and keeps the bodies."""
import json

from mitmproxy import http

kept = []


def request(flow: http.HTTPFlow) -> None:
    kept.append(json.loads(flow.request.get_content()))
    flow.response = http.Response.make(200, b'{"success":true}', {"Content-Type": "application/json"})
