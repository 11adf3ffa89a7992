#!/usr/bin/env bash
# Runs the unit tests of the root package in an iPhone simulator.
# Usage: scripts/ci-macos-unit-tests.sh FOLDER   (the folder for the result bundle)
set -euo pipefail
cd "$(dirname "$0")/.."

out=${1:?usage: scripts/ci-macos-unit-tests.sh FOLDER}
mkdir -p "$out"
simulator=$(scripts/ci-macos-simulator.sh)

status=0
# xcodebuild passes CI to the tests only with the prefix TEST_RUNNER_. If CI is set, the tests do not record snapshots.
TEST_RUNNER_CI=1 xcodebuild test -quiet -scheme trackproof-Package \
    -destination "platform=iOS Simulator,id=$simulator" -derivedDataPath "${RUNNER_TEMP:-/tmp}/unit-tests" \
    -resultBundlePath "$out/unit-tests.xcresult" -parallel-testing-enabled NO -collect-test-diagnostics never \
    -test-timeouts-enabled YES -maximum-test-execution-time-allowance 300 || status=$?
[ -e "$out/unit-tests.xcresult" ] || exit "$status"
python3 scripts/ci-macos-results.py "$out/unit-tests.xcresult" --at-least 300
exit "$status"
