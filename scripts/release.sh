#!/usr/bin/env bash
# Makes the files of a release.
#
# Usage: scripts/release.sh VERSION FOLDER [PROGRAMS]
#            makes FOLDER/trackproof-VERSION-SYSTEM.tar.gz for the system of this machine: both programs, their manual pages
#            and completions. Builds the programs, or takes them from the folder PROGRAMS.
#        scripts/release.sh --finish VERSION FOLDER
#            writes the files that belong to all archives in FOLDER: an artifact bundle for SwiftPM, checksums, and the notes.
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

grep -qE "^## \\[?${version//./\\.}" CHANGELOG.md ||
    fail "CHANGELOG.md has no section for $version: rename the section Unreleased to $version"

name=trackproof-$version-$system
staging=$(mktemp -d)
trap 'rm -rf "$staging"' EXIT

# Builds the programs with these options. Prints the folder of the programs.
build() {
    local options=(-c release --package-path Tool --scratch-path .build-release --disable-build-manifest-caching "$@") product
    for product in trackproof trackproof-collector generate-manual; do
        swift build "${options[@]}" --product $product >&2
    done
    swift build "${options[@]}" --show-bin-path
}
if [ -z "$programs" ] && [ "$system" = macos ]; then
    # A build for both processors at once would use another build system, which knows no embedded resources
    # (swiftlang/swift-package-manager#6969).
    arm=$(build --arch arm64)
    intel=$(build --arch x86_64)
    programs=$staging/programs
    mkdir "$programs"
    for program in trackproof trackproof-collector trackproof-demo-app generate-manual; do
        lipo -create -output "$programs/$program" "$arm/$program" "$intel/$program"
    done
elif [ -z "$programs" ]; then
    # The programs contain the libraries of Swift. They need the libraries of SQLite, zlib and C++ of the system.
    programs=$(build --static-swift-stdlib -Xlinker -s)
fi

scripts/install.sh "$programs" "$staging/$name" trackproof trackproof-collector >/dev/null
cp LICENSE "$staging/$name/"
mkdir -p "$out"
# Without this variable, the tar of macOS adds files with attributes.
COPYFILE_DISABLE=1 tar -C "$staging" -czf "$out/$name.tar.gz" "$name"
echo "made $out/$name.tar.gz"
