#!/usr/bin/env bash
# Builds trackproof for the workers of a cluster: SCRATCH/release/trackproof. It contains the libraries of Swift, C++ and
# zlib. So it needs only the C library of the system, and libgcc_s, which systems have beside it.
# Usage: scripts/worker.sh SCRATCH
set -euo pipefail

[ "$(uname)" = Linux ] || { echo "worker: build the worker on Linux" >&2; exit 1; }
mkdir -p "$1/static"
static=$(cd "$1/static" && pwd)
# The linker prefers a shared library, unless the folder that it searches first has only the static one. This folder comes
# first, because the package asks pkg-config where zlib is.
for library in libz.a libstdc++.a; do ln -sf "$(cc -print-file-name=$library)" "$static/$library"; done
printf 'Name: zlib\nDescription: zlib\nVersion: 1\nLibs: -L%s -lz\n' "$static" >"$static/zlib.pc"
cc -O2 -fPIC -c scripts/worker.c -o "$static/worker.o"
flags=(-Xlinker "$static/worker.o" -Xlinker -s)
for name in hypot hypotf arc4random; do flags+=(-Xlinker "--wrap=$name"); done
PKG_CONFIG_PATH=$static swift build -c release --disable-build-manifest-caching --package-path Tool --scratch-path "$1" \
    --product trackproof --static-swift-stdlib "${flags[@]}"
