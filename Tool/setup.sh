#!/usr/bin/env bash
# Sets up what the tests of Tool need, once and without asking: programs (Debian packages), and Python environments in
# SCRATCH, with the versions in their requirements. The environment `sdks` has the real SDKs. `control` is for the tests
# of the collector's control API and recipes.
# With --all, also sets up what only `make test-all` needs. `spark3` and `spark4` have two versions of Apache Spark, which
# need Java. `databases` has DuckDB and ClickHouse; PostgreSQL is a Debian package.
# Usage: Tool/setup.sh [--all] SCRATCH
set -euo pipefail

fail() { echo "setup: $*" >&2; exit 1; }

all=false
if [ "${1-}" = --all ]; then
    all=true
    shift
fi
[ $# = 1 ] || fail "usage: Tool/setup.sh [--all] SCRATCH"
scratch=$1
tests="$(cd "$(dirname "$0")" && pwd)/Tests"

missing=()
need() { # PACKAGE, then a command that succeeds if it is installed
    local package=$1
    shift
    "$@" >/dev/null 2>&1 || missing+=("$package")
}
need curl command -v curl
need openssl command -v openssl
need python3-venv python3 -c 'import venv, ensurepip'
if $all; then
    # The article about archives distributes a check with GNU parallel.
    need parallel command -v parallel
    need openjdk-17-jre-headless command -v java
    need postgresql sh -c 'command -v initdb || ls /usr/lib/postgresql/*/bin/initdb'
fi
# The tests of the collector's page and of the recipe with a browser run only on Linux.
if [ "$(uname)" = Linux ]; then
    need chromium command -v chromium
    need chromium-driver command -v chromedriver
    need fonts-dejavu-core [ -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ]
fi
if [ ${#missing[@]} -gt 0 ]; then
    command -v apt-get >/dev/null || fail "install what these Debian packages contain: ${missing[*]}"
    echo "setup: installs ${missing[*]}"
    sudo=""
    [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get update -qq
    $sudo apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi

environment() { # NAME REQUIREMENTS
    local folder=$scratch/$1 wanted
    wanted=$(cksum <"$2")
    # This file is written last. An environment without it is incomplete.
    if [ -e "$folder/complete" ] && [ "$(cat "$folder/complete")" = "$wanted" ]; then return; fi
    echo "setup: installs the Python packages of $2 in $folder"
    rm -rf "$folder"
    python3 -m venv "$folder"
    "$folder/bin/pip" install --quiet --disable-pip-version-check --requirement "$2"
    echo "$wanted" >"$folder/complete"
}
environment sdks "$tests/TrackproofCollectorTests/SDKs/clients/requirements.txt"
environment control "$tests/TrackproofCollectorTests/Control/Python/requirements.txt"
if $all; then
    environment spark3 "$tests/TrackproofCommandTests/Spark/spark3.txt"
    environment spark4 "$tests/TrackproofCommandTests/Spark/spark4.txt"
    environment databases "$tests/TrackproofCommandTests/Databases/databases.txt"
fi
