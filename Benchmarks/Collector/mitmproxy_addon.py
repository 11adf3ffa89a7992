"""An addon for mitmproxy, a common alternative to the collector.

It answers in place of the vendor, and keeps the bodies of the requests.
"""
import json

from mitmproxy import http

kept = []


def request(flow: http.HTTPFlow) -> None:
    kept.append(json.loads(flow.request.get_content()))
    flow.response = http.Response.make(200, b'{"success":true}', {"Content-Type": "application/json"})
