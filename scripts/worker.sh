#!/usr/bin/env bash
# Builds trackproof-worker, the program that the workers of a cluster run: SCRATCH/release/trackproof-worker. It contains
# the libraries of Swift, C++ and zlib, and needs only the C library of the system.
# If SYSROOT is a folder with an older Linux, such as one that debootstrap makes, the program also runs on systems with
# the C library of that Linux. The packages libc6-dev, libstdc++-10-dev and zlib1g-dev must be installed in SYSROOT.
# Usage: [SYSROOT=FOLDER] scripts/worker.sh SCRATCH
set -euo pipefail

scratch=$1
[ "$(uname)" = Linux ] || { echo "worker: build the worker on Linux" >&2; exit 1; }
# The linker prefers a shared library, unless the folder that it searches first has only the static one.
mkdir -p "$scratch/static"
ln -sf "$(cc -print-file-name=libz.a)" "$scratch/static/libz.a"
flags=(-Xlinker "-L$(cd "$scratch/static" && pwd)" -Xlinker -s)
flags+=(-Xswiftc -Xclang-linker -Xswiftc -static-libstdc++ -Xswiftc -Xclang-linker -Xswiftc -static-libgcc)
[ -z "${SYSROOT:-}" ] || flags+=(-Xswiftc -Xclang-linker -Xswiftc "--sysroot=$SYSROOT")
swift build -c release --disable-build-manifest-caching --package-path Tool --scratch-path "$scratch" \
    --product trackproof-worker --static-swift-stdlib "${flags[@]}"
