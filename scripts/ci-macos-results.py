#!/usr/bin/env python3
"""Checks that the tests in a result bundle of xcodebuild ran and did not fail.

Usage: scripts/ci-macos-results.py BUNDLE.xcresult [--at-least NUMBER] [--suite NAME]…

xcodebuild also succeeds if no test ran. So this script also fails if fewer than NUMBER tests passed (by default 1), or
if no test of a suite NAME passed. It lists skipped tests, but does not count them as passed.
"""
import argparse
import collections
import json
import subprocess
import sys


def cases(nodes, suites=()):
    """Yields the names of the enclosing suites, the name and the result of each test."""
    for node in nodes:
        if node.get("nodeType") == "Test Case":
            yield suites, node["name"], node.get("result", "unknown")
        else:
            around = suites + (node["name"],) if node.get("nodeType") == "Test Suite" else suites
            yield from cases(node.get("children", []), around)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bundle")
    parser.add_argument("--at-least", type=int, default=1)
    parser.add_argument("--suite", action="append", default=[])
    options = parser.parse_args()

    output = subprocess.run(
        ["xcrun", "xcresulttool", "get", "test-results", "tests", "--path", options.bundle],
        check=True, stdout=subprocess.PIPE,
    ).stdout
    tests = list(cases(json.loads(output)["testNodes"]))
    count = collections.Counter(result for _, _, result in tests)
    print(", ".join(f"{number} {result.lower()}" for result, number in sorted(count.items())) or "no tests ran")
    for suites, name, result in tests:
        if result != "Passed":
            print(f"  {result.lower()}: {'/'.join(suites + (name,))}")

    problems = []
    # An expected failure is not bad: the test itself declares that it expects the failure.
    bad = sum(number for result, number in count.items() if result not in ("Passed", "Skipped", "Expected Failure"))
    if bad:
        problems.append(f"{bad} tests did not pass")
    if count["Passed"] < options.at_least:
        problems.append(f"expected at least {options.at_least} passed tests, found {count['Passed']}")
    passed = {suite for suites, _, result in tests if result == "Passed" for suite in suites}
    problems += [f"no test of {suite} passed" for suite in options.suite if suite not in passed]
    for problem in problems:
        print(f"::error::{options.bundle}: {problem}", file=sys.stderr)
    sys.exit(1 if problems else 0)


main()
