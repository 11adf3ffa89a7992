"""Sends requests to a collector, and checks each request and answer against the collector's own description."""

import http.client
import json
import re
import urllib.parse

import jsonschema
from openapi_spec_validator import validate


class Described:
    """A description, and the answers in it that were seen."""

    def __init__(self, document):
        validate(document)
        self.document = document
        self.seen = set()

    def operations(self):
        """Yields each operation: method, path, definition."""
        for path, item in self.document["paths"].items():
            for method, operation in item.items():
                if method != "parameters":
                    yield method.upper(), path, operation

    def unseen(self):
        """Returns the described statuses, with their operations, that no answer has had."""
        described = {(method, path, status) for method, path, one in self.operations() for status in one["responses"]}
        return described - self.seen

    def find(self, method, target):
        for known, path, operation in self.operations():
            if known == method and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", path), target.split("?")[0]):
                return path, operation
        raise AssertionError(f"{method} {target} is not described")

    def resolve(self, value):
        """Returns the target of a reference, or the value itself if it is not a reference."""
        if "$ref" not in value:
            return value
        found = self.document
        for name in value["$ref"].removeprefix("#/").split("/"):
            found = found[name]
        return found

    def check(self, what, value, schema):
        """Checks that a value fits its schema."""
        validator = jsonschema.Draft202012Validator(
            {**schema, "components": self.document["components"]},
            format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER,
        )
        errors = [f"{error.json_path}: {error.message}"[:300] for error in validator.iter_errors(value)]
        assert not errors, f"{what} is not as described: {'; '.join(errors)}: {json.dumps(value)[:500]}"

    def check_request(self, method, target, body):
        """Checks that the description covers each name in the query of an accepted request, and its body."""
        path, operation = self.find(method, target)
        known = [self.resolve(one) for one in operation.get("parameters", [])]
        names = {one["name"]: one["schema"] for one in known if one["in"] == "query"}
        for name, _ in urllib.parse.parse_qsl(target.partition("?")[2], keep_blank_values=True):
            assert name in names or name.startswith("parameter.") and "parameters" in names, f"{target}: {name}"
        content = operation.get("requestBody", {}).get("content", {})
        if body and "application/json" in content:
            try:
                value = json.loads(body)
            except ValueError:
                assert "application/x-ndjson" in content, f"{method} {target} takes no {body!r}"
                return
            if "application/x-ndjson" not in content:
                self.check(f"the body of {method} {target}", value, content["application/json"]["schema"])

    def check_answer(self, method, target, status, headers, body):
        """Checks that the description covers an answer: its status, type and content. Returns the content."""
        path, operation = self.find(method, target)
        described = operation["responses"]
        key = str(status) if str(status) in described else f"{status // 100}XX"
        assert key in described, f"{method} {target}: {status} is not described: {body[:300]!r}"
        self.seen.add((method, path, key))
        response = self.resolve(described[key])
        for name, header in response.get("headers", {}).items():
            if name in headers:
                self.check(f"{name} of {method} {target}", json.loads(headers[name]), header["schema"])
        content = response.get("content")
        if not content:
            assert body == b"", f"{method} {target}: {status} has a body: {body[:300]!r}"
            return None
        type = headers.get("Content-Type", "").split(";")[0]
        assert type in content, f"{method} {target}: {status} is of type {type!r}"
        value = json.loads(body) if type == "application/json" else body.decode()
        self.check(f"{method} {target}: {status}", value, content[type]["schema"])
        return value


class Client:
    """A client of a collector. It checks each answer against the description."""

    def __init__(self, address, described=None, headers={}):
        self.place = urllib.parse.urlsplit(address).netloc
        self.headers = headers
        self.described = described or Described(json.loads(self.raw("GET", "/trackproof/v1/openapi.json")[2]))

    def raw(self, method, target, body=None, headers={}):
        """Returns an answer without checks: status, headers, body. For a stream, the body is its first line."""
        connection = http.client.HTTPConnection(self.place, timeout=60)
        try:
            sent = {**self.headers, **headers}
            connection.request(method, target, body.encode() if isinstance(body, str) else body, sent)
            answer = connection.getresponse()
            isStream = answer.headers.get("Content-Type") == "text/event-stream"
            return answer.status, answer.headers, answer.readline() if isStream else answer.read()
        finally:
            connection.close()

    def ask(self, status, method, target, body=None, headers={}):
        """Sends a request, checks that the answer has this status, and returns its content."""
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        target = "/trackproof/v1/" + target
        found, answered, content = self.raw(method, target, body, headers)
        value = self.described.check_answer(method, target, found, answered, content)
        assert found == status, f"{method} {target}: {found} instead of {status}: {content[:500]!r}"
        if found < 300:
            self.described.check_request(method, target, body)
        return value
