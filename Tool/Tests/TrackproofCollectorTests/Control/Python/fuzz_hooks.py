"""Hooks for fuzzing. They shorten waits, and they plan failures only for a separate session.

They also insert the keys of an existing session and an existing request, which fuzzing cannot guess.
"""

import os

import schemathesis


@schemathesis.serializer("application/x-ndjson")
def ndjson(context, value):
    # A value that is not text becomes text that is not a recording.
    return (value if isinstance(value, str) else f"not a recording: {value!r}").encode()


@schemathesis.hook
def before_call(context, case, **_):
    path = case.operation.path
    body = case.body if isinstance(case.body, dict) else {}
    if path.endswith("/wait"):
        within = body.setdefault("within", 0)
        if isinstance(within, (int, float)) and 0 < within <= 600:
            body["within"] = min(within, 0.01)
    if path.endswith("/failures") and body.get("session", "default") == "default":
        body["session"] = os.environ["FAILING_SESSION"]
    # About half of the generated sessions and requests are replaced with existing ones.
    for holder, name in [(case.query, "session"), (body, "session"), (case.path_parameters, "key")]:
        value = (holder or {}).get(name)
        if isinstance(value, str) and value and len(value) % 2 and case.method != "DELETE":
            holder[name] = os.environ["FAILING_SESSION" if path.endswith("/failures") else "SESSION"]
    number = (case.path_parameters or {}).get("id")
    if isinstance(number, int) and number % 2:
        case.path_parameters["id"] = 1
