#!/usr/bin/env bash
# Prints the options with which a plain swiftc finds XCTest and Swift Testing, one per line. On Linux, it needs none: both
# are beside the standard library. On macOS, they are in the platform's folder, not in the SDK.
set -euo pipefail
[ "$(uname)" = Darwin ] || exit 0
platform=$(xcrun --show-sdk-platform-path)/Developer
compiler=$(xcrun --find swiftc)
printf '%s\n' -F "$platform/Library/Frameworks" -I "$platform/usr/lib" \
    -plugin-path "${compiler%/bin/swiftc}/lib/swift/host/plugins/testing"
