"""The shared code of the clients: the values that they send, and a proxy that keeps the requests of an SDK.

The arguments of each client are a mode, the collector's address and an API key. The mode says what to send. The client
prints each request of the SDK, one JSON object per line, and then the exception that the SDK raised, if any.
"""

import base64
import gzip
import http.client
import json
import signal
import sys
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MODE, COLLECTOR, KEY = sys.argv[1:4]

# Values that must arrive exactly.
VALUES = {
    "order_id": 9007199254740993,
    "big": 9223372036854775807,
    "price": 19.99,
    "whole": 20.0,
    "title": "Größe „L“ 日本 👍🏽",
    "coupon": None,
    "gift": False,
    "items": [{"sku": "a-1", "count": 2}, {"sku": "b-2", "count": None}, 3.5, None, "x"],
    "shipping": {"address": {"city": "Kraków", "floor": -1}},
}
# The values for an SDK that drops a list with a null or with values of several types.
PLAIN_VALUES = {**VALUES, "items": [{"sku": "a-1", "count": 2}]}


class PassThrough(BaseHTTPRequestHandler):
    """Forwards each request to the collector unchanged, and returns its answer. Hangs up if there is no answer."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        zipped = self.headers.get("Content-Encoding") == "gzip"
        plain = gzip.decompress(body) if zipped else body
        # The path in COLLECTOR is the prefix of the session. The SDK's own path follows it.
        target = urllib.parse.urlsplit(COLLECTOR).path + self.path
        say(method=self.command, target=target, zipped=zipped, body=base64.b64encode(plain).decode())
        collector = http.client.HTTPConnection(urllib.parse.urlsplit(COLLECTOR).netloc, timeout=20)
        try:
            collector.request(self.command, target, body, dict(self.headers))
            answer = collector.getresponse()
            content = answer.read()
        except http.client.RemoteDisconnected:
            self.close_connection = True
            return
        finally:
            collector.close()
        self.send_response(answer.status)
        for name in ("Content-Type", "Retry-After"):
            if answer.headers[name]:
                self.send_header(name, answer.headers[name])
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST

    def log_message(self, *arguments):
        pass


def say(**members):
    print(json.dumps(members), flush=True)


def run(modes):
    """Runs the chosen mode with the address of the proxy, for at most a minute."""
    signal.alarm(60)
    server = ThreadingHTTPServer(("127.0.0.1", 0), PassThrough)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        modes[MODE](f"http://127.0.0.1:{server.server_port}")
    except Exception as error:
        # Prints only the type of the exception that the app gets.
        say(raised=type(error).__name__)
    server.shutdown()
