#!/usr/bin/env bash
# One night: runs two apps and checks their events, merges the two reports, adds the result to the history, and posts
# the report to Slack.
#
# Usage: nightly.sh FOLDER
#
# The script keeps the history in FOLDER, and writes report.html, report.xml and summary.md there. Two variables are
# optional: NIGHTLY_BUGS has the bugs of the demo app to switch on, and TRACKPROOF_SLACK_WEBHOOK has the address of the
# chat. The script exits with 1 if the events are not as expected.
set -uo pipefail
examples="$(cd "$(dirname "$0")/.." && pwd)"
folder=$1
mkdir -p "$folder/shards"

# Before the first night, three runs of the app show which values vary. The script accepts the snapshot without a
# review. In a real project, a person reviews the snapshot.
if [ ! -e "$folder/walk.json" ]; then
    trackproof run --runs 3 --record all --snapshot "$folder/walk.json" -- trackproof-demo-app >"$folder/learn.log" 2>&1
    trackproof accept --all "$folder/walk.json" >>"$folder/learn.log" 2>&1
fi

# A CI server runs these commands in two jobs, and keeps the JSON files as artifacts. If a command fails, the script
# continues, because the merged report contains the failures.
trackproof run --snapshot "$folder/walk.json" --plan "$examples/Demo/Tracking/plan.yaml" \
    --report json="$folder/shards/walk.json" -- trackproof-demo-app ${NIGHTLY_BUGS:+--regressions "$NIGHTLY_BUGS"} >"$folder/walk.log" 2>&1
trackproof run --snapshot "$examples/Bridge/snapshot.json" --report json="$folder/shards/bridge.json" -- \
    python3 "$examples/Bridge/app.py" </dev/null >"$folder/bridge.log" 2>&1

# With --runs 2, the night fails if a job ended without a report.
trackproof report --from "$folder"/shards/*.json --runs 2 --history "$folder/history" \
    --report html="$folder/report.html" --report junit="$folder/report.xml" --report markdown="$folder/summary.md" \
    --report slack
