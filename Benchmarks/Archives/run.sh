#!/usr/bin/env bash
# Measures checks of an archive of five million events, compared with alternatives in the same run.
# Usage: run.sh SCRATCH [--events N] [--runs K] [--only NAME …]
#
# SCRATCH is the build folder, with the command in SCRATCH/release/trackproof. Run Tool/setup.sh --all SCRATCH first. It makes
# the environment SCRATCH/spark4, and it needs Java. SCRATCH/archives gets the data, about 2 GB for five million events.
# Contenders with PostgreSQL are skipped if it is not installed (apt-get install postgresql).
# Set TRACKPROOF to measure another command.
set -euo pipefail

fail() { echo "run.sh: $*" >&2; exit 1; }

[ $# -ge 1 ] || fail "usage: run.sh SCRATCH [--events N] [--runs K] [--only NAME …]"
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(cd "$1" && pwd)
shift
events=5000000
if [ "${1:-}" = --events ]; then
    [ $# -ge 2 ] || fail "--events needs a number"
    events=$2
    shift 2
fi

trackproof=${TRACKPROOF:-$scratch/release/trackproof}
[ -x "$trackproof" ] || fail "$trackproof: there is no such program: run \`make release\`"
[ -e "$scratch/spark4/complete" ] || fail "$scratch/spark4: there is no such environment: run Tool/setup.sh --all $scratch"
spark=$(echo "$scratch"/spark4/lib/python3*/site-packages/pyspark)

venv=$scratch/archive-benchmarks
wanted=$(cksum <"$here/requirements.txt")
# This file is written last. An environment without it is incomplete.
if [ "$(cat "$venv/complete" 2>/dev/null)" != "$wanted" ]; then
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$here/requirements.txt"
    echo "$wanted" >"$venv/complete"
fi
export PYTHONDONTWRITEBYTECODE=1

# Data of another version of the generator would have another truth.
archive=$scratch/archives/$events-$(cat "$here/generate.py" "$here/events.py" "$here/plan.py" "$here/rows.py" | cksum | cut -d ' ' -f 1)
# This file is written last, too.
if [ ! -e "$archive/truth.json" ]; then
    rm -rf "$scratch/archives/$events-"*
    "$venv/bin/python" "$here/generate.py" "$archive" --events "$events"
fi

if [ ! -e "$archive/rows.json" ]; then "$venv/bin/python" "$here/rows.py" "$archive"; fi

mkdir -p "$scratch/archives/work"
exec "$venv/bin/python" "$here/measure.py" "$archive" --trackproof "$trackproof" --spark-home "$spark" \
    --work "$scratch/archives/work" "$@"
