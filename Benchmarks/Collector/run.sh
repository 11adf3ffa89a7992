#!/usr/bin/env bash
# Measures how many events per second a collector stores, compared with its alternatives in the same run.
# Usage: run.sh SCRATCH [SECONDS]
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
scratch=$1
seconds=${2:-10}
command -v wrk >/dev/null || { echo "wrk is needed: apt-get install wrk" >&2; exit 1; }
venv=$scratch/collector-benchmarks
[ -x "$venv/bin/mitmdump" ] || { python3 -m venv "$venv" && "$venv/bin/pip" install -q -r "$here/requirements.txt"; }
products=$(cd "$scratch/release" && pwd)
work=$(mktemp -d)
trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$work"' EXIT

# start NAME COMMAND…   (COMMAND must print its address as its first line; NAME is only a label)
start() {
    : >"$work/address"
    "${@:2}" >"$work/address" 2>"$work/errors" &
    server=$!
    for _ in $(seq 200); do
        address=$(head -n 1 "$work/address")
        [ -z "$address" ] || return 0
        sleep 0.05
    done
    cat "$work/errors" >&2
    exit 1
}

stop() {
    kill "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
}

load() { BATCH=$1 wrk -t 1 -c 32 -d "${2}s" -s "$here/load.lua" "$address" -- "$1" "$RANDOM$RANDOM" | sed -n 's/^events.s //p'; }

measure() { # NAME BATCH
    load "$2" 1 >/dev/null
    local result
    result=$(load "$2" "$seconds")
    printf '%-28s %4s %12s events/s %8s errors %6s MiB\n' "$1" "$2" "${result%% *}" "${result##* }" \
        "$(awk '/VmHWM/ { printf "%d", $2 / 1024 }' "/proc/$server/status")"
}

for batch in 1 20 100; do
    start ceiling "$products/collector-ceiling"
    measure "ceiling" "$batch"
    stop
    rm -f "$work"/store*
    start collector "$products/trackproof-collector" --port 0 --no-token --store "$work/store.sqlite" --keep-events 1000000000
    measure "trackproof collect" "$batch"
    stop
    rm -f "$work"/rows*
    start aiohttp "$venv/bin/python" "$here/aiohttp_server.py" "$work/rows.sqlite"
    measure "aiohttp, orjson, SQLite" "$batch"
    stop
    port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    "$venv/bin/mitmdump" -q --mode reverse:http://127.0.0.1:1 --set connection_strategy=lazy --listen-host 127.0.0.1 \
        --listen-port "$port" -s "$here/mitmproxy_addon.py" >"$work/mitm" 2>&1 &
    server=$!
    address=http://127.0.0.1:$port
    until curl -s -o /dev/null -m 1 -X POST -d '{}' "$address/"; do sleep 0.2; done
    measure "mitmproxy, bodies kept" "$batch"
    stop
done
