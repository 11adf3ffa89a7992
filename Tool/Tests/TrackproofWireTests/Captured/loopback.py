"""A loopback server that keeps the requests of an SDK. The scripts capture_NAME.py in this folder use it.

Each script needs a Python environment with the SDK that its first line names. The script overwrites NAME.json.
"""

import gzip
import json
import threading
import urllib.parse
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version
from pathlib import Path

# Values that a decoder must keep exactly.
MOMENT = datetime(2026, 11, 21, 9, 30, 0, 125000, tzinfo=timezone.utc)
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
HEADERS = ("content-type", "content-encoding", "authorization", "user-agent", "posthog-attempt", "posthog-sdk-info")


class Loopback:
    """A server that keeps each request, and answers with the status and the body that `reply(path)` returns."""

    def __init__(self, reply):
        self.requests = []
        kept = self.requests

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                if self.headers.get("Content-Encoding") == "gzip":
                    body = gzip.decompress(body)
                path, _, query = self.path.partition("?")
                # A body that is not text is kept as hexadecimal digits.
                isText = "protobuf" not in self.headers.get("Content-Type", "")
                kept.append(
                    {
                        "method": self.command,
                        "path": path,
                        "query": urllib.parse.parse_qsl(query, keep_blank_values=True),
                        "headers": [[n.lower(), v] for n, v in self.headers.items() if n.lower() in HEADERS],
                        **({"body": body.decode("utf-8")} if isText else {"hex": body.hex()}),
                    }
                )
                status, text = reply(path)
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text.encode())

            do_GET = do_POST

            def log_message(self, *arguments):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def write(self, name, package, clean=lambda text: text):
        """Writes NAME.json into the folder of the scripts. `clean` removes data about the machine from a body."""
        self.server.shutdown()
        assert self.requests, "expected at least one request of the SDK, found none"
        for request in self.requests:
            if "body" in request:
                request["body"] = clean(request["body"])
        captured = {"sdk": f"{package} {version(package)}", "requests": self.requests}
        text = json.dumps(captured, indent=2, ensure_ascii=False)
        Path(__file__).with_name(f"{name}.json").write_text(text + "\n", encoding="utf-8")
        print(f"{name}.json: {len(self.requests)} requests of {captured['sdk']}")
