#!/usr/bin/env bash
# Selects an Xcode version on a GitHub runner, and checks that its Swift is new enough.
# Usage: scripts/ci-macos-xcode.sh VERSION   (as in /Applications/Xcode_VERSION.app)
set -euo pipefail
cd "$(dirname "$0")/.."

version=${1:?usage: scripts/ci-macos-xcode.sh VERSION}
app=/Applications/Xcode_$version.app

if [ ! -d "$app" ]; then
    echo "::error::Xcode $version is not on this runner: $app is missing" >&2
    echo "Available versions:" >&2
    ls -d /Applications/Xcode*.app >&2 || true
    exit 1
fi
sudo xcode-select -s "$app"
xcodebuild -version
swift --version
scripts/setup.sh
