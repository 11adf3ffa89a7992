#!/usr/bin/env bash
# Checks that what the tool's tests need is here, and installs what is missing where that can be done without asking.
set -euo pipefail

fail() { echo "setup: $*" >&2; exit 1; }

# Elsewhere the tests of the collector's page do not run.
[ "$(uname)" = Linux ] || exit 0

missing=()
need() { # PACKAGE, then a command that succeeds where it is here
    local package=$1
    shift
    "$@" >/dev/null 2>&1 || missing+=("$package")
}
need chromium command -v chromium
need fonts-dejavu-core [ -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ]

[ ${#missing[@]} -gt 0 ] || exit 0
command -v apt-get >/dev/null || fail "what these packages of Debian hold is needed: ${missing[*]}"
sudo=""
[ "$(id -u)" = 0 ] || sudo=sudo
$sudo apt-get update -qq
$sudo apt-get install -y -qq --no-install-recommends "${missing[@]}"
