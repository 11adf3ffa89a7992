#!/usr/bin/env bash
# Selects an Xcode version on a GitHub runner, and checks that its Swift is new enough. The image has the platforms of its
# default Xcode, but it can lack those of other versions. So this script takes the default Xcode if it is new enough.
# Otherwise, it takes the newest Xcode of the image, and downloads the platform.
# Usage: scripts/ci-macos-xcode.sh MINIMUM [PLATFORM]   (such as 26.4 iOS; XCODES replaces /Applications)
set -euo pipefail
cd "$(dirname "$0")/.."

minimum=${1:?usage: scripts/ci-macos-xcode.sh MINIMUM [PLATFORM]}
platform=${2-}
folder=${XCODES:-/Applications}

selected_is_new() {
    local version
    version=$(xcodebuild -version | sed -n 's/^Xcode //p')
    [ "$(printf '%s\n' "$minimum" "$version" | sort -V | head -n 1)" = "$minimum" ]
}

if ! selected_is_new; then
    sudo xcode-select -s "$(ls -d "$folder"/Xcode_*.app | sort -V | tail -n 1)"
    if ! selected_is_new; then
        echo "::error::this runner has no Xcode $minimum or later" >&2
        ls -d "$folder"/Xcode*.app >&2
        exit 1
    fi
    [ -z "$platform" ] || xcodebuild -downloadPlatform "$platform"
fi
xcodebuild -version
swift --version
scripts/setup.sh
