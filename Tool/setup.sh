#!/usr/bin/env bash
# Sets up what the tool's tests need, once, and without asking: programs (Debian's packages), and in SCRATCH two
# environments of Python, at the versions of their requirements.txt: sdks for the real SDKs, control for the tests of the
# collector's control API and of its recipes.
set -euo pipefail

fail() { echo "setup: $*" >&2; exit 1; }

[ $# = 1 ] || fail "usage: Tool/setup.sh SCRATCH"
scratch=$1
tests="$(cd "$(dirname "$0")" && pwd)/Tests/TrackproofCollectorTests"

missing=()
need() { # PACKAGE, then a command that succeeds where it is here
    local package=$1
    shift
    "$@" >/dev/null 2>&1 || missing+=("$package")
}
need curl command -v curl
need openssl command -v openssl
need python3-venv python3 -c 'import venv, ensurepip'
# Elsewhere the tests of the collector's page and the recipe with a browser do not run.
if [ "$(uname)" = Linux ]; then
    need chromium command -v chromium
    need chromium-driver command -v chromedriver
    need fonts-dejavu-core [ -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ]
fi
if [ ${#missing[@]} -gt 0 ]; then
    command -v apt-get >/dev/null || fail "install what these Debian packages contain: ${missing[*]}"
    sudo=""
    [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get update -qq
    $sudo apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi

environment() { # NAME REQUIREMENTS
    local folder=$scratch/$1 wanted
    wanted=$(cksum <"$2")
    # Written last: an environment without it was cut short.
    if [ -e "$folder/complete" ] && [ "$(cat "$folder/complete")" = "$wanted" ]; then return; fi
    rm -rf "$folder"
    python3 -m venv "$folder"
    "$folder/bin/pip" install --quiet --disable-pip-version-check --requirement "$2"
    echo "$wanted" >"$folder/complete"
}
environment sdks "$tests/SDKs/clients/requirements.txt"
environment control "$tests/Control/Python/requirements.txt"
