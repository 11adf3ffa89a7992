"""The app side of a bridge: what is tracked goes to the test that started the app, and nowhere without one."""

import atexit
import json
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
                self.socket = socket.create_connection(("127.0.0.1", int(address.rpartition(":")[2])))
            elif address.startswith("unix:"):
                stream = socket.socket(socket.AF_UNIX)
                stream.connect(address.removeprefix("unix:"))
                self.socket = stream
            else:
                return False
            return True
        except OSError:
            return False

    def _announce_loss(self):
        if self.lost and self._put({"lost": self.lost}):
            self.lost = 0
        return not self.lost

    def _put(self, line):
        """Writes a line with one call; says whether it was written."""
        if self.file is not None:
            line = {**line, "writer": self.writer}
        data = (json.dumps(line, allow_nan=False) + "\n").encode()
        if len(data) > LONGEST:
            return False
        try:
            if self.file is not None:
                return os.write(self.file, data) == len(data)
            if self.socket:
                self.socket.sendall(data)
                return True
        except OSError:
            # The test is gone; the app goes on.
            self.file = self.socket = None
        return False

    def _answer(self):
        """Repeats each barrier behind what was tracked before. An app with an event loop does so from the loop."""
        if not self.socket:
            return
        try:
            for line in self.socket.makefile():
                if (number := json.loads(line).get("barrier")) is not None:
                    with self.lock:
                        self._put({"barrier": number})
        except OSError:
            pass  # The test is gone.
