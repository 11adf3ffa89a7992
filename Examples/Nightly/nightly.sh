#!/usr/bin/env bash
# One night: runs the tests of two targets, merges their reports, adds the result to the history, and posts it to Slack.
#
# Usage: nightly.sh FOLDER
#
# FOLDER keeps the history, and gets report.html, report.xml and summary.md. The variables NIGHTLY_BUGS and
# TRACKPROOF_SLACK_WEBHOOK can be set. Exits with 1 if the events are not as expected.
set -uo pipefail
examples="$(cd "$(dirname "$0")/.." && pwd)"
folder=$1
mkdir -p "$folder/shards"

# Before the first night, three runs of the app show which values vary. A person would review the snapshot.
if [ ! -e "$folder/walk.json" ]; then
    trackproof run --runs 3 --record all --snapshot "$folder/walk.json" -- trackproof-demo-app >"$folder/learn.log" 2>&1
    trackproof accept --all "$folder/walk.json" >>"$folder/learn.log" 2>&1
fi

# A CI server runs these commands in two jobs, and keeps the JSON files as artifacts. Their exit status does not end the
# night: the merged report has their failures.
trackproof run --snapshot "$folder/walk.json" --plan "$examples/Demo/Tracking/plan.yaml" \
    --report json="$folder/shards/walk.json" -- trackproof-demo-app ${NIGHTLY_BUGS:+--regressions "$NIGHTLY_BUGS"} >"$folder/walk.log" 2>&1
trackproof run --snapshot "$examples/Bridge/snapshot.json" --report json="$folder/shards/bridge.json" -- \
    python3 "$examples/Bridge/app.py" </dev/null >"$folder/bridge.log" 2>&1

# With --runs, a job that ended without a report makes the night fail.
trackproof report --from "$folder"/shards/*.json --runs 2 --history "$folder/history" \
    --report html="$folder/report.html" --report junit="$folder/report.xml" --report markdown="$folder/summary.md" \
    --report slack
