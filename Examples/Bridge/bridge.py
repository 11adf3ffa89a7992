"""The app side of a bridge. It sends the app's events to the test that started the app.

If no test started the app, the bridge drops the events.
"""

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
        self.process = os.getpid()
        self.writer = f"{self.process}-{uuid.uuid4().hex[:12]}"
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
        if os.getpid() != self.process:
            return  # A process that the app forked must not say goodbye for the app.
        with self.lock:
            self._announce_loss()
            self._put({"bye": self.sequence})
        # Waits for at most one second until the test has read the last line and has closed the socket.
        self.answering.join(timeout=1)

    def _open(self, address):
        """Opens the file or the socket at `address`. Returns whether this succeeded."""
        try:
            if address.startswith("file:"):
                flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW
                self.file = os.open(address.removeprefix("file:"), flags, 0o600)
            elif address.startswith("tcp://127.0.0.1:"):
                port = int(address.removeprefix("tcp://127.0.0.1:"))
                self.socket = socket.create_connection(("127.0.0.1", port))
            else:
                return False
            return True
        except (OSError, ValueError, OverflowError):
            # The test has ended, or the address is invalid.
            return False

    def _announce_loss(self):
        """Writes the number of lost events, if there are any. Returns `False` if the write failed."""
        if self.lost and self._put({"lost": self.lost}):
            self.lost = 0
        return not self.lost

    def _put(self, line):
        """Writes a line, and returns whether this succeeded. A failure does not stop the app."""
        if self.file is not None:
            line = {**line, "writer": self.writer}
        try:
            data = (json.dumps(_spelt(line), allow_nan=False) + "\n").encode()
        except (TypeError, ValueError, RecursionError):
            return False  # JSON cannot represent this value.
        if len(data) > LONGEST:
            return False
        if self.file is not None:
            return self._append(data)
        try:
            if self.socket:
                self.socket.sendall(data)
                return True
        except OSError:
            self.socket = None  # The test has closed the socket.
        return False

    def _append(self, data):
        """Writes a line with one system call, because other processes can write to the file too."""
        if self.inside_line:
            data = b"\n" + data
        try:
            count = os.write(self.file, data)
        except OSError:
            return False  # The disk may be full. A later write may succeed again.
        # If the system wrote only a part of the line, the next write begins with a line feed.
        self.inside_line = count < len(data)
        # If only the line feed is missing, the line is complete.
        return count >= len(data) - 1

    def _answer(self):
        """Answers the barriers of the test. Writes the number of each barrier after all earlier events.

        An app with an event loop can do this in its loop, without a thread.
        """
        if not (stream := self.socket):
            return
        try:
            for line in stream.makefile():
                if (number := json.loads(line).get("barrier")) is not None:
                    with self.lock:
                        self._put({"barrier": number})
        except (OSError, ValueError):
            pass  # The test has closed the socket, perhaps in the middle of a line.


def _spelt(value):
    """Returns the value in a form that JSON can represent. NaN and infinite numbers become strings."""
    if isinstance(value, dict):
        return {key: _spelt(member) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [_spelt(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return value
