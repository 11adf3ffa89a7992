#!/usr/bin/env bash
# Runs the unit tests of Examples/iOSApp in a simulator, and those of its dynamic framework. Then builds the app for
# release, and makes an archive of it. The app must not link a test framework.
# Usage: scripts/ci-macos-example.sh FOLDER   (FOLDER is for the result bundles and the archive)
set -euo pipefail
cd "$(dirname "$0")/.."

out=${1:?usage: scripts/ci-macos-example.sh FOLDER}
mkdir -p "$out"
simulator=$(scripts/ci-macos-simulator.sh)
status=0

# Each part runs even if the part before it has failed.
run() { # NAME COMMAND…
    local name=$1
    shift
    echo "$name"
    "$@" || { echo "::error::failed: $name" >&2; status=1; }
}

build() { # ACTION ARGUMENT…
    local action=$1
    shift
    xcodebuild "$action" -quiet -project Examples/iOSApp/iOSApp.xcodeproj -derivedDataPath "${RUNNER_TEMP:-/tmp}/example" "$@"
}

unit_tests() { # SCHEME TARGET SUITE…
    local bundle=$out/$2.xcresult result=0 suite checks=()
    for suite in "${@:3}"; do checks+=(--suite "$suite"); done
    TEST_RUNNER_CI=1 build test -scheme "$1" -destination "platform=iOS Simulator,id=$simulator" -resultBundlePath "$bundle" \
        -parallel-testing-enabled NO -collect-test-diagnostics never "-only-testing:$2" || result=$?
    [ -e "$bundle" ] || return 1
    python3 scripts/ci-macos-results.py "$bundle" "${checks[@]}" && return "$result"
}

# Xcode links the library dynamically if both the app and its tests need it, or a framework and its tests. If two copies
# were linked, each test would fail and say so.
run "unit tests in the app" unit_tests iOSApp iOSAppTests LinkTests LinkXCTests
run "unit tests of the framework, in the app" unit_tests DemoKit DemoKitTests OfferTests
run "release build" build build -scheme iOSApp -configuration Release -destination generic/platform=iOS \
    CODE_SIGNING_ALLOWED=NO
run "archive" build archive -scheme iOSApp -destination generic/platform=iOS -archivePath "$out/iOSApp.xcarchive" \
    CODE_SIGNING_ALLOWED=NO
app=$out/iOSApp.xcarchive/Products/Applications/iOSApp.app/iOSApp
if ! libraries=$(xcrun otool -L "$app"); then
    echo "::error::the archive has no app" >&2
    status=1
elif grep -E 'XCTest|Testing' <<<"$libraries"; then
    echo "::error::the app links a test framework" >&2
    status=1
fi
exit "$status"
