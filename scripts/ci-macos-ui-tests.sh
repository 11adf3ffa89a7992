#!/usr/bin/env bash
# Runs the UI tests of Examples/iOSApp in an iPhone simulator. All tests use the same bridge.
# Without a SUITE, the script runs all suites and all tests must pass, among them RelaunchTests, which relaunch the app.
# Usage: scripts/ci-macos-ui-tests.sh BRIDGE FOLDER [SUITE…]   (FOLDER is for the result bundle)
set -euo pipefail
cd "$(dirname "$0")/.."

usage="usage: scripts/ci-macos-ui-tests.sh BRIDGE FOLDER [SUITE…]"
bridge=${1:?$usage}
out=${2:?$usage}
shift 2
tests=Examples/iOSApp/UITests

# If the tests did not read TRACKPROOF_EXAMPLE_BRIDGE, they would all pass with the default bridge.
if ! grep -rq TRACKPROOF_EXAMPLE_BRIDGE "$tests"; then
    echo "::error::the UI tests do not read TRACKPROOF_EXAMPLE_BRIDGE, so no bridge can be chosen for them" >&2
    exit 1
fi

only=()
checks=()
target=iOSAppUITests
for suite in "$@"; do
    only+=("-only-testing:$target/$suite")
    checks+=(--suite "$suite")
done
if [ $# = 0 ]; then
    only=("-only-testing:$target")
    checks=(--suite RelaunchTests --at-least "$(grep -rhoE 'func test[A-Z]' "$tests" | grep -c '')")
fi

mkdir -p "$out"
simulator=$(scripts/ci-macos-simulator.sh)
status=0
# xcodebuild passes variables with the prefix TEST_RUNNER_ to the tests, and removes the prefix. If CI is set, the tests
# do not record snapshots.
TEST_RUNNER_CI=1 TEST_RUNNER_TRACKPROOF_EXAMPLE_BRIDGE=$bridge xcodebuild test -quiet \
    -project Examples/iOSApp/iOSApp.xcodeproj -scheme iOSApp -destination "platform=iOS Simulator,id=$simulator" \
    -derivedDataPath "${RUNNER_TEMP:-/tmp}/ui-tests" -resultBundlePath "$out/ui-tests.xcresult" \
    -parallel-testing-enabled NO -collect-test-diagnostics never \
    -test-timeouts-enabled YES -default-test-execution-time-allowance 180 \
    "${only[@]}" || status=$?
[ -e "$out/ui-tests.xcresult" ] || exit "$status"
python3 scripts/ci-macos-results.py "$out/ui-tests.xcresult" "${checks[@]}"
exit "$status"
