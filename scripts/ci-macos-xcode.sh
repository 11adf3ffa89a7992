#!/usr/bin/env bash
# Selects an Xcode version on a GitHub runner, and checks that its Swift is new enough.
# Usage: scripts/ci-macos-xcode.sh VERSION|newest   (as in /Applications/Xcode_VERSION.app; XCODES replaces /Applications)
set -euo pipefail
cd "$(dirname "$0")/.."

version=${1:?usage: scripts/ci-macos-xcode.sh VERSION|newest}
folder=${XCODES:-/Applications}
app=$folder/Xcode_$version.app
[ "$version" != newest ] || app=$(ls -d "$folder"/Xcode_*.app | sort -V | tail -n 1)

if [ ! -d "$app" ]; then
    echo "::error::Xcode $version is not on this runner: $app is missing" >&2
    echo "Available versions:" >&2
    ls -d "$folder"/Xcode*.app >&2 || true
    exit 1
fi
sudo xcode-select -s "$app"
xcodebuild -version
swift --version
scripts/setup.sh
