internal import ArgumentParser
internal import Foundation
@_spi(Tooling) internal import TrackproofBridgeReader
internal import TrackproofCollector

/// The command with the bridge in its environment: what it and its children track goes to a recording.
struct CommandRun {
    let command: [String]
    let transport: BridgeTransport
    /// Seconds until the command is ended; nil is no limit.
    let limit: Double?
    /// Variables that the command gets besides those of the bridge.
    var variables: [String: String] = [:]
    /// Whether it is worth a word that no app took part.
    var expectsWriters = true
    /// Takes what SDKs send meanwhile.
    var collector: RunCollector?

    struct Outcome {
        /// The command's exit status; 128+n where signal n ended it.
        let status: Int32
        let isTimedOut: Bool
        /// The signal by which somebody asked for the end of the run; nil if nobody did.
        let endSignal: Int32?
        /// Whether any app took part.
        let hasWriters: Bool
        let arrival: WriterNotes.Arrival
        let seconds: Double
        /// What SDKs sent; nil where there was no collector.
        let received: Collector.Received?

        /// Whether there is anything to record.
        var hasEvents: Bool { hasWriters || received?.events.isEmpty == false }
        /// Whether the command itself did not do what it was to do.
        var hasFailed: Bool { isTimedOut || endSignal != nil || status != 0 }

        /// Why the recording may not have all that the command was to track; nil if it has. Only then it can become
        /// what is expected.
        var cut: String? {
            if isTimedOut { return "the command did not end in time" }
            if let endSignal { return "the run was ended by signal \(endSignal)" }
            if status != 0 { return "the command ended with status \(status)" }
            if arrival.hasLosses { return "events were lost" }
            return arrival.hasAllGoodbyes ? nil : "an app ended without a goodbye, or runs on"
        }
    }

    /// Runs the command to its end and says what went wrong with its events.
    ///
    /// - Throws: ``CommandError`` with 74, and with the command's status in its message, where the collector failed.
    func record(to recording: RunRecording) async throws -> Outcome {
        let reader = try BridgeReader(transport) { event, _ in recording.append(event) }
        let started = Date()
        let (child, taken) = try await runChild(reader.environment.merging(variables) { $1 })
        let writers = reader.finish(within: .seconds(5))
        if let failure = Self.failure(of: taken) {
            // What the app tracked is kept all the same.
            try recording.finish()
            throw CommandError(
                "\(command[0]) ended with status \(child.status), but the collector failed: \(failure); "
                    + "what SDKs sent is not known", .ioFailed)
        }
        let received = try taken?.get()
        // What arrived on the wire stands behind what the app tracked: between the two there is no order.
        for event in received?.events ?? [] { recording.append(event) }
        try recording.finish()
        if child.isTimedOut, let limit {
            Console.note("\(command[0]) did not end within \(limit.formatted()) s and was ended")
        }
        // A command may have SDKs alone, and no bridge.
        let expectsWriters = expectsWriters && received?.events.isEmpty != false
        let arrival = WriterNotes.say(
            writers, refused: reader.refusedLines, isTimedOut: child.isTimedOut, expectsWriters: expectsWriters)
        return Outcome(
            status: child.status, isTimedOut: child.isTimedOut, endSignal: child.endSignal,
            hasWriters: !writers.isEmpty, arrival: arrival,
            seconds: Date().timeIntervalSince(started), received: received)
    }

    /// Why what SDKs sent is not known.
    private static func failure(of taken: RunCollector.Taken?) -> String? {
        switch taken {
        case .failure(let error): "\(error)"
        case .success(let received) where received.unstored > 0:
            received.unstored == 1
                ? "1 request could not be stored" : "\(received.unstored) requests could not be stored"
        case .success, nil: nil
        }
    }

    private func runChild(
        _ environment: [String: String]
    ) async throws -> (ChildCommand.Outcome, RunCollector.Taken?) {
        let run = { @Sendable [command, limit] (more: [String: String]) in
            try await ChildCommand(
                name: command[0], arguments: Array(command.dropFirst()),
                environment: Self.passedOn(environment.merging(more) { $1 }), limit: limit
            ).run()
        }
        guard let collector else { return (try await run([:]), nil) }
        return try await collector.serve(while: run)
    }

    /// The variables, also by the names under which xcodebuild and simctl pass them on.
    private static func passedOn(_ variables: [String: String]) -> [String: String] {
        var result = variables
        for (name, value) in variables {
            result["TEST_RUNNER_" + name] = value
            result["SIMCTL_CHILD_" + name] = value
        }
        return result
    }
}

extension CommandRun.Outcome {
    /// Ends with the command's own status, or with what stands for one that did not run as it should.
    ///
    /// - Parameter isProof: whether the recording was to prove something, which one that was cut does not.
    func end(isProof: Bool = false) throws {
        if isTimedOut { try ExitStatus.timedOut.end() }
        if status != 0 { throw ExitCode(status) }
        if arrival.hasLosses { try ExitStatus.ioFailed.end() }
        if isProof, cut != nil { try ExitStatus.differences.end() }
    }
}
