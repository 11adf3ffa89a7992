#!/usr/bin/env bash
# Builds the documentation of the public modules. The build fails on every warning, for example about a broken link or a
# parameter without documentation. The module TrackproofSnapshots is an exception: test code sees only a part of it.
# Writes the archives to .build/docs. Build the library in SCRATCH before you run the script.
# Usage: scripts/docs.sh SCRATCH
set -euo pipefail
cd "$(dirname "$0")/.."
modules=$1/debug/Modules
target=$(swiftc -print-target-info | sed -nE 's/^ *"triple": "(.*)",$/\1/p' | head -n 1)

if [ "$(uname)" = Darwin ]; then
    docc() { xcrun docc "$@"; }
    extract() { xcrun swift-symbolgraph-extract -sdk "$(xcrun --show-sdk-path)" "$@"; }
else
    extract() { swift-symbolgraph-extract "$@"; }
fi

docs=.build/docs
rm -rf "$docs"
mkdir -p "$docs"

# The order matters: the documentation of a module can only link to modules earlier in the list.
known=()
for module in Trackproof TrackproofBridge TrackproofSnapshots TrackproofAssertions TrackproofPlanTesting \
    TrackproofTesting TrackproofCollectorClient TrackproofUITesting; do
    mkdir -p "$docs/graphs/$module"
    extract -module-name "$module" -I "$modules" -target "$target" -output-dir "$docs/graphs/$module" \
        -minimum-access-level public -skip-synthesized-members
    catalog=()
    [ ! -d "Sources/$module/$module.docc" ] || catalog=("Sources/$module/$module.docc")
    dependencies=()
    for other in "${known[@]:+${known[@]}}"; do dependencies+=(--dependency "$docs/$other.doccarchive"); done
    strict=(--warnings-as-errors)
    [ "$module" != TrackproofSnapshots ] || strict=(--diagnostic-level error)
    docc convert "${catalog[@]:+${catalog[@]}}" --additional-symbol-graph-dir "$docs/graphs/$module" \
        --fallback-display-name "$module" --fallback-bundle-identifier "$module" \
        --output-path "$docs/$module.doccarchive" --enable-experimental-external-link-support \
        --transform-for-static-hosting "${strict[@]}" "${dependencies[@]:+${dependencies[@]}}"
    known+=("$module")
done
echo "docs: ${#known[@]} modules in $docs"
