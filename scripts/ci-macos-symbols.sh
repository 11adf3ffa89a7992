#!/usr/bin/env bash
# Extracts the symbol graphs of Apple's modules from the selected Xcode, so that the stubs in AppleCheck/Sources can be
# compared with Apple's declarations. For each module, the script writes the graph as JSON, a text file with one
# declaration per line, and the log of the extraction. If it cannot extract a required module, it still tries the other
# modules, and then fails.
# Usage: scripts/ci-macos-symbols.sh FOLDER   (the folder for the graphs)
set -euo pipefail
cd "$(dirname "$0")/.."

out=${1:?usage: scripts/ci-macos-symbols.sh FOLDER}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

# extract NEED PLATFORM SDK TARGET MODULE…   (NEED is `must` or `may`; @ in TARGET stands for the version of the SDK)
extract() {
    local need=$1 platform=$2 sdk=$3 target=$4 module path root folder
    shift 4
    path=$(xcrun --sdk "$sdk" --show-sdk-path)
    root=$(xcrun --sdk "$sdk" --show-sdk-platform-path)/Developer
    target=${target/@/$(xcrun --sdk "$sdk" --show-sdk-version)}
    # XCTest, XCUIAutomation and Testing are beside the SDK, not in it.
    local paths=(-F "$root/Library/Frameworks" -I "$root/usr/lib")
    if [ "$platform" = maccatalyst ]; then
        paths=(
            -Fsystem "$path/System/iOSSupport/System/Library/Frameworks"
            -Isystem "$path/System/iOSSupport/usr/lib/swift"
            -F "$root/iOSSupport/Library/Frameworks" -I "$root/iOSSupport/usr/lib" "${paths[@]}"
        )
    fi
    for module in "$@"; do
        folder=$out/$platform/$module
        mkdir -p "$folder"
        if xcrun --sdk "$sdk" swift-symbolgraph-extract -module-name "$module" -target "$target" -sdk "$path" \
            "${paths[@]}" -module-cache-path "$scratch/$platform" -minimum-access-level public \
            -skip-synthesized-members -output-dir "$folder" >"$folder/extraction.log" 2>&1 &&
            python3 scripts/ci-macos-symbols.py "$folder" >"$folder/$module.txt"; then
            echo "$platform $module: $(grep -c '' "$folder/$module.txt") declarations"
        elif [ "$need" = must ]; then
            echo "::error::$platform: no symbol graph for $module" >&2
            tail -n 20 "$folder/extraction.log" >&2
            failed=1
        else
            echo "$platform: no symbol graph for $module; see its extraction.log"
        fi
    done
}

extract must ios iphonesimulator arm64-apple-ios@-simulator UIKit XCTest XCUIAutomation Testing
extract must macos macosx arm64-apple-macosx@ AppKit XCTest XCUIAutomation Testing
# AppleCheck also has stubs of the modules below. They are optional, because other modules may contain their symbols.
extract may ios iphonesimulator arm64-apple-ios@-simulator SwiftUI SwiftUICore QuartzCore ObjectiveC os Darwin
extract may tvos appletvsimulator arm64-apple-tvos@-simulator UIKit XCTest XCUIAutomation Testing
extract may watchos watchsimulator arm64-apple-watchos@-simulator UIKit WatchKit XCTest XCUIAutomation Testing
extract may visionos xrsimulator arm64-apple-xros@-simulator UIKit XCTest XCUIAutomation Testing
# From version 26 on, the macOS SDK and Catalyst have the same version numbers.
extract may maccatalyst macosx arm64-apple-ios@-macabi UIKit XCTest XCUIAutomation Testing

exit "$failed"
