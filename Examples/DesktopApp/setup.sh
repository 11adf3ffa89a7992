#!/usr/bin/env bash
# Checks that all programs and libraries for the desktop app and its UI tests are installed. On Debian and Ubuntu,
# installs missing packages without asking.
set -euo pipefail

fail() { echo "setup: $*" >&2; exit 1; }

[ "$(uname)" = Linux ] || fail "the desktop app and its tests run only on Linux"

missing=()
need() { # PACKAGE, then a command that succeeds if the package is installed
    local package=$1
    shift
    "$@" >/dev/null 2>&1 || missing+=("$package")
}
need libgtk-3-dev [ -e /usr/include/gtk-3.0/gtk/gtk.h ]
need pkg-config command -v pkg-config
need xvfb command -v Xvfb
need at-spi2-core [ -e /usr/share/dbus-1/services/org.a11y.Bus.service ]
need dbus command -v dbus-daemon
need xclip command -v xclip
need fonts-dejavu-core [ -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ]
need util-linux command -v setpriv

[ ${#missing[@]} -gt 0 ] || exit 0
command -v apt-get >/dev/null || fail "install the programs and libraries of these Debian packages: ${missing[*]}"
sudo=""
[ "$(id -u)" = 0 ] || sudo=sudo
$sudo apt-get update -qq
$sudo apt-get install -y -qq --no-install-recommends "${missing[@]}"
