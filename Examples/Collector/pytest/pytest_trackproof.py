"""The fixture `trackproof`: a session of the collector for each test. It needs only pytest and the standard library."""

import json
import os
import pathlib
import subprocess
import urllib.error
import urllib.parse
import urllib.request

import pytest


def token_of(collector):
    """Returns the token from the environment or from the file of a local collector, or `None` if there is no token."""
    if token := os.environ.get("TRACKPROOF_COLLECTOR_TOKEN"):
        return token
    file = pathlib.Path.home() / f".trackproof/collector-{urllib.parse.urlsplit(collector).port}.token"
    return file.read_text().strip() if file.exists() else None


class Session:
    """The requests of one test. The SDK sends to `url`, or uses `key` as its API key."""

    def __init__(self, collector, name):
        self.api = collector.rstrip("/") + "/trackproof/v1/"
        self.token = token_of(collector)
        opened = self._ask("POST", "sessions", {"name": name})
        self.key, self.url = opened["session"], opened["url"]

    def wait_for(self, name, *, count=1, within=10, **parameters):
        """Waits for `count` events with this name and these parameters, and returns them.

        An event can have other parameters too. The wait fails after `within` seconds.
        """
        wait = {"session": self.key, "name": name, "parameters": parameters, "count": count, "within": within}
        answer = self._ask("POST", "wait", wait)
        if not answer["satisfied"]:
            pytest.fail(self._missing(name, count, within, parameters, answer), pytrace=False)
        return answer["events"]

    def expect_at_most(self, count, name, *, quiet=0.5, within=10, **parameters):
        """Fails if more than `count` events with this name and these parameters arrive.

        Waits until no such event has arrived for `quiet` seconds.
        """
        wait = {"session": self.key, "name": name, "parameters": parameters, "atMost": count}
        answer = self._ask("POST", "wait", {**wait, "quiet": quiet, "within": within})
        if not answer["satisfied"]:
            found = "\n".join(f"  {json.dumps(one.get('parameters', {}))}" for one in answer["events"])
            more = f"{name}: expected at most {count}, but {len(answer['events'])} arrived:"
            pytest.fail(f"{more}\n{found}", pytrace=False)
        return answer["events"]

    def verify(self, snapshot, source=None):
        """Compares all events that arrived with a snapshot file.

        If there is no such file, the method writes a recording of the events in the same folder and fails.
        """
        if not os.path.exists(snapshot):
            self.export(recording := os.path.splitext(snapshot)[0] + ".ndjson")
            command = f"trackproof accept {recording} --snapshot {snapshot}"
            pytest.fail(f"{snapshot}: no such snapshot; to make it, run: {command}", pytrace=False)
        with open(snapshot, "rb") as file:
            answer = self._ask("POST", "verify", file.read(), session=self.key, source=source)
        if not answer["passed"]:
            pytest.fail(f"{snapshot}: {answer['text']}", pytrace=False)

    def events(self, **filters):
        """Returns all events, or only those with a certain `vendor`, `kind`, `name` or `user`."""
        events, after, whole = [], 0, False
        while not whole:
            page = self._ask("GET", "events", session=self.key, after=after, **filters)
            events, after, whole = events + page["events"], page["next"], page["whole"]
        return events

    def export(self, file):
        """Writes all events that arrived to a recording for `trackproof show`, `diff`, `verify` and `accept`."""
        with open(file, "wb") as recording:
            recording.write(self._send("GET", "export", session=self.key))

    def rejected(self):
        """Returns a description of each rejected item."""
        answer = self._ask("GET", "rejected", session=self.key)
        members = [[one["vendor"] or "unknown vendor", one["field"], one["reason"]] for one in answer["rejected"]]
        return [": ".join(filter(None, one)) for one in members]

    def fail_next(self, count=1, **failure):
        """Plans a failure for the next `count` requests.

        The failure is a status (`status=503`, optionally with `retryAfter=2`), a dropped connection (`drop=True`), a
        vendor's answer that rejects the first event (`reject=1`), or only a late answer (`delay=5`).
        With `vendor="segment"` or `path="/batch"`, only requests of this vendor or to this path fail.
        With `stored=True`, the collector stores the request although it answers with a failure.
        """
        self._ask("POST", "failures", {"session": self.key, "count": count, **failure})

    def _missing(self, name, count, within, parameters, answer):
        lines = [f"{name} {json.dumps(parameters)}: {len(answer['events'])} of {count} arrived within {within} s"]
        for one in answer["near"]:
            lines.append(f"  near miss: {one['source']} {json.dumps(one.get('parameters', {}))}")
            lines += [f"    {self._difference(**difference)}" for difference in one["differences"]]
        lines += [f"  also arrived: {other} ({times})" for other, times in answer["others"].items()]
        lines += [f"  rejected: {one}" for one in self.rejected()]
        return "\n".join(lines)

    @staticmethod
    def _difference(path, change, **values):
        sides = [f"{side} {json.dumps(values[side])}" for side in ["expected", "actual"] if side in values]
        return f"{path}: {', '.join(sides)} ({change})"

    def _ask(self, method, path, body=None, **query):
        text = self._send(method, path, body, **query)
        return json.loads(text) if text else None

    def _send(self, method, path, body=None, **query):
        query = urllib.parse.urlencode({name: value for name, value in query.items() if value is not None})
        request = urllib.request.Request(self.api + path + ("?" + query if query else ""), method=method)
        if body is not None:
            request.data = body if isinstance(body, bytes) else json.dumps(body).encode()
        if self.token:
            request.add_header("Authorization", "Bearer " + self.token)
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{method} {path}: {error.code}: {error.read().decode()}") from None
        except urllib.error.URLError as error:
            raise RuntimeError(f"{self.api}: the collector cannot be reached: {error.reason}") from None


@pytest.fixture(scope="session")
def collector(tmp_path_factory):
    """The address of the collector. If TRACKPROOF_COLLECTOR is not set, the fixture starts a collector."""
    if address := os.environ.get("TRACKPROOF_COLLECTOR"):
        yield address
        return
    store = tmp_path_factory.mktemp("trackproof") / "store.sqlite"
    command = ["trackproof", "collect", "--port", "0", "--store", str(store)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        yield process.stdout.readline().strip() or pytest.fail("the collector did not start")
        process.terminate()


@pytest.fixture
def trackproof(collector, request):
    """A session for one test. The test fails if an item was rejected."""
    session = Session(collector, request.node.nodeid)
    yield session
    if rejected := session.rejected():
        pytest.fail("\n".join(["rejected:", *rejected]), pytrace=False)
