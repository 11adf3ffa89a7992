"""Runs schemathesis, which sends a collector requests that the description allows or forbids.

Usage: fuzz_api.py SECONDS

If SECONDS is 0, there is no time limit. The script then sends only a few requests for each path and method.
"""

import os
import subprocess
import sys
import tempfile

from described import Client
from running_collector import collector

CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "use_after_free",
    "ensure_resource_availability",
    "unsupported_method",
]
# The groups of phases, with their shares of the time. The phase `stateful` follows links.
PHASES = {"examples,coverage,fuzzing": 0.7, "stateful": 0.3}


def fuzz(address, limits, environment):
    command = [os.path.join(os.path.dirname(sys.executable), "schemathesis"), "run"]
    command += [address + "/trackproof/v1/openapi.json", *limits]
    command += ["--checks", ",".join(CHECKS), "--seed", "5", "--request-timeout", "20", "--warnings", "off"]
    # Excludes the stream, because it does not end.
    command += ["--exclude-path", "/trackproof/v1/stream"]
    # Schemathesis writes files for its next run. In a temporary folder, these files do not stay beside the scripts.
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(command, env={**os.environ, **environment}, cwd=folder).returncode


with collector() as address:
    client = Client(address)
    sessions = [client.ask(201, "POST", "sessions", {"name": name})["session"] for name in ["live", "failures"]]
    client.ask(200, "POST", f"events?session={sessions[0]}", [{"name": "a", "id": "1"}] * 2)
    environment = {"SESSION": sessions[0], "FAILING_SESSION": sessions[1]}
    environment |= {"SCHEMATHESIS_HOOKS": "fuzz_hooks", "PYTHONPATH": os.path.dirname(os.path.abspath(__file__))}
    seconds = float(sys.argv[1])
    limits = [["--phases", phases, "--max-time", str(max(1, int(seconds * share)))] for phases, share in PHASES.items()]
    if seconds == 0:
        limits = [["--phases", "fuzzing", "--max-examples", "3"]]
    statuses = [fuzz(address, limit, environment) for limit in limits]
sys.exit(max(statuses))
