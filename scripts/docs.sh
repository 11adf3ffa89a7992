#!/usr/bin/env bash
# Builds the documentation of the public modules. The build fails on every warning, for example about a broken link or a
# parameter without documentation. The module TrackproofSnapshots is an exception: test code sees only a part of it.
# Writes the archives to .build/docs.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "$(uname)" = Darwin ]; then docc() { xcrun docc "$@"; }; fi

mkdir -p .build
swift package dump-symbol-graph --minimum-access-level public --skip-synthesized-members \
    >.build/symbol-graph.log 2>&1 || { cat .build/symbol-graph.log >&2; exit 1; }
graphs=$(sed -nE 's/^Files written to (.*)$/\1/p' .build/symbol-graph.log)
[ -d "$graphs" ] || { echo "docs: no symbol graphs in '$graphs'" >&2; exit 1; }

docs=.build/docs
rm -rf "$docs"
mkdir -p "$docs"

# The order matters: the documentation of a module can only link to modules earlier in the list.
known=()
for module in Trackproof TrackproofBridge TrackproofSnapshots TrackproofAssertions TrackproofPlanTesting \
    TrackproofTesting TrackproofCollectorClient TrackproofUITesting; do
    mkdir -p "$docs/graphs/$module"
    cp "$graphs/$module.symbols.json" "$docs/graphs/$module/"
    cp "$graphs/$module@"*.symbols.json "$docs/graphs/$module/" 2>/dev/null || true
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
