#!/usr/bin/env bash
# Runs the UI tests of Examples/iOSApp under `trackproof run`, and checks that the command received the app's events.
# Usage: scripts/ci-macos-run.sh TRACKPROOF FOLDER   (TRACKPROOF is the command; FOLDER is for recording and results)
set -euo pipefail
cd "$(dirname "$0")/.."

usage="usage: scripts/ci-macos-run.sh TRACKPROOF FOLDER"
trackproof=${1:?$usage}
out=${2:?$usage}
recording=$out/ui-tests.ndjson

mkdir -p "$out"
simulator=$(scripts/ci-macos-simulator.sh)
status=0
TEST_RUNNER_CI=1 "$trackproof" run --recording "$recording" --timeout 1800 -- \
    xcodebuild test -quiet -project Examples/iOSApp/iOSApp.xcodeproj -scheme iOSApp -only-testing:iOSAppUITests \
    -destination "platform=iOS Simulator,id=$simulator" -derivedDataPath "${RUNNER_TEMP:-/tmp}/ui-tests" \
    -resultBundlePath "$out/ui-tests.xcresult" -parallel-testing-enabled NO -collect-test-diagnostics never \
    -test-timeouts-enabled YES -default-test-execution-time-allowance 180 || status=$?
[ -e "$recording" ] || exit "$status"

received() { grep -c "\"name\":\"$1\"" "$recording" || true; }

# Each start of the app tracks app_launched. Each test starts the app, except the tests that share one app.
launches=$(received app_launched)
purchases=$(received purchase)
echo "trackproof run received $launches app_launched events and $purchases purchase events"
if [ "$launches" -lt 2 ] || [ "$purchases" -lt 1 ]; then
    echo "::error::trackproof run did not receive all events of the UI tests" >&2
    exit 1
fi
[ ! -e "$out/ui-tests.xcresult" ] || python3 scripts/ci-macos-results.py "$out/ui-tests.xcresult"
exit "$status"
