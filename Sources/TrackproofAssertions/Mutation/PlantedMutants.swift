import Foundation
import Trackproof
import TrackproofFiles
import TrackproofJSON
import TrackproofMutation
import TrackproofPlatform
import TrackproofSnapshots

/// The mistakes that `trackproof mutate` plants into the events of this process's tests, and what it learns from them.
///
/// Each test has at most one mistake. The command names the mistakes in a file, see ``/TrackproofMutation/MutationRound``.
package final class PlantedMutants: Sendable {
    /// The mistakes of this process; `nil` if `trackproof mutate` did not start the process.
    package static let current = fromEnvironment()

    private struct State {
        /// For each test that has begun and not ended, the number of its cases that run, and the time at which it has
        /// begun, in nanoseconds of the monotonic clock.
        var running: [String: (cases: Int, begun: UInt64)] = [:]
        /// The tests in which the mistake was planted.
        var planted: Set<String> = []
        /// The first line of each test's first failure.
        var messages: [String: String] = [:]
        /// The tests that have got an event that another test may have tracked.
        var doubtful: Set<String> = []
        /// The number of events that each test has noted.
        var eventCounts: [String: Int] = [:]
        var hasReportedProblem = false
    }

    let round: MutationRound
    private let journal: OpenFile
    private let events: OpenFile?
    private let state = Lock(State())

    /// The maximum number of events that one test notes.
    private static let eventLimit = 5_000
    /// The maximum size of a round's file, in bytes.
    private static let sizeLimit = 256 << 20

    private init(folder: String) throws {
        let file = "\(folder)/\(MutationRound.fileName)"
        round = try MutationRound(OpenFile(path: file).bytes(limit: Self.sizeLimit), file: file)
        func output(_ name: String) throws -> OpenFile {
            try OpenFile(writing: "\(folder)/\(name)", flags: O_WRONLY | O_APPEND, mode: 0o600, followsLink: false)
        }
        journal = try output(MutationRound.journalFileName)
        events = try round.notesEvents ? output(MutationRound.eventsFileName) : nil
    }

    private static func fromEnvironment() -> PlantedMutants? {
        guard let folder = Platform.environment(EnvironmentVariable.mutation), !folder.isEmpty else { return nil }
        do {
            return try PlantedMutants(folder: folder)
        } catch {
            report(error)
            return nil
        }
    }

    private static func report(_ error: any Error) {
        FileHandle.standardError.write(Data("error: \(EnvironmentVariable.mutation): \(error)\n".utf8))
    }

    /// Notes that a test uses a recorder.
    ///
    /// - Parameter isCase: Whether a case of the test begins, which ends with a call of ``noteEnd(of:hasFailed:endsAll:)``.
    func noteBegin(of test: String, isCase: Bool) {
        let isFirst = state.withLock { state in
            let known = state.running[test]
            if isCase || known == nil {
                state.running[test] = ((known?.cases ?? 0) + 1, known?.begun ?? Platform.monotonicNanoseconds())
            }
            return known == nil
        }
        if isFirst { write(MutationNote(test, .begun)) }
    }

    /// Notes that the mistake of a test is about to be planted. It may remove the only event of the test.
    func notePlanted(in test: String) {
        noteBegin(of: test, isCase: false)
        if state.withLock({ $0.planted.insert(test).inserted }) { write(MutationNote(test, .planted)) }
    }

    /// Notes the message of a failure that the framework may count, or may take as a known issue.
    package func note(message: String, of test: String) {
        let line = message.prefix { $0 != "\n" }
        state.withLock { $0.messages[test] = $0.messages[test] ?? String(line).cut(to: 500) }
    }

    /// Notes that a test has failed.
    package func noteFailure(of test: String) {
        write(MutationNote(test, .failed, text: state.withLock { $0.messages[test] }))
    }

    /// Notes that a test or one of its cases has ended. Does nothing if the test has used no recorder.
    ///
    /// - Parameter endsAll: Whether the test has ended, and not only one of its cases.
    package func noteEnd(of test: String, hasFailed: Bool, endsAll: Bool) {
        let running = state.withLock { state -> (cases: Int, begun: UInt64)? in
            guard var running = state.running[test] else { return nil }
            running.cases = endsAll ? 0 : running.cases - 1
            state.running[test] = running.cases == 0 ? nil : running
            return running
        }
        guard let running else { return }
        if hasFailed { noteFailure(of: test) }
        if running.cases > 0 { return }
        let seconds = Double(Platform.monotonicNanoseconds() - running.begun) * 1e-9
        write(MutationNote(test, .ended, seconds: seconds))
    }

    /// Notes an event that a test has recorded.
    ///
    /// - Parameters:
    ///   - recorder: The serial number of the recorder. The order of events counts in one recorder only.
    ///   - ignored: The parameters that the assertions of the test ignore.
    func note(_ recorded: RecordedEvent, of test: String, in recorder: Int, ignored: [String]) {
        guard let events else { return }
        let count = state.withLock { state in
            state.eventCounts[test, default: 0] += 1
            return state.eventCounts[test, default: 0]
        }
        if count > Self.eventLimit { return }
        var recorded = recorded
        recorded.unknown["test"] = .string(test)
        recorded.unknown["recorder"] = .string("\(getpid())-\(recorder)")
        if !ignored.isEmpty { recorded.unknown["ignored"] = .array(ignored.map(EventValue.string)) }
        append(recorded.json + "\n", to: events)
    }

    /// Notes that a test has got an event that another test may have tracked.
    func noteDoubtful(_ test: String) {
        if state.withLock({ $0.doubtful.insert(test).inserted }) { write(MutationNote(test, .doubtful)) }
    }

    func write(_ note: MutationNote) { append(note.line, to: journal) }

    private func append(_ line: String, to file: OpenFile) {
        do {
            try file.append(Array(line.utf8))
        } catch {
            let isFirst = state.withLock { state in
                defer { state.hasReportedProblem = true }
                return !state.hasReportedProblem
            }
            if isFirst { Self.report(error) }
        }
    }
}

extension CallSite {
    /// The name of the file and the line, such as `CheckoutTests.swift:12`.
    var place: String { "\("\(fileID)".split(separator: "/").last ?? ""):\(line)" }
}

extension TestIdentity {
    /// The id of the test for `trackproof mutate`, such as `ShopTests.CheckoutTests/buys()`. All cases of a
    /// parameterized test have the same id, because processes have no common names for the cases.
    package var id: String { "\(module).\(path.joined(separator: "/"))" }
}

extension TestRecorder {
    /// Tells `trackproof mutate` that the test of Swift Testing has ended.
    ///
    /// - Parameter isCancelled: Whether the test was cancelled, for example at its time limit.
    package func noteEndForMutation(isCancelled: Bool) {
        guard let mutationID else { return }
        PlantedMutants.current?.noteEnd(of: mutationID, hasFailed: isTestFailed || isCancelled, endsAll: false)
    }
}
