"""Measures what a test framework costs a clean build: processor time, time and steps, in one table.

Each contender is a small package with an app's view model and one test. The script builds the packages one after the
other, several times, and prints the medians. Usage: python3 measure.py [--runs N]
"""

import argparse
import os
import re
import resource
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TRACKPROOF = f'.package(name: "trackproof", path: "{ROOT}")'
CUSTOM_DUMP = '.package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3")'

VIEW_MODEL = """
public protocol Tracker: Sendable { func log(_ name: String, _ price: Double) }

public struct ViewModel {
    let tracker: any Tracker
    public init(tracker: any Tracker) { self.tracker = tracker }
    public func buy() { tracker.log("purchase", 19.99) }
}
"""

MOCK = """
final class MockTracker: Tracker, @unchecked Sendable {
    var names: [String] = []
    var prices: [Double] = []
    func log(_ name: String, _ price: Double) { names.append(name); prices.append(price) }
}
"""

MOCK_TEST = "import App\nimport Testing\n" + MOCK + """
@Test func aPurchaseIsTracked() {
    let mock = MockTracker()
    ViewModel(tracker: mock).buy()
    #expect(mock.names == ["purchase"])
    #expect(mock.prices == [19.99])
}
"""

CUSTOM_DUMP_TEST = "import App\nimport CustomDump\nimport Testing\n" + MOCK + """
@Test func aPurchaseIsTracked() {
    let mock = MockTracker()
    ViewModel(tracker: mock).buy()
    expectNoDifference(mock.names, ["purchase"])
    expectNoDifference(mock.prices, [19.99])
}
"""

KIT_TEST = """
import App
import Testing
import Trackproof
import TrackproofTesting
IMPORTS
struct FacadeTracker: Tracker {
    let analytics: Analytics
    func log(_ name: String, _ price: Double) { analytics.track(name: name, ["price": price]) }
}

@Suite(.recordingEvents) struct ViewModelTests {
    @Test func aPurchaseIsTracked() {
        ViewModel(tracker: FacadeTracker(analytics: .recording())).buy()
        expectTracked("purchase", ["price": 19.99])
    }
}
"""

APP = "import Trackproof\n@main struct App { static func main() { Analytics().track(name: \"launched\") } }\n"
EMPTY_APP = "import Foundation\n@main struct App { static func main() { print(Date()) } }\n"


def product(name, package="trackproof"):
    return f'.product(name: "{name}", package: "{package}")'


# The name of each contender, its package dependencies, the products that the tests (or the app) use, and the code.
TESTS = [
    ("a hand-written mock", [], [], MOCK_TEST),
    ("a mock and swift-custom-dump", [CUSTOM_DUMP], [product("CustomDump", "swift-custom-dump")], CUSTOM_DUMP_TEST),
    ("Trackproof", [TRACKPROOF], [product("Trackproof"), product("TrackproofTesting")],
     KIT_TEST.replace("IMPORTS", "")),
    ("Trackproof with plans", [TRACKPROOF],
     [product("Trackproof"), product("TrackproofTesting"), product("TrackproofPlanTesting")],
     KIT_TEST.replace("IMPORTS", "import TrackproofPlanTesting\n")),
]
APPS = [
    ("an app alone", [], [], EMPTY_APP),
    ("an app with Trackproof", [TRACKPROOF], [product("Trackproof")], APP),
]


def write(folder, dependencies, products, code, is_app):
    """Writes the package of a contender."""
    used = ", ".join(products if is_app else ['"App"'] + products)
    targets = (
        f'.executableTarget(name: "App", dependencies: [{used}])' if is_app else
        f'.target(name: "App"), .testTarget(name: "AppTests", dependencies: [{used}])')
    (folder / "Package.swift").write_text(
        "// swift-tools-version: 6.2\nimport PackageDescription\n"
        f'let package = Package(name: "cost", platforms: [.macOS(.v13)], dependencies: [{", ".join(dependencies)}], '
        f"targets: [{targets}])\n")
    sources = folder / "Sources" / "App"
    sources.mkdir(parents=True)
    if is_app:
        (sources / "App.swift").write_text(code)
    else:
        (sources / "ViewModel.swift").write_text(VIEW_MODEL)
        tests = folder / "Tests" / "AppTests"
        tests.mkdir(parents=True)
        (tests / "ViewModelTests.swift").write_text(code)


def build(folder, is_app):
    """Builds a package from scratch. Returns its processor time and its time in seconds, and the number of steps."""
    shutil.rmtree(folder / ".build", ignore_errors=True)
    run(folder, "swift", "package", "resolve")
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    output = run(folder, "swift", "build", *([] if is_app else ["--build-tests"]))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    steps = [int(step) for step in re.findall(r"\[\d+/(\d+)\]", output)]
    return processor, time.monotonic() - start, max(steps, default=0)


def run(folder, *command):
    result = subprocess.run(
        command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=os.environ)
    if result.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed:\n{result.stdout[-3000:]}")
    return result.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3, help="how often each package is built")
    runs = parser.parse_args().runs
    contenders = [(contender, False) for contender in TESTS] + [(contender, True) for contender in APPS]
    figures = {contender[0]: [] for contender, _ in contenders}
    with tempfile.TemporaryDirectory() as folder:
        for index, ((_, dependencies, products, code), is_app) in enumerate(contenders):
            (Path(folder) / str(index)).mkdir()
            write(Path(folder) / str(index), dependencies, products, code, is_app)
        for _ in range(runs):
            for index, (contender, is_app) in enumerate(contenders):
                figures[contender[0]].append(build(Path(folder) / str(index), is_app))
    base = {False: TESTS[0][0], True: APPS[0][0]}
    print("| contender | processor time | more than without | time | steps |\n|---|---:|---:|---:|---:|")
    for contender, is_app in contenders:
        processor, elapsed, steps = (statistics.median(values) for values in zip(*figures[contender[0]]))
        without = statistics.median(values[0] for values in figures[base[is_app]])
        print(f"| {contender[0]} | {processor:.1f} s | {processor - without:.1f} s | {elapsed:.1f} s | {steps:.0f} |")


if __name__ == "__main__":
    main()
