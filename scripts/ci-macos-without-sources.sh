#!/usr/bin/env bash
# Builds the UI tests of Examples/iOSApp from a copy of the repository, removes the copy, and runs FlowTests, which need
# a snapshot. The test must find the snapshot in its bundle, as on a device or in Xcode Cloud.
# Usage: scripts/ci-macos-without-sources.sh FOLDER   (the folder for the result bundle)
set -euo pipefail
cd "$(dirname "$0")/.."

out=${1:?usage: scripts/ci-macos-without-sources.sh FOLDER}
mkdir -p "$out"
simulator=$(scripts/ci-macos-simulator.sh)
work=$(mktemp -d "${RUNNER_TEMP:-/tmp}/without-sources.XXXXXX")
copy=$work/trackproof
products=$work/derived/Build/Products

mkdir "$copy"
git archive HEAD | tar -x -C "$copy"
(
    cd "$copy/Examples/iOSApp"
    xcodebuild build-for-testing -quiet -project iOSApp.xcodeproj -scheme iOSApp \
        -destination "platform=iOS Simulator,id=$simulator" -derivedDataPath "$work/derived"
)
rm -rf "$copy"
echo "snapshots in the build products:"
find "$products" -name 'FlowTests.testTheWholeFlow*.json'

status=0
TEST_RUNNER_CI=1 xcodebuild test-without-building -quiet -xctestrun "$(find "$products" -name '*.xctestrun')" \
    -destination "platform=iOS Simulator,id=$simulator" -resultBundlePath "$out/without-sources.xcresult" \
    -parallel-testing-enabled NO -collect-test-diagnostics never -only-testing:iOSAppUITests/FlowTests || status=$?
[ -e "$out/without-sources.xcresult" ] || exit "$status"
python3 scripts/ci-macos-results.py "$out/without-sources.xcresult" --suite FlowTests
exit "$status"
