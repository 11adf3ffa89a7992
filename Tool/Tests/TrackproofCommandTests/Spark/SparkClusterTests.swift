import Foundation
import Testing

/// Tests of checks on a cluster with two workers, in which processes fail.
@Suite("trackproof plan audit --engine spark, cluster", .serialized, .timeLimit(.minutes(20)))
struct SparkClusterTests {
    private static let cluster = Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trackproof-cluster-\(UUID())")
        return try SparkCluster(folder: folder.path)
    }

    private static func check(
        in place: Workplace, options: String, worker: String? = nil, cluster: SparkCluster? = nil
    ) async throws -> Outcome {
        try await place.checkWithSpark(master: (cluster ?? Self.cluster.get()).url, options, worker: worker)
    }

    private static let plan = "--plan 'plans/it'\\''s one'"

    /// Commands that kill a process after the checker has printed half of its result.
    ///
    /// The first command kills the checker, the second the executor that started the checker, and the third the worker
    /// that started the executor.
    private static let attacks = #"""
        ancestor() {  # the nth process above this one that is a Java virtual machine; nothing if there is none
            local process=$PPID count=0
            # The processes above this one can be killed at any time. Then process 1 is the next one above.
            while [ "${process:-1}" -gt 1 ]; do
                [ "$(cat "/proc/$process/comm")" != java ] || count=$((count + 1))
                [ $count -lt "$1" ] || { echo "$process"; return; }
                process=$(cut -d ' ' -f 4 "/proc/$process/stat")
            done
        }
        attack() {  # NAME PROCESS ARGUMENT…
            local name=$1 process=$2 result
            shift 2
            [ -n "$process" ] || return 0
            mkdir "$place/$name" 2>/dev/null || return 0
            result=$("$real" "$@")
            echo "${result:0:${#result}/2}"
            kill -9 "$process"
            sleep 60
        }

        """#

    @Test func killedProcessesDoNotChangeTheReport() async throws {
        let place = try await SparkFileTests.place()
        let whole = try await place.shell("trackproof plan audit archive \(Self.plan)")
        let worker = #"""
            attack checker $$ "$@"
            attack executor "$(ancestor 1)" "$@"
            attack worker "$(ancestor 2)" "$@"
            exec "$real" "$@"
            """#
        // The test kills a worker, so it cannot use the cluster of the other tests.
        let own = try SparkCluster(folder: place.path + "/cluster")
        let outcome = try await Self.check(
            in: place, options: "archive \(Self.plan)", worker: Self.attacks + worker, cluster: own)
        #expect(place.has("checker") && place.has("executor") && place.has("worker"))
        #expect(outcome.output == whole.output, "\(outcome.errors)")
        #expect(outcome.status == 1)
    }

    @Test func aKilledCheckerOfRecordsDoesNotChangeTheReport() async throws {
        let place = try Workplace()
        try place.write(HostileArchive.plan, to: "Tracking/plan.yaml")
        for number in 1...4 { try place.write(HostileArchive.bytes, to: "archive/\(number).ndjson") }
        let whole = try await place.shell("trackproof plan audit archive --layout segment --no-places")
        let outcome = try await Self.check(
            in: place, options: "'file://\(place.path)/archive' --layout segment",
            worker: Self.attacks + #"attack checker $$ "$@"; exec "$real" "$@""#)
        #expect(place.has("checker"))
        #expect(outcome.output == whole.output, "\(outcome.errors)")
    }

    /// Tests two attempts of one task. The first waits until Spark has started the second, so both print a result.
    @Test func speculationDoesNotCountTwice() async throws {
        let place = try await SparkFileTests.place()
        let whole = try await place.shell("trackproof plan audit archive \(Self.plan)")
        let worker = #"""
            case "$*" in
            *"--job 0/"*)
                result=$("$real" "$@")
                if mkdir "$place/first" 2>/dev/null; then
                    for try in {1..600}; do
                        [ ! -e "$place/second" ] || break
                        sleep 0.1
                    done
                    [ -e "$place/second" ] || exit 70
                else
                    touch "$place/second"
                fi
                echo "$result";;
            *) exec "$real" "$@";;
            esac
            """#
        let settings = ["spark.speculation=true", "spark.speculation.quantile=0.1", "spark.speculation.multiplier=1.1"]
        let options = settings.map { "--spark-conf \($0)" }.joined(separator: " ")
        let outcome = try await Self.check(in: place, options: "archive \(Self.plan) \(options)", worker: worker)
        #expect(place.has("second"))
        #expect(outcome.output == whole.output, "\(outcome.errors)")
    }

    /// Tests files of very different sizes: one file with nine tenths of the events, and a thousand small files.
    @Test func unequalFilesGiveTheReportOfOneMachine() async throws {
        let place = try Workplace()
        try place.write(
            "plan: 1\nevents:\n  seen: {parameters: {n: {type: integer, maximum: 900}}}\n", to: "Tracking/plan.yaml")
        let lines = (0..<1_000).map {
            #"{"type":"track","event":"seen","timestamp":"2026-01-02T03:04:05Z","properties":{"n":\#($0)}}"#
        }
        for file in 0..<1_000 {
            let text = (0..<10).map { lines[(file * 10 + $0) % 1_000] + "\n" }.joined()
            try place.write(text, to: "archive/\(file / 100)/\(file).ndjson")
        }
        try place.write(String(repeating: lines.joined(separator: "\n") + "\n", count: 90), to: "archive/large.ndjson")
        let whole = try await place.shell(
            "gzip -1 archive/large.ndjson; trackproof plan audit archive --layout segment")
        #expect(whole.output.contains("90100 of 100000 events as planned"), "\(whole.output)")
        let outcome = try await Self.check(in: place, options: "archive --layout segment")
        #expect(outcome.output == whole.output, "\(outcome.errors)")
    }
}
