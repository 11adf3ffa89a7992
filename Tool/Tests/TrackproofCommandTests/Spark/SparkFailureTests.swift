import Foundation
import Testing
@testable import TrackproofCommand

/// Tests that the command reports a checker that fails, and makes no report from incomplete results.
@Suite("trackproof plan audit --engine spark, failures", .serialized, .timeLimit(.minutes(15)))
struct SparkFailureTests {
    private static let plan = "--plan 'plans/it'\\''s one'"

    @Test func aCheckerThatEndsEarlyIsFound() async throws {
        let place = try await SparkFileTests.place()
        // The last result of the checker is lost, although the checker ends with status 0.
        let splits = try await place.checkWithSpark(
            "archive \(Self.plan)", worker: #""$real" "$@" | sed '$d'"#)
        #expect(splits.status == 65 && splits.output.isEmpty)
        let message = "trackproof: the result of archive/array.json:0:2190 is missing\n"
        #expect(splits.errors.contains(message), "\(splits.errors.suffix(500))")
        let records = try await place.checkWithSpark(
            "'file://\(place.path)/archive/hostile.ndjson' --layout segment \(Self.plan)",
            worker: #"head -n 10 | "$real" "$@""#)
        #expect(records.status == 65 && records.output.isEmpty)
        #expect(records.errors.contains("but 10 were checked"), "\(records.errors.suffix(500))")
    }

    @Test func theWholeMessageIsFound() {
        var failure = SparkFailure()
        #expect(failure.words == "; see its messages above")
        let start = "26/11/27 ERROR Executor: trackproof: a.json: cannot open: No such file or "
        failure.add(Array("Spark master: local[2]\n\(start)di.\n".utf8))
        #expect(failure.words == ": a.json: cannot open: No such file or di")
        failure.add(Array("\(start)directory\n\(start)di\n26/11/27 ERROR Task: trackproof: another\n".utf8))
        #expect(failure.words == ": a.json: cannot open: No such file or directory")
    }

    @Test func aFailureOfTheCheckerIsReported() async throws {
        let place = try await SparkFileTests.place()
        // When the checker starts, the files are missing, as on a worker without access to the shared folder.
        let outcome = try await place.checkWithSpark(
            "archive \(Self.plan)",
            worker: #"mv "$place/archive" "$place/moved" 2>/dev/null; exec "$real" "$@""#)
        #expect(outcome.status == 74 && outcome.output.isEmpty)
        let message = "trackproof: spark-sql failed with status 1: archive/"
        #expect(outcome.errors.contains(message), "\(outcome.errors.suffix(500))")
        #expect(outcome.errors.hasSuffix(": cannot open: No such file or directory\n"))
    }

    @Test func anotherVersionOnAWorkerIsFound() async throws {
        let place = try await SparkFileTests.place()
        let outcome = try await place.checkWithSpark(
            "archive \(Self.plan)",
            worker: #""$real" "$@" | sed 's/"tool":"[^"]*"/"tool":"0.0.1"/'"#)
        #expect(outcome.status == 65 && outcome.output.isEmpty)
        let message =
            "a worker checked with another plan, other options or another version: trackproof 0.0.1 on a worker"
        #expect(outcome.errors.contains(message), "\(outcome.errors.suffix(500))")
    }
}
