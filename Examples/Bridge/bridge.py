"""The app side of a bridge: what is tracked goes to the test that started the app, and nowhere without one."""

import atexit
import json
import math
import os
import socket
import threading
import uuid

LONGEST = 16 << 20


class Bridge:
    def __init__(self):
        self.writer = f"{os.getpid()}-{uuid.uuid4().hex[:12]}"
        self.lock = threading.Lock()
        self.sequence = self.lost = 0
        self.file = self.socket = None
        self.inside_line = False
        if not any(self._open(address) for address in os.environ.get("TRACKPROOF_BRIDGE", "").splitlines()):
            return
        hello = {"hello": 1, "writer": self.writer}
        if self.socket:
            hello["token"] = os.environ.get("TRACKPROOF_TOKEN", "")
        self._put(hello)
        atexit.register(self.close)
        self.answering = threading.Thread(target=self._answer, daemon=True)
        self.answering.start()

    def track(self, name, parameters={}, kind="track"):
        event = {"name": name, "kind": kind, "parameters": parameters}
        with self.lock:
            if self._announce_loss() and self._put({**event, "seq": self.sequence + 1}):
                self.sequence += 1
            else:
                self.lost += 1

    def close(self):
        with self.lock:
            self._announce_loss()
            self._put({"bye": self.sequence})
        # The reader closes its end of a socket when it has read that.
        self.answering.join(timeout=1)

    def _open(self, address):
        """Opens one of the ways that the test has named; says whether it could be had."""
        try:
            if address.startswith("file:"):
                flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW
                self.file = os.open(address.removeprefix("file:"), flags, 0o600)
            elif address.startswith("tcp://127.0.0.1:"):
                port = int(address.removeprefix("tcp://127.0.0.1:"))
                self.socket = socket.create_connection(("127.0.0.1", port))
            elif address.startswith("unix:"):
                stream = socket.socket(socket.AF_UNIX)
                stream.connect(address.removeprefix("unix:"))
                self.socket = stream
            else:
                return False
            return True
        except (OSError, ValueError, OverflowError):
            # It is gone, or no address at all.
            return False

    def _announce_loss(self):
        if self.lost and self._put({"lost": self.lost}):
            self.lost = 0
        return not self.lost

    def _put(self, line):
        """Writes a line; says whether it was written. Whatever comes of it, the app goes on."""
        if self.file is not None:
            line = {**line, "writer": self.writer}
        try:
            data = (json.dumps(_spelt(line), allow_nan=False) + "\n").encode()
        except (TypeError, ValueError, RecursionError):
            return False  # JSON has no such value.
        if len(data) > LONGEST:
            return False
        if self.file is not None:
            return self._append(data)
        try:
            if self.socket:
                self.socket.sendall(data)
                return True
        except OSError:
            self.socket = None  # The test is gone.
        return False

    def _append(self, data):
        """Writes a line with one call, since other processes may write to the file too."""
        if self.inside_line:
            data = b"\n" + data
        try:
            count = os.write(self.file, data)
        except OSError:
            return False  # The disk is full; there may be room again.
        # Of what was cut off the next line must not become a part.
        self.inside_line = count < len(data)
        # Without its line feed a line is whole all the same.
        return count >= len(data) - 1

    def _answer(self):
        """Repeats each barrier behind what was tracked before. An app with an event loop does so from the loop."""
        if not (stream := self.socket):
            return
        try:
            for line in stream.makefile():
                if (number := json.loads(line).get("barrier")) is not None:
                    with self.lock:
                        self._put({"barrier": number})
        except (OSError, ValueError):
            pass  # The test is gone, perhaps in the middle of a line.


def _spelt(value):
    """The value as JSON can have it: numbers that are none are spelt out."""
    if isinstance(value, dict):
        return {key: _spelt(member) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [_spelt(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return value
