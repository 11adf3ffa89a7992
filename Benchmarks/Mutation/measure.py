"""Measures what `trackproof mutate` costs.

Usage: measure.py SCRATCH [--rounds N]

SCRATCH is the build folder with the command in SCRATCH/release/trackproof. The script measures two things:

- Mistakes in a recording of 1,000 events, which are compared with a snapshot of 1,000 events in memory.
- Runs of 300 tests with mistakes, in turn with as many runs of the same tests without `trackproof mutate`. The tests are
  in a package that the script writes. Each test tracks five events of four parameters, checks one parameter of each, and
  computes something, so that the suite takes as long as a suite of an app.
"""

import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESTS, SUITES = 300, 10
# The number of steps that each test computes.
WORK = {"short": 0, "medium": 1_000_000, "long": 4_000_000}

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "cost", dependencies: [.package(name: "trackproof", path: "%s")],
    targets: [
        .testTarget(
            name: "CostTests",
            dependencies: [
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "TrackproofTesting", package: "trackproof"),
            ])
    ])
"""
WORKING = """import Foundation

let steps = ProcessInfo.processInfo.environment["COST_STEPS"].flatMap(Int.init) ?? 0

func work() -> Int {
    var hash = 0
    for step in 0..<steps { hash = (hash &* 31) ^ step }
    return hash
}
"""
TEST = """    @Test func test%(number)d() {
        let analytics = Analytics.recording()
        #expect(work() != 1)
        for n in 0..<5 {
            analytics.track(name: "event_%(number)d_\\(n)", ["id": n, "slug": "s", "price": 1.5, "ok": true])
        }
        for n in 0..<5 { expectTracked("event_%(number)d_\\(n)", including: ["id": n]) }
    }
"""


def write_package(folder):
    tests = folder / "Tests" / "CostTests"
    tests.mkdir(parents=True)
    (folder / "Package.swift").write_text(MANIFEST % ROOT)
    (tests / "Working.swift").write_text(WORKING)
    for suite in range(SUITES):
        body = "".join(TEST % {"number": number} for number in range(suite, TESTS, SUITES))
        (tests / f"Suite{suite}.swift").write_text(
            f"import Testing\nimport Trackproof\nimport TrackproofTesting\n\n@Suite(.recordingEvents) struct Suite{suite} {{\n"
            + body + "}\n")


def seconds(command, folder, **variables):
    begin = time.monotonic()
    done = subprocess.run(command, cwd=folder, env=os.environ | variables, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    if done.returncode not in (0, 1):
        raise SystemExit(done.stdout)
    return time.monotonic() - begin, done.stdout


def measure_tests(trackproof, rounds):
    print("| suite | a run | `mutate`, a run | ratio |\n|---|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_package(folder)
        subprocess.run(["swift", "build", "--build-tests"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        for label, steps in WORK.items():
            command = ["swift", "test", "--skip-build"]
            before = [seconds(command, folder, COST_STEPS=str(steps))[0] for _ in range(rounds // 2)]
            mutated, output = seconds(
                [trackproof, "mutate", "--rounds", str(rounds), "--", *command], folder, COST_STEPS=str(steps))
            after = [seconds(command, folder, COST_STEPS=str(steps))[0] for _ in range(rounds - rounds // 2)]
            plain = statistics.mean(before + after)
            # Two runs without mistakes come first.
            each = mutated / (rounds + 2)
            print(f"| {label} | {plain:.2f} s | {each:.2f} s | {each / plain:.2f}× |", flush=True)
            print(re.search(r"tests notice .*", output)[0])


def measure_recording(trackproof):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        lines = []
        for number in range(1_000):
            parameters = {f"p{key}": [number * key, f"text {number}", key / 2, number % 2 == 0][key % 4]
                          for key in range(7 + number % 6)}
            lines.append(json.dumps({"name": f"event_{number % 50}", "parameters": parameters}))
        (folder / "run.ndjson").write_text("\n".join(lines) + "\n")
        subprocess.run([trackproof, "accept", "run.ndjson", "--snapshot", "walk.json"], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL)
        runs = [seconds([trackproof, "mutate", "run.ndjson", "--snapshot", "walk.json"], folder) for _ in range(5)]
        count = int(re.search(r"\(\d+ of (\d+)\)", runs[0][1].replace(",", ""))[1])
        median = statistics.median(run[0] for run in runs)
        print(f"{count} mistakes in a recording: {median:.2f} s, {count / median:,.0f} a second")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("scratch", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=20)
    options = parser.parse_args()
    trackproof = str(options.scratch.resolve() / "release" / "trackproof")
    measure_recording(trackproof)
    measure_tests(trackproof, options.rounds)


if __name__ == "__main__":
    main()
