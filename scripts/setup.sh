#!/usr/bin/env bash
# Checks that all tools and libraries for a build are installed. On Debian and Ubuntu, installs missing packages without
# asking.
set -euo pipefail

fail() { echo "setup: $*" >&2; exit 1; }

command -v swift >/dev/null || fail "Swift 6.3 or later is needed: https://www.swift.org/install"
version=$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+)\.([0-9]+).*/\1 \2/p' | head -n 1)
read -r major minor <<<"${version:-0 0}"
if ((major < 6 || (major == 6 && minor < 3))); then
    fail "Swift 6.3 or later is needed, found ${major}.${minor}: https://www.swift.org/install"
fi

# On macOS, Xcode contains everything else. On Debian and Ubuntu, builds also need the packages below. For example,
# Swift needs a C library to build and git to fetch dependencies.
if [ "$(uname)" = Linux ] && command -v apt-get >/dev/null; then
    missing=()
    command -v git >/dev/null || missing+=(git)
    [ -e /usr/include/stdio.h ] || missing+=(libc6-dev)
    python3 -c 'import venv, ensurepip' 2>/dev/null || missing+=(python3 python3-venv)
    # The collector stores requests with SQLite and decompresses them with zlib.
    [ -e /usr/include/sqlite3.h ] || missing+=(libsqlite3-dev)
    [ -e /usr/include/zlib.h ] || missing+=(zlib1g-dev)
    ls /usr/lib/gcc/*/*/crtbegin.o >/dev/null 2>&1 || missing+=(libstdc++-12-dev)
    if [ ${#missing[@]} -gt 0 ]; then
        echo "setup: installs ${missing[*]}"
        sudo=""
        [ "$(id -u)" = 0 ] || sudo=sudo
        $sudo apt-get update -qq
        $sudo apt-get install -y -qq --no-install-recommends "${missing[@]}"
    fi
fi
