#!/usr/bin/env bash
# Proves that failed assertions fail real test runs. Runs the tests of TrackproofTestingFailures, and fails if a test
# passes that must fail. Build the tests in SCRATCH before you run the script.
# Usage: scripts/check-failures.sh SCRATCH
set -euo pipefail

cd "$(dirname "$0")/.."
scratch=$1
results=$(mktemp -d)
mkdir "$results/attachments" "$results/snapshots"
trap 'rm -rf "$results"' EXIT
export TRACKPROOF_MUST_FAIL=1
export TRACKPROOF_SNAPSHOTS="$results/snapshots"
status=0

complain() { echo "check-failures: $*" >&2; status=1; }

tests() { swift test --skip-build --scratch-path "$scratch" "$@"; }

run() { tests "$@" >"$results/log" 2>&1; }

# Runs one suite or test. On Linux, starts the program with the tests itself, because `swift test` runs both frameworks.
only() { # FRAMEWORK NAME
    local program=$scratch/debug/trackproofPackageTests.xctest
    if [ "$(uname)" = Darwin ]; then
        run --filter "$2"
    elif [ "$1" = XCTest ]; then
        "$program" "TrackproofTestingFailures.$2" >"$results/log" 2>&1
    else
        "$program" --testing-library swift-testing --filter "$2" >"$results/log" 2>&1
    fi
}

# Prints the tests in a results file, one per line: `failed` or `passed`, then the name.
outcomes() {
    awk '
        function attribute(name) {
            if (!match($0, " " name "=\"[^\"]*\"")) return ""
            return substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
        }
        function end_test() { if (test != "") print outcome, test }
        /<testcase / { end_test(); test = attribute("classname") "/" attribute("name"); outcome = "passed" }
        /<failure|<error/ { outcome = "failed" }
        END { end_test() }' "$1"
}

# Returns whether each of the tests that passed fails in a second run. The work that a test leaves at its end has a few
# milliseconds for its event, which can be too short if the system stops its thread.
fail_again() {
    local outcome test
    while read -r outcome test; do
        if [ "$outcome" = passed ] &&
            tests --filter "$(sed 's/[().]/\\&/g' <<<"$test")" </dev/null >"$results/again" 2>&1
        then
            return 1
        fi
    done <"$results/outcomes"
}

# Complains if no test of a framework ran, or if one of its tests passed.
check() {
    local framework=$1 file=$2 count
    [ -s "$file" ] || { tail -n 20 "$results/log" >&2; complain "$framework wrote no results"; return; }
    outcomes "$file" >"$results/outcomes"
    count=$(grep -c '' "$results/outcomes" || true)
    if [ "$count" = 0 ]; then
        complain "no test of $framework ran"
    elif grep '^passed' "$results/outcomes" >&2 && ! fail_again; then
        complain "these tests of $framework passed, but must fail"
    else
        echo "$framework: all $count tests failed, as they must"
    fi
}

# Without --parallel, swift test writes no results for XCTest.
if run --parallel --filter '^TrackproofTestingFailures\.' --skip 'FailingRun|Crowd' --xunit-output "$results/x.xml" \
    --attachments-path "$results/attachments"; then
    complain "swift test succeeded, but must fail"
fi
check XCTest "$results/x.xml"
check "Swift Testing" "$results/x-swift-testing.xml"

# If a test of XCTest tracks an event in tearDown(), the failure must say so.
if grep -aq 'tracked during tearDown(), so check it at the end of tearDown(): number 1$' "$results/log" &&
    grep -aq 'tracked during tearDown(), after recordEvents() had checked the events of .*: track saved$' "$results/log"
then
    echo "XCTest: the failures say that events were tracked during tearDown()"
else
    complain "no failure says that an event was tracked during tearDown()"
fi

# If a test had failed before `expectSnapshot()`, it must write only a pending snapshot. If a test fails only because it
# recorded a snapshot, the recorded snapshot must stay.
recorded=$(cd "$results/snapshots" && find . -name '*.json' ! -name '*.pending.json' | sort)
pending=$(find "$results/snapshots" -name '*SnapshotAfterAFail*.pending.json' | grep -c '' || true)
if [ "$(grep -c . <<<"$recorded")" != 4 ] || grep -v 'ecordedSnapshots' <<<"$recorded" >&2; then
    complain "tests that had failed before recorded snapshots, or tests that must record a snapshot did not"
elif [ "$pending" != 5 ]; then
    complain "expected 5 pending snapshots of failed tests, found $pending"
else
    echo "XCTest and Swift Testing: failed tests recorded no snapshots"
fi

# A test or a session that fails attaches its events, as a table and as a recording.
if grep -qs 'track tap' "$results/attachments"/events*.txt &&
    python3 -c '
import json, sys
recordings = [json.load(open(path)) for path in sys.argv[1:]]
assert any(event["name"] == "tap" for events in recordings for event in events)
' "$results/attachments"/events*.json; then
    echo "Swift Testing: $(ls "$results/attachments"/events*.json | grep -c '') recordings are attached"
else
    complain "no recording is attached"
fi

if [ "$(head -c 4 "$results/attachments"/screenshot*.png 2>/dev/null | grep -ac PNG)" -gt 0 ]; then
    echo "Swift Testing: a picture is attached"
else
    complain "no picture of a failure is attached"
fi

# Several tests share one session in one process. Each test must fail because of its own events only.
failed_alone() {
    # On macOS, the name is -[TrackproofTestingFailures.FailingSharedUISessionXCTests testA].
    grep -aqE "FailingSharedUISessionXCTests[. ]test$1\]? : .*no assertion has checked: track $2 \(number 1\)" "$results/log"
}
if only XCTest FailingSharedUISessionXCTests; then
    complain "FailingSharedUISessionXCTests passed, but must fail"
elif failed_alone A a && failed_alone B b && grep -aq 'Executed 3 tests, with 3 failures' "$results/log"; then
    echo "XCTest: each test of a shared session failed for its own events, as it must"
else
    complain "FailingSharedUISessionXCTests failed for another reason"
fi

# A failure that belongs to no test must fail the run. Each of these failures gets its own run.
for test in anAssertionInADetachedTaskWithoutARecorder anAssertionInADetachedTaskThatNamesNoRecorder \
    anAssertionOnAThreadWithAnOwnRecorder; do
    if only "Swift Testing" "FailingRunTests/$test"; then
        complain "FailingRunTests/$test passed, but must fail"
    elif grep -aq 'recorded an issue at FailingTests.swift' "$results/log"; then
        echo "Swift Testing: the run of $test failed, as it must"
    else
        complain "FailingRunTests/$test failed for another reason"
    fi
done
# If a recorder outlives its test, its events are checked when the process ends.
if only "Swift Testing" FailingRunTests/uncheckedEventsOfAStaticRecorder; then
    complain "FailingRunTests/uncheckedEventsOfAStaticRecorder passed, but must fail"
elif grep -aq 'error: .*uncheckedEventsOfAStaticRecorder(): 1 event that no assertion has checked: track tap' \
    "$results/log"; then
    echo "Swift Testing: the run of uncheckedEventsOfAStaticRecorder failed, as it must"
else
    complain "FailingRunTests/uncheckedEventsOfAStaticRecorder failed for another reason"
fi

# If a test of XCTest tracks an event only after it has ended, the suite must fail and name this test. The test that runs
# at that moment must pass.
if only XCTest FailingRunOfSeveralXCTests; then
    complain "FailingRunOfSeveralXCTests passed, but must fail"
elif grep -aq 'tracked after FailingRunOfSeveralXCTests/testA had ended: track late' "$results/log" &&
    grep -aq 'error: .*this assertion comes too late: the test.s events were already checked' "$results/log" &&
    [ "$(grep -acE "Test Case .*FailingRunOfSeveralXCTests.* passed" "$results/log")" = 3 ] &&
    grep -aqE 'Executed [34] tests, with 2 failures' "$results/log"; then
    echo "XCTest: the late events of FailingRunOfSeveralXCTests failed the run and no other test, as they must"
else
    complain "FailingRunOfSeveralXCTests failed for another reason"
fi

# The same for a closure on the main queue, which a later test runs while it waits.
if only XCTest FailingRunOnMainQueueXCTests; then
    complain "FailingRunOnMainQueueXCTests passed, but must fail"
elif grep -aq 'tracked after FailingRunOnMainQueueXCTests/testA had ended: track late' "$results/log" &&
    [ "$(grep -acE "Test Case .*FailingRunOnMainQueueXCTests.* passed" "$results/log")" = 2 ]; then
    echo "XCTest: the late event of FailingRunOnMainQueueXCTests failed the run and no test, as it must"
else
    complain "FailingRunOnMainQueueXCTests failed for another reason"
fi

# If a test of XCTest makes a recorder itself, and the recorder outlives the test, its events are checked when all tests
# have run.
if only XCTest FailingRunOwnRecorderXCTests; then
    complain "FailingRunOwnRecorderXCTests passed, but must fail"
elif [ "$(grep -ac 'FailingXCTests.swift.*error: .*1 event that no assertion has checked: track' "$results/log")" = 6 ] &&
    grep -aq 'error: .*1 assertion did not finish before the test ended' "$results/log" &&
    grep -aqE 'Executed [78] tests, with 7 failures' "$results/log"; then
    echo "XCTest: the run of FailingRunOwnRecorderXCTests failed, as it must"
else
    complain "FailingRunOwnRecorderXCTests failed for another reason"
fi

# If no test uses a facade that tracked an event before the tests, the event fails the run.
if only XCTest FailingRunEarlyXCTests; then
    complain "FailingRunEarlyXCTests passed, but must fail"
elif grep -aq 'error: .*1 event reached no test, because no test was running: screen list' "$results/log" &&
    grep -aq '^subclass RecordingTestCase, or make the facade in setUp() or in the test$' "$results/log"; then
    echo "XCTest: the run of FailingRunEarlyXCTests failed, as it must"
else
    complain "FailingRunEarlyXCTests failed for another reason"
fi

# XCTest runs one test several times, to learn which values vary between the runs.
if TRACKPROOF_RECORD=all TRACKPROOF_RECORD_RUNS=3 only XCTest FailingRunLearningXCTests; then
    complain "FailingRunLearningXCTests passed, but must fail"
elif grep -aq '3 runs differ' "$results/log" && grep -aq 'purchase.attempt: integer' "$results/log"; then
    echo "XCTest: three runs of one test showed what varies"
else
    complain "FailingRunLearningXCTests failed for another reason"
fi

# If an event belongs to no test, the run must print a warning.
if ! only XCTest FailingRunXCTests; then
    complain "FailingRunXCTests failed, but must pass"
elif grep -aq 'warning: 1 event reached no test, because no test was running: track launched' "$results/log"; then
    echo "XCTest: FailingRunXCTests printed a warning, as it must"
else
    complain "FailingRunXCTests printed no warning, but must"
fi
exit $status
