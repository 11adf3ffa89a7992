#!/usr/bin/env bash
# Boots an iPhone simulator that the selected Xcode can test on, and prints its identifier.
# Usage: scripts/ci-macos-simulator.sh
set -euo pipefail
cd "$(dirname "$0")/.."

sdk=$(xcrun --sdk iphonesimulator --show-sdk-version)
id=$(xcrun simctl list devices available -j | python3 scripts/ci-macos-simulator.py "$sdk")

# A test can type text into a simulator only if no hardware keyboard is connected to it.
defaults write com.apple.iphonesimulator ConnectHardwareKeyboard -bool false
xcrun simctl bootstatus "$id" -b >&2
# The sheet that offers to save a password would cover the screen after a login.
xcrun simctl spawn "$id" defaults write com.apple.WebUI AutoFillPasswords -bool false >&2
echo "$id"
