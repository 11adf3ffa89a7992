#!/bin/sh
# Tests an app with the collector and curl. The script opens a session, sends an event and waits for the event. Then it
# compares the events of the session with a snapshot, and exports them.
set -eu
cd "$(dirname "$0")"
collector=${TRACKPROOF_COLLECTOR:-http://127.0.0.1:9090}
api=$collector/trackproof/v1

# The collector writes its token to a file in the user's home folder. With --no-token, the collector needs no token.
token=${TRACKPROOF_COLLECTOR_TOKEN:-$(cat "$HOME/.trackproof/collector-${collector##*:}.token" 2>/dev/null || true)}

# curl reads the header from its standard input. If the header were an argument, other users could see the token in the
# list of processes.
ask() {
    printf 'header = "Authorization: Bearer %s"\n' "$token" | curl --silent --show-error --fail-with-body --config - "$@"
}
member() { sed -n 's/.*"'"$1"'":"\([^"]*\)".*/\1/p'; }

# curl tries again if the collector was started just now and is not ready yet.
ask --retry 5 --retry-delay 1 --retry-connrefused "$api/health" >/dev/null

opened=$(ask --data '{"name":"checkout"}' "$api/sessions")
session=$(echo "$opened" | member session)
url=$(echo "$opened" | member url)

# In a real test, the app runs now, and its SDK sends to $url. Here, curl sends what Segment's SDK would send.
ask --data '{"writeKey":"any","batch":[{"type":"track","event":"purchase","userId":"u-1",
    "messageId":"m-1","properties":{"order_id":"3f2504e0-4f89-41d3-9a0c-0305e82c3301","price":19.99}}]}' \
    "$url/v1/batch" >/dev/null

waited=$(ask --data '{"session":"'"$session"'","name":"purchase","parameters":{"price":19.99},"within":5}' "$api/wait")
case $waited in
'{"satisfied":true,'*) echo "purchase arrived" ;;
*) echo "purchase did not arrive: $waited" >&2 && exit 1 ;;
esac

verified=$(ask --data-binary @snapshot.json "$api/verify?session=$session")
case $verified in
'{"passed":true,'*) echo "all as expected" ;;
*) echo "differences: $verified" >&2 && exit 1 ;;
esac

# Prints the events as a recording, which `trackproof show`, `diff`, `verify` and `accept` read.
ask "$api/export?session=$session"
