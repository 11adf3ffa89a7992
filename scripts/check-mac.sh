#!/usr/bin/env bash
# Runs the scripts for macOS on Linux, with stand-ins for the tools of macOS and of Xcode, and without the tools that macOS
# lacks. This finds options and outputs that differ. It does not show what Xcode does. Build the tests, and the command in
# SCRATCH, before you run the script.
# Usage: scripts/check-mac.sh SCRATCH
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(uname)" = Linux ] || exit 0
scratch=$1
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
export MAC_TOOLS=$place/tools LINUX_PATH=$PATH XCODES=$place/Applications RUNNER_TEMP=$place/temp
mkdir -p "$MAC_TOOLS/platform" "$XCODES/Xcode_26.3.app" "$XCODES/Xcode_26.10.app" "$RUNNER_TEMP"

# The folder has all tools of this machine, except those that only Linux has.
IFS=: read -ra folders <<<"$PATH"
for folder in "${folders[@]}"; do
    for tool in "$folder"/*; do
        [ -e "$MAC_TOOLS/${tool##*/}" ] || ln -s "$tool" "$MAC_TOOLS/"
    done
done
for tool in setsid timeout nproc md5sum sha1sum sha256sum tac shuf numfmt realpath parallel initdb apt-get dpkg strace jq; do
    rm -f "$MAC_TOOLS/$tool"
done
mkdir "$MAC_TOOLS/.linux"
for tool in uname wc sed grep date stat cp mv ls head tail cut tr rm mkdir ln touch find xargs base64; do
    mv "$MAC_TOOLS/$tool" "$MAC_TOOLS/.linux/"
    ln -s "$PWD/scripts/mac/tool.sh" "$MAC_TOOLS/$tool"
done
for tool in sudo xcode-select defaults codesign brew otool xcodebuild xcrun; do
    ln -sf "$PWD/scripts/mac/apple.sh" "$MAC_TOOLS/$tool"
done

failed=0
try() { # COMMAND…
    if PATH=$MAC_TOOLS "$@" >"$place/log" 2>&1; then
        echo "check-mac: $*" | sed "s|$place|FOLDER|g; s|$PWD/||g"
    else
        cat "$place/log" >&2
        echo "check-mac: failed: $*" >&2
        failed=1
    fi
}

# The bash of macOS is 3.2.
newer='(declare|local|typeset) -[a-z]*[An]|mapfile|readarray|\$\{[A-Za-z_]+(\[@\])?(,|\^|@[A-Za-z])|&>>|\|&|wait -n|coproc|printf .%\('
if grep -nE "$newer" scripts/*.sh .ci/run Tool/setup.sh | grep -vE "^scripts/(check-mac|check-apple-branches|worker)\.sh"; then
    echo "check-mac: these lines need a newer bash than macOS has" >&2
    failed=1
fi

# The default Xcode is too old, so the first call selects another one, and downloads its platform.
try scripts/ci-macos-xcode.sh 26.4 iOS
if ! grep -q '^downloads iOS$' "$place/log"; then echo "check-mac: no platform was downloaded" >&2; failed=1; fi
try scripts/ci-macos-xcode.sh 26.10 iOS
if grep -q '^downloads' "$place/log"; then echo "check-mac: a platform was downloaded again" >&2; failed=1; fi
if (try scripts/ci-macos-xcode.sh 27.0; exit "$failed") 2>/dev/null; then
    echo "check-mac: an old Xcode was selected" >&2
    failed=1
fi
try scripts/check-compiler-messages.sh "$scratch"
try python3 scripts/check-isolation.py "$scratch/debug/Modules"
try scripts/ci-macos-symbols.sh "$place/symbols"
try scripts/ci-macos-unit-tests.sh "$place/unit"
for bridge in tcp alert; do try scripts/ci-macos-ui-tests.sh $bridge "$place/ui-$bridge"; done
try scripts/ci-macos-ui-tests.sh alert "$place/ui" SharedSessionTests
try scripts/ci-macos-example.sh "$place/example"
try scripts/ci-macos-run.sh "$scratch/debug/trackproof" "$place/run"
try scripts/ci-macos-without-sources.sh "$place/without-sources"
exit "$failed"
