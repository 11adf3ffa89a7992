#!/usr/bin/env bash
# Makes the files of a release.
#
# Usage: scripts/release.sh VERSION FOLDER [PROGRAMS]
#            makes FOLDER/trackproof-VERSION-SYSTEM.tar.gz for the system of this machine: both programs, their manual pages
#            and completions. Builds the programs, or takes them from the folder PROGRAMS.
#        scripts/release.sh --finish VERSION FOLDER
#            adds what covers all archives in FOLDER: an artifact bundle for SwiftPM, checksums, and the notes.
#
# VERSION must be the version of the programs, and a section of CHANGELOG.md. The tag of a release is its version.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() { echo "release: $*" >&2; exit 1; }
usage="usage: scripts/release.sh [--finish] VERSION FOLDER [PROGRAMS]"

if [ "${1-}" = --finish ]; then
    exec python3 scripts/release-files.py "${2:?$usage}" "${3:?$usage}"
fi
version=${1:?$usage}
out=${2:?$usage}
programs=${3-}
grep -q "static let current = \"$version\"" Tool/Sources/*/Version.swift ||
    fail "the programs have another version than $version: $(grep -h 'static let current' Tool/Sources/*/Version.swift)"

case $(uname) in
Darwin) system=macos ;;
Linux) system=linux-$(uname -m) ;;
*) fail "there are no archives for $(uname)" ;;
esac

if [ -z "$programs" ]; then
    # Both programs contain the libraries of Swift, so that they run on a machine without Swift. A Mac has these libraries.
    options=(-c release --package-path Tool --scratch-path .build-release --disable-build-manifest-caching)
    if [ "$system" = macos ]; then
        options+=(--arch arm64 --arch x86_64)
    else
        options+=(--static-swift-stdlib -Xlinker -s)
    fi
    for product in trackproof trackproof-collector generate-manual; do
        swift build "${options[@]}" --product $product
    done
    programs=$(swift build "${options[@]}" --show-bin-path)
fi

name=trackproof-$version-$system
staging=$(mktemp -d)
trap 'rm -rf "$staging"' EXIT
scripts/install.sh "$programs" "$staging/$name" >/dev/null
cp LICENSE "$staging/$name/"
mkdir -p "$out"
# Without this variable, the tar of macOS adds files with attributes.
COPYFILE_DISABLE=1 tar -C "$staging" -czf "$out/$name.tar.gz" "$name"
echo "made $out/$name.tar.gz"
