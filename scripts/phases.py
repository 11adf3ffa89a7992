#!/usr/bin/env python3
"""Runs targets of the Makefile one after another, also after one has failed, and prints one line for each.

The output of a target goes to a file, because it has thousands of lines. If a target fails, prints its failures, and the
command that repeats the first failed test. The last line has the number of tests and checks that passed and failed.
If a build fails, the targets after it do not run, because they test what was built.

Usage: phases.py FOLDER TARGET…   (FOLDER: where the outputs and the results of tests are written)
"""

import os
import pathlib
import re
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree

XCTEST = re.compile(r"^\s*Executed (\d+) tests?, with (?:(\d+) tests? skipped and )?(\d+) failures?", re.MULTILINE)
FAILURE_OF_XCTEST = re.compile(r"^(?:.*/)?([^/]+:\d+): error: (?:-\[)?(\w+)[. ](\w+)\]? : (.*)$", re.MULTILINE)
PLACE = re.compile(r"Test (\S+\)) recorded an issue (?:with .* )?at (\S+:\d+):\d+: ")
PYTHON = re.compile(r"^Ran (\d+) tests? in ", re.MULTILINE)
FAILURE = re.compile(r" recorded an issue|: error: |^error: |\*\*\* |^FAIL: |^check-|^docs: ")
SHOWN = 20
BUILDS = {"library", "tool", "release"}


class Phase:
    """The result of one target."""

    def __init__(self, folder, target):
        self.target = target
        self.log = folder / f"{target}.log"
        for file in folder.glob(f"{target}*.xml"):
            file.unlink()
        start = time.monotonic()
        with self.log.open("wb") as log:
            process = subprocess.Popen(
                [os.environ.get("MAKE", "make"), "--no-print-directory", target], stdout=log, stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
        self.seconds = time.monotonic() - start
        self.processor = usage.ru_utime + usage.ru_stime
        self.isPassed = status == 0
        self.text = self.log.read_text(errors="replace")
        self.failures = []
        self.passed = self.failed = 0
        for file in sorted(folder.glob(f"{target}*.xml")):
            self.read(file)
        for count, skipped, failures in self.runsOfXCTest():
            self.passed += count - skipped - failures
            self.failed += failures
        for place, suite, test, problem in FAILURE_OF_XCTEST.findall(self.text):
            self.failures.append((f"{suite}/{test}", [f"{place}: {problem}"]))
        self.passed += sum(int(count) for count in PYTHON.findall(self.text))
        if not self.isPassed:
            self.failed = max(self.failed, 1)
        elif self.passed == 0:
            self.passed = 1

    def read(self, file):
        """Counts the tests in a file of results, which Swift Testing has written."""
        try:
            cases = list(ElementTree.parse(file).iter("testcase"))
        except ElementTree.ParseError:
            # A run that crashed left a part of the file.
            return
        places = {}
        for test, place in PLACE.findall(self.text):
            places.setdefault(test, []).append(place)
        for case in cases:
            problems = [problem.get("message", "").replace(" (error)", "", 1) for problem in case.findall("failure")]
            # The file has no places. The output has them in the same order, but only for tests without another name.
            own = places.get(case.get("name"), [])
            if len(own) == len(problems):
                problems = [f"{place}: {problem}" for place, problem in zip(own, problems)]
            if problems:
                self.failed += 1
                self.failures.append((f"{case.get('classname')}/{case.get('name')}", problems))
            elif case.find("skipped") is None:
                self.passed += 1

    def runsOfXCTest(self):
        """The counts of each run of XCTest. XCTest prints them once for each suite, and the total last."""
        runs, last = [], None
        for line in self.text.splitlines():
            if "Test Suite 'All tests' " in line or "Test Suite 'Selected tests' " in line:
                last = "total" if " started" not in line else None
            elif last == "total" and (match := XCTEST.match(line)):
                runs.append(tuple(int(group or 0) for group in match.groups()))
                last = None
        return runs

    @property
    def line(self):
        """The line of the phase in the overview."""
        counts = f"{self.passed:,} passed" + (f", {self.failed:,} failed" if self.failed else "")
        return f"{self.target:<16}{self.seconds:5.0f} s   processor {self.processor:5.0f} s   {counts}"

    @property
    def report(self):
        """The failures of the phase, and how to repeat them."""
        lines = [f"{self.target} failed:"]
        for name, problems in self.failures[:SHOWN]:
            lines += [f"  {name}"] + [f"    {problem.splitlines()[0][:300]}" for problem in problems[:3] if problem]
        if not self.failures:
            found = [line for line in self.text.splitlines() if FAILURE.search(line)]
            lines += [f"  {line[:300]}" for line in found[:SHOWN] or self.text.splitlines()[-SHOWN:]]
        only = ""
        if self.failures:
            only = " ONLY=" + self.failures[0][0].split("(")[0]
        return "\n".join(lines + [f"  all output: {self.log}", f"  to repeat it: make {self.target}{only}"])


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    phases = []
    for target in sys.argv[2:]:
        if sys.stdout.isatty():
            print(f"{target} …", end="\r", flush=True)
        phase = Phase(folder, target)
        print(phase.line, flush=True)
        phases.append(phase)
        if target in BUILDS and not phase.isPassed:
            print(f"not run: {' '.join(sys.argv[2 + len(phases) :])}")
            break
    total = f"{'all':<16}{sum(phase.seconds for phase in phases):5.0f} s"
    print(f"{total}   processor {sum(phase.processor for phase in phases):5.0f} s   outputs: {folder}")
    for phase in phases:
        if not phase.isPassed:
            print("\n" + phase.report)
    print(f"{sum(phase.passed for phase in phases)} passed, {sum(phase.failed for phase in phases)} failed")
    sys.exit(0 if all(phase.isPassed for phase in phases) else 1)


if __name__ == "__main__":
    main()
