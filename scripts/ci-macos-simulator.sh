#!/usr/bin/env bash
# Boots an iPhone simulator that the selected Xcode supports, and prints the simulator's identifier.
# Usage: scripts/ci-macos-simulator.sh
set -euo pipefail
cd "$(dirname "$0")/.."

sdk=$(xcrun --sdk iphonesimulator --show-sdk-version)
id=$(xcrun simctl list devices available -j | python3 scripts/ci-macos-simulator.py "$sdk")

# Tests can type text only if no hardware keyboard is connected to the simulator.
defaults write com.apple.iphonesimulator ConnectHardwareKeyboard -bool false
xcrun simctl bootstatus "$id" -b >&2
# Without this setting, a sheet that offers to save the password covers the screen after a login.
xcrun simctl spawn "$id" defaults write com.apple.WebUI AutoFillPasswords -bool false >&2
echo "$id"
