#!/usr/bin/env bash
# Proves that the package manifest in the README is valid, both unchanged and without the `//` before its `exclude:`.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

complain() { echo "check-manifest: $*" >&2; exit 1; }

# The manifest is the code block that contains the line with the tools version.
awk '
    /^```/ { if (isManifest) printf "%s", block; isOpen = !isOpen; block = ""; isManifest = 0; next }
    isOpen { block = block $0 "\n"; if (/^\/\/ swift-tools-version/) isManifest = 1 }' README.md >"$folder/given"
[ -s "$folder/given" ] || complain "the README has no manifest"
sed 's|// exclude:|exclude:|' "$folder/given" >"$folder/uncommented"
! cmp -s "$folder/given" "$folder/uncommented" || complain "the manifest has no commented-out exclude"

# Prints how many times a manifest excludes __Snapshots__.
excluded() {
    cp "$folder/$1" "$folder/Package.swift"
    swift package --package-path "$folder" dump-package >"$folder/$1.json" || complain "the manifest ($1) is invalid"
    grep -c '"__Snapshots__"' "$folder/$1.json" || true
}
[ "$(excluded given)" = 0 ] || complain "the manifest excludes the snapshots"
[ "$(excluded uncommented)" = 1 ] || complain "the manifest with the uncommented exclude does not exclude the snapshots"
echo "the manifest in the README is valid, with and without the exclude"
