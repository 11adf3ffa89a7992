import Foundation
import Testing

/// Checks that a cluster with two workers distributes, while something fails.
@Suite("trackproof plan check --engine spark, cluster", .serialized, .timeLimit(.minutes(20)))
struct SparkClusterTests {
    /// The cluster of these tests.
    private static let cluster = Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trackproof-cluster-\(UUID())")
        return try SparkCluster(folder: folder.path)
    }

    /// Runs a check of `archive` on a cluster, with the report `text`.
    private static func check(
        in place: Workplace, options: String, worker: String? = nil, cluster: SparkCluster? = nil
    ) async throws -> Outcome {
        let master = try (cluster ?? Self.cluster.get()).url
        var command = "trackproof plan check --engine spark --master \(master) \(options)"
        if let worker {
            let variables = "real='\(Products.command)'\nplace='\(place.path)'\n"
            try place.write("#!/bin/bash\n" + variables + worker, to: "worker.sh")
            command = "chmod +x worker.sh; \(command) --worker-binary worker.sh"
        }
        return try await place.shell(command, environment: SparkInstallation.spark4.environment())
    }

    private static let plan = "--plan 'plans/it'\\''s one'"

    /// What the worker's program does instead of checking, the first time that it is started.
    enum Attack: String, CaseIterable, CustomTestStringConvertible {
        case checker
        case executor
        case worker

        var testDescription: String { rawValue }

        /// A program that writes a half of its result and then kills a process: itself, the executor that started it, or
        /// the worker that started the executor.
        var script: String {
            let killed =
                switch self {
                case .checker: "$$"
                case .executor: "$(ancestor 1)"
                case .worker: "$(ancestor 2)"
                }
            return #"""
                ancestor() {  # the nth process above this one that is a Java virtual machine
                    local process=$PPID count=0
                    while true; do
                        [ "$(cat "/proc/$process/comm")" != java ] || count=$((count + 1))
                        [ $count -lt "$1" ] || break
                        process=$(cut -d ' ' -f 4 "/proc/$process/stat")
                    done
                    echo "$process"
                }
                if mkdir "$place/attacked" 2>/dev/null; then
                    result=$("$real" "$@")
                    echo "${result:0:${#result}/2}"
                    kill -9 \#(killed)
                    sleep 60
                fi
                exec "$real" "$@"
                """#
        }
    }

    @Test(arguments: Attack.allCases)
    func killedProcessesDoNotChangeTheReport(attack: Attack) async throws {
        let place = try await SparkFileTests.place()
        let whole = try await place.shell("trackproof plan check archive \(Self.plan)")
        // A cluster that has lost a worker cannot be used again.
        let own = attack == .worker ? try SparkCluster(folder: place.path + "/cluster") : nil
        let outcome = try await Self.check(
            in: place, options: "archive \(Self.plan)", worker: attack.script, cluster: own)
        #expect(place.has("attacked"))
        #expect(outcome.output == whole.output, "\(outcome.errors)")
        #expect(outcome.status == 1)
    }

    @Test func aKilledCheckerOfRecordsDoesNotChangeTheReport() async throws {
        let place = try Workplace()
        try place.write(HostileArchive.plan, to: "Tracking/plan.yaml")
        for number in 1...4 { try place.write(HostileArchive.bytes, to: "archive/\(number).ndjson") }
        let whole = try await place.shell("trackproof plan check archive --layout segment --no-places")
        let outcome = try await Self.check(
            in: place, options: "'file://\(place.path)/archive' --layout segment", worker: Attack.checker.script)
        #expect(place.has("attacked"))
        #expect(outcome.output == whole.output, "\(outcome.errors)")
    }

    /// The first task waits until Spark has started it a second time, and ends after the second one.
    @Test func speculationDoesNotCountTwice() async throws {
        let place = try await SparkFileTests.place()
        let whole = try await place.shell("trackproof plan check archive \(Self.plan)")
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

    /// One compressed file has nine tenths of the events, and a thousand files have ten events each.
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
        let whole = try await place.shell("gzip -1 archive/large.ndjson; trackproof plan check archive")
        #expect(whole.output.contains("90100 of 100000 events as planned"), "\(whole.output)")
        let outcome = try await Self.check(in: place, options: "archive")
        #expect(outcome.output == whole.output, "\(outcome.errors)")
    }

    // MARK: Clear failures

    @Test func aCheckerThatEndsEarlyIsFound() async throws {
        let place = try await SparkFileTests.place()
        // The checker loses its last result. Its exit status is 0.
        let splits = try await Self.check(
            in: place, options: "archive \(Self.plan)", worker: #""$real" "$@" | sed '$d'"#)
        #expect(splits.status == 65 && splits.output.isEmpty)
        let message = "archive/array.json: the result of this split is missing"
        #expect(splits.errors.contains(message), "\(splits.errors.suffix(500))")
        let records = try await Self.check(
            in: place, options: "'file://\(place.path)/archive/hostile.ndjson' --layout segment \(Self.plan)",
            worker: #"head -n 10 | "$real" "$@""#)
        #expect(records.status == 65 && records.output.isEmpty)
        #expect(records.errors.contains("but 10 were checked"), "\(records.errors.suffix(500))")
    }

    @Test func aFailureOfTheCheckerIsReported() async throws {
        let place = try await SparkFileTests.place()
        // The files are gone when the checker starts, as on a worker without the shared folder.
        let outcome = try await Self.check(
            in: place, options: "archive \(Self.plan)",
            worker: #"mv "$place/archive" "$place/moved" 2>/dev/null; exec "$real" "$@""#)
        #expect(outcome.status == 74 && outcome.output.isEmpty)
        #expect(outcome.errors.hasSuffix("does not exist\n"), "\(outcome.errors.suffix(500))")
    }

    @Test func anotherVersionOnAWorkerIsFound() async throws {
        let place = try await SparkFileTests.place()
        let outcome = try await Self.check(
            in: place, options: "archive \(Self.plan)",
            worker: #""$real" "$@" | sed 's/"tool":"[^"]*"/"tool":"0.0.1"/'"#)
        #expect(outcome.status == 65 && outcome.output.isEmpty)
        let message =
            "a worker checked with another plan, other options or another version: trackproof 0.0.1 on a worker"
        #expect(outcome.errors.contains(message), "\(outcome.errors.suffix(500))")
    }
}
