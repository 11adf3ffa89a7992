import ArgumentParser
import Foundation
import TrackproofBridgeReader
import TrackproofConsole

/// A run of a command during which `trackproof` records the events of the command and of its child processes.
///
/// The command finds the address of the bridge in its environment.
struct CommandRun {
    let command: [String]
    let transport: BridgeTransport
    /// The time limit of the command, in seconds. `nil` means no limit.
    let limit: Double?
    /// The environment variables that the command gets in addition to the variables of the bridge.
    var variables: [String: String] = [:]
    /// Whether to write a message if no app connects.
    var expectsWriters = true
    /// Whether an app may end without a goodbye, because the command kills it on purpose.
    var allowsCutApps = false
    /// The collector that receives what SDKs send during the run, or `nil` if there is no collector.
    var collector: RunCollector?

    struct Outcome {
        /// How the command ended.
        let child: ChildCommand.Outcome
        /// Whether at least one app connected to the bridge.
        let hasConnectedApp: Bool
        let arrival: WriterNotes.Arrival
        let seconds: Double
        /// What SDKs sent, or `nil` if there was no collector.
        let received: ReceivedRequests?

        /// Whether an app connected or SDKs sent events.
        var hasEvents: Bool { hasConnectedApp || received?.events.isEmpty == false }
        /// Whether the run timed out, was ended by a signal, or ended with a status other than 0.
        var hasFailed: Bool { child != .exited(status: 0) }

        /// The reason why the recording perhaps lacks events, or `nil` if the recording is complete.
        ///
        /// Only a complete recording can become the snapshot.
        var cut: String? {
            switch child {
            case .timedOut: return "the command did not end in time"
            case .signalled(let signal, _): return "the run was ended by signal \(signal)"
            case .exited(status: 0): break
            case .exited(let status): return "the command ended with status \(status)"
            }
            if arrival.hasLosses { return "events were lost" }
            return arrival.hasAllGoodbyes ? nil : "an app ended without a goodbye, or is still running"
        }
    }

    /// Runs the command to its end, records its events, and writes a message about each problem with the events.
    ///
    /// - Throws: ``CommandError`` with status 74 if the collector failed. The error's message contains the command's
    ///   status.
    func record(to recording: RunRecording) async throws -> Outcome {
        let reader = try BridgeReader(transport) { event, _ in recording.append(event) }
        let started = Date()
        let (child, taken) = try await runChild(reader.environment.merging(variables) { $1 })
        let writers = reader.finish(within: .seconds(5))
        if let failure = Self.failure(of: taken) {
            // The events that the app tracked are valid although the collector failed. The recording keeps them.
            try recording.finish()
            throw CommandError(
                "\(command[0]) ended with status \(child.status), but the collector failed: \(failure); "
                    + "what SDKs sent is unknown", .ioFailed)
        }
        let received = try taken?.get()
        if let received { recording.append(received: received.events) }
        try recording.finish()
        if child.isTimedOut, let limit {
            let seconds = limit.formatted(.number.precision(.significantDigits(1...6)))
            Console.note("\(command[0]) did not end within \(seconds) s and was terminated")
        }
        // If SDKs sent events, perhaps the app uses only the collector. A message that no app connected would then
        // mislead.
        let expectsWriters = expectsWriters && received?.events.isEmpty != false
        let arrival = WriterNotes.say(
            writers, lostInput: reader.lostInput, isTimedOut: child.isTimedOut, expectsWriters: expectsWriters,
            allowsCutApps: allowsCutApps)
        return Outcome(
            child: child, hasConnectedApp: !writers.isEmpty, arrival: arrival,
            seconds: Date().timeIntervalSince(started), received: received)
    }

    /// Returns the reason why requests of SDKs are missing, or `nil` if the collector stored all of them.
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

    /// Returns the variables and two copies of each variable: one for xcodebuild, and one for simctl.
    ///
    /// xcodebuild passes variables that begin with `TEST_RUNNER_` on to tests, and simctl passes variables that begin
    /// with `SIMCTL_CHILD_` on to apps. Both tools remove the prefix.
    static func passedOn(_ variables: [String: String]) -> [String: String] {
        var result = variables
        for (name, value) in variables {
            result["TEST_RUNNER_" + name] = value
            result["SIMCTL_CHILD_" + name] = value
        }
        return result
    }
}

extension CommandRun.Outcome {
    /// The exit status if the run failed.
    ///
    /// The status is 74 if the command has succeeded but events were lost.
    var failingStatus: ExitCode {
        let isLossy = arrival.hasLosses && child.status == 0 && !child.isTimedOut
        return isLossy ? ExitStatus.ioFailed.code : child.failingStatus
    }
}
