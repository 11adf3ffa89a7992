#!/usr/bin/env bash
# Installs the programs of a release that is published, if it has an archive for this machine.
# Usage: scripts/install-release.sh VERSION PREFIX ADDRESS   (ADDRESS is the address of the release's files)
# Exits with 3 if there is no such archive, so that the caller can build the programs, and with 1 if an archive is wrong.
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
found=$(openssl dgst -sha256 -r "$place/$name.tar.gz" | cut -d ' ' -f 1)
if [ -z "$wanted" ] || [ "$wanted" != "$found" ]; then
    echo "install-release: $address/$name.tar.gz has the checksum $found, but checksums.txt says ${wanted:-nothing}" >&2
    exit 1
fi
tar -C "$place" -xzf "$place/$name.tar.gz"
mkdir -p "$prefix"
cp -R "$place/$name/." "$prefix/"
echo "installed trackproof $version in $prefix/bin"
