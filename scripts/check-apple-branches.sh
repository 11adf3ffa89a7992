#!/usr/bin/env bash
# Type-checks code that no other build on Linux compiles: AppKit without UIKit, and the branches for tvOS, watchOS and
# Catalyst. In AppleCheck's build, os(tvOS) and similar conditions are false, and the stubs of UIKit and AppKit both
# exist. So for each platform, the script changes the conditions in a copy of the sources. Then it checks the copy
# against the modules that AppleCheck has built. All platforms use the stubs of iOS, so the script does not notice if a
# platform lacks a declaration.
# Usage: scripts/check-apple-branches.sh [SCRATCH-PATH]   (where AppleCheck was built)
set -euo pipefail
cd "$(dirname "$0")/.."
modules=${1:-.build-apple}/debug/Modules
copies=$(mktemp -d)
trap 'rm -rf "$copies"' EXIT

# check PLATFORM SED-SCRIPT   (SED-SCRIPT changes the conditions)
check() {
    local module alias
    for module in TrackproofBridge TrackproofUITesting; do
        mkdir -p "$copies/$1"
        cp -RL "Sources/$module" "$copies/$1"
        find "$copies/$1/$module" -name '*.swift' -exec sed -i "$2" {} +
        alias=()
        [ "$module" != TrackproofUITesting ] || alias=(-module-alias Testing=_Testing_Unavailable)
        if ! find "$copies/$1/$module" -name '*.swift' -print0 | xargs -0 swiftc -typecheck -swift-version 6 \
            -parse-as-library -module-name "$module" -package-name applecheck -I "$modules" "${alias[@]}" \
            -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility \
            -enable-upcoming-feature InternalImportsByDefault >"$copies/$1.log" 2>&1; then
            grep -E 'error:' "$copies/$1.log" >&2 || cat "$copies/$1.log" >&2
            echo "check-apple-branches: $module does not compile for $1" >&2
            touch "$copies/failed"
        else
            echo "$1: $module compiles"
        fi
    done
}

# Two checks run at a time.
check AppKit 's/canImport(UIKit)/canImport(NoUIKit)/; s/os(macOS)/canImport(Swift)/' &
check tvOS 's/os(tvOS)/canImport(Swift)/g; s/canImport(AppKit)/canImport(NoAppKit)/' &
wait
check watchOS 's/os(watchOS)/canImport(Swift)/g; s/canImport(AppKit)/canImport(NoAppKit)/' &
check Catalyst 's/targetEnvironment(macCatalyst)/canImport(Swift)/g' &
wait
[ ! -e "$copies/failed" ]
