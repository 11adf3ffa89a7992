#!/usr/bin/env bash
# Sets up what the tests of the collector's control API and of its recipes need, once: curl, Chromium with its driver,
# and a virtual environment of Python in SCRATCH/control.
set -euo pipefail

fail() { echo "setup: $*" >&2; exit 1; }

[ $# = 1 ] || fail "usage: Tool/setup-control.sh SCRATCH"
venv=$1/control
requirements=$(dirname "$0")/Tests/TrackproofCollectorTests/Control/Python/requirements.txt

missing=()
need() { # PACKAGE, then a command that succeeds where it is here
    local package=$1
    shift
    "$@" >/dev/null 2>&1 || missing+=("$package")
}
need curl command -v curl
need python3-venv python3 -c 'import venv, ensurepip'
# Elsewhere the recipe with a browser is not run.
if [ "$(uname)" = Linux ]; then
    need chromium command -v chromium
    need chromium-driver command -v chromedriver
fi
if [ ${#missing[@]} -gt 0 ]; then
    command -v apt-get >/dev/null || fail "what these packages of Debian hold is needed: ${missing[*]}"
    sudo=""
    [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get update -qq
    $sudo apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi

stamp=$(cksum <"$requirements")
[ ! -e "$venv/stamp" ] || [ "$(cat "$venv/stamp")" != "$stamp" ] || exit 0
rm -rf "$venv"
python3 -m venv "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$requirements"
echo "$stamp" >"$venv/stamp"
