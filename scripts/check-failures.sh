#!/usr/bin/env bash
# Proves in real processes that failures fail: runs the tests of TrackproofTestingFailures, each of which must fail, and
# fails itself where one passes. The tests must have been built. Usage: check-failures.sh [SCRATCH-PATH]
set -euo pipefail

cd "$(dirname "$0")/.."
scratch=${1:-.build}
results=$(mktemp -d)
mkdir "$results/attachments" "$results/snapshots"
trap 'rm -rf "$results"' EXIT
export TRACKPROOF_MUST_FAIL=1
export TRACKPROOF_SNAPSHOTS="$results/snapshots"
status=0

complain() { echo "check-failures: $*" >&2; status=1; }

run() { swift test --disable-build-manifest-caching --scratch-path "$scratch" --skip-build "$@" >"$results/log" 2>&1; }

# The tests in a file of results, one a line: `failed` or `passed`, then the name.
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

# Complains unless all tests of a framework have failed.
check() {
    local framework=$1 file=$2 count
    [ -s "$file" ] || { tail -n 20 "$results/log" >&2; complain "$framework has written no results"; return; }
    outcomes "$file" >"$results/outcomes"
    count=$(grep -c '' "$results/outcomes" || true)
    if [ "$count" = 0 ]; then
        complain "no test of $framework has run"
    elif grep '^passed' "$results/outcomes" >&2; then
        complain "these tests of $framework must fail"
    else
        echo "$framework: all of $count tests failed, as they must"
    fi
}

# Without --parallel no results are written for XCTest.
if run --parallel --filter '^TrackproofTestingFailures\.' --skip FailingRun --xunit-output "$results/x.xml" \
    --attachments-path "$results/attachments"; then
    complain "swift test has succeeded"
fi
check XCTest "$results/x.xml"
check "Swift Testing" "$results/x-swift-testing.xml"

# A test that has failed leaves its snapshot pending; one that fails because it records leaves it recorded.
recorded=$(cd "$results/snapshots" && find . -name '*.json' ! -name '*.pending.json' | sort)
pending=$(find "$results/snapshots" -name '*SnapshotAfterAFail*.pending.json' | wc -l)
if [ "$(grep -c . <<<"$recorded")" != 4 ] || grep -v 'ecordedSnapshots' <<<"$recorded" >&2; then
    complain "failed tests have recorded snapshots, or others have not"
elif [ "$pending" != 5 ]; then
    complain "$pending of 5 failed tests have left their snapshots pending"
else
    echo "XCTest and Swift Testing: failed tests have recorded no snapshot"
fi

# A session whose test fails leaves its recording.
if grep -qs 'track tap' "$results/attachments"/events*.txt; then
    echo "Swift Testing: recordings are attached"
else
    complain "no recording of a session is attached"
fi

# One session for several tests, in one process: each fails for its own events.
failed_alone() {
    grep -aq "FailingSharedUISessionXCTests.test$1 : .*no assertion has checked: track $2 (number 1)" "$results/log"
}
if run --filter FailingSharedUISessionXCTests; then
    complain "a run of FailingSharedUISessionXCTests must fail"
elif failed_alone A a && failed_alone B b && grep -aq 'Executed 3 tests, with 3 failures' "$results/log"; then
    echo "XCTest: each test of a shared session failed by itself, as it must"
else
    complain "the tests of FailingSharedUISessionXCTests failed of something else"
fi

# Failures that belong to no test are to fail the run: each in one of its own.
for test in inADetachedTaskWithoutARecorder inADetachedTaskThatNamesNone onAThreadWithARecorderOfOnesOwn; do
    if run --filter "FailingRunTests/$test"; then
        complain "a run of FailingRunTests/$test must fail"
    elif grep -aq 'recorded an issue at FailingTests.swift' "$results/log"; then
        echo "Swift Testing: the run of $test failed, as it must"
    else
        complain "FailingRunTests/$test failed of something else"
    fi
done
# A recorder that outlives its test is judged when the process ends.
if run --filter FailingRunTests/withARecorderThatIsKept; then
    complain "a run of FailingRunTests/withARecorderThatIsKept must fail"
elif grep -aq 'error: .*withARecorderThatIsKept(): 1 event that no assertion has checked: track tap' "$results/log"; then
    echo "Swift Testing: the run of withARecorderThatIsKept failed, as it must"
else
    complain "FailingRunTests/withARecorderThatIsKept failed of something else"
fi

# What one test of XCTest leaves to the next, in one process: it is told in the name of the first.
if run --filter FailingRunOfSeveralXCTests; then
    complain "a run of FailingRunOfSeveralXCTests must fail"
elif grep -aq 'tracked after FailingRunOfSeveralXCTests/testA had ended: track late' "$results/log" &&
    grep -aq 'error: .*this assertion comes too late: what the test tracked has been judged' "$results/log" &&
    grep -aq 'Executed 3 tests, with 1 failure' "$results/log"; then
    echo "XCTest: late work of FailingRunOfSeveralXCTests failed in the name of its test, as it must"
else
    complain "FailingRunOfSeveralXCTests failed of something else"
fi

# XCTest runs a test several times to learn what varies.
if TRACKPROOF_RECORD=all TRACKPROOF_RECORD_RUNS=3 run --filter FailingRunLearningXCTests; then
    complain "a run of FailingRunLearningXCTests must fail"
elif grep -aq '3 runs differ' "$results/log" && grep -aq 'purchase.attempt: integer' "$results/log"; then
    echo "XCTest: three runs of one test have shown what varies"
else
    complain "FailingRunLearningXCTests failed of something else"
fi

# An event that is no test's is not lost without a word.
if ! run --filter FailingRunXCTests; then
    complain "a run of FailingRunXCTests must pass"
elif grep -aq 'warning: 1 event tracked while no test ran, and no test has seen them: track launched' "$results/log"; then
    echo "XCTest: the run of FailingRunXCTests warned, as it must"
else
    complain "a run of FailingRunXCTests must warn"
fi
exit $status
