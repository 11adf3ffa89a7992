#!/usr/bin/env bash
# Installs the programs of a release that is published, if it has an archive for this machine.
# Usage: scripts/install-release.sh VERSION PREFIX ADDRESS   (ADDRESS is the address of the release's files)
# Exits with 3 if there is no such archive or its programs cannot run here, so that the caller can build the programs, and with 1 if an archive is wrong.
set -euo pipefail

usage="usage: scripts/install-release.sh VERSION PREFIX ADDRESS"
version=${1:?$usage}
prefix=${2:?$usage}
address=${3:?$usage}
case $(uname) in
Darwin) system=macos ;;
*) system=linux-$(uname -m) ;;
esac
name=trackproof-$version-$system
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

for file in checksums.txt "$name.tar.gz"; do
    if ! curl --fail --silent --show-error --location --retry 2 --output "$place/$file" "$address/$file"; then
        echo "install-release: there is no $address/$file"
        exit 3
    fi
done
wanted=$(awk -v file="$name.tar.gz" '$2 == file { print $1 }' "$place/checksums.txt")
# Linux has the first command, and macOS the second.
found=$( (sha256sum "$place/$name.tar.gz" 2>/dev/null || shasum -a 256 "$place/$name.tar.gz") | cut -d ' ' -f 1)
if [ -z "$wanted" ] || [ "$wanted" != "$found" ]; then
    echo "install-release: $address/$name.tar.gz has the checksum $found, but checksums.txt says ${wanted:-nothing}" >&2
    exit 1
fi
tar -C "$place" -xzf "$place/$name.tar.gz"
# The programs need the C library of the machine that built them, or a newer one, and SQLite.
for program in trackproof trackproof-collector; do
    if ! "$place/$name/bin/$program" --version >/dev/null; then
        echo "install-release: $program cannot run on this machine"
        exit 3
    fi
done
mkdir -p "$prefix"
cp -R "$place/$name/." "$prefix/"
echo "installed trackproof $version in $prefix/bin"
