#!/usr/bin/env python3
"""Runs tests of all kinds side by side, and checks that each of them passes or fails as it must.

The tests are those of CrowdTests.swift. The beginning of a test's name says what must happen to each of its cases.

Usage: check-crowd.py SCRATCH [RUNS]
"""

import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

UNCERTAIN = "could belong to any of several running tests"


def run(program, width, file):
    """Returns the number of each test's cases, and the messages of each test's failures."""
    environment = os.environ | {"TRACKPROOF_CROWD": "1", "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": str(width)}
    subprocess.run(
        [program, "--testing-library", "swift-testing", "--filter", r"TrackproofTestingFailures\.Crowd",
         "--event-stream-output-path", file, "--event-stream-version", "6.3"],
        env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300)
    cases, failures = collections.Counter(), collections.defaultdict(list)
    for line in pathlib.Path(file).read_text().splitlines():
        event = json.loads(line)["payload"]
        test = re.sub(r"/[^/]*$", "", event.get("testID") or "").removeprefix("TrackproofTestingFailures.")
        if event["kind"] == "testCaseStarted":
            cases[test] += 1
        elif event["kind"] == "issueRecorded" and event["issue"].get("isFailure", True):
            failures[test].append("\n".join(message["text"] for message in event["messages"]))
    return cases, failures


def problems(cases, failures):
    """Yields what is wrong."""
    for test, messages in failures.items():
        if test not in cases:
            yield f"no test: {messages[0]}"
    for test, count in cases.items():
        name, messages = test.split("/")[-1], failures[test]
        certain = [message for message in messages if UNCERTAIN not in message]
        strange = [message for message in certain if name not in message]
        if name.startswith("fails") and len(messages) < count:
            yield f"{test}: {len(messages)} of {count} cases failed"
        if strange or messages and name.startswith("passes") or certain and name.startswith("mayFail"):
            yield f"{test}: {(strange or messages)[0]}"


def main():
    program = pathlib.Path(sys.argv[1]).resolve() / "debug/trackproofPackageTests.xctest"
    runs, status, count = int(sys.argv[2]) if len(sys.argv) > 2 else 1, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(runs):
            cases, failures = run(program, [256, 6, 64][number % 3], f"{folder}/{number}.jsonl")
            count = sum(cases.values())
            for problem in list(problems(cases, failures)) if count else ["no tests ran"]:
                print(f"check-crowd: run {number + 1}: {problem}", file=sys.stderr)
                status = 1
    print(f"Swift Testing: {count} tests side by side, {runs} times")
    sys.exit(status)


if __name__ == "__main__":
    main()
