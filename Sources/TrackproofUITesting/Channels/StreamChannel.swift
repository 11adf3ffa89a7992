import Trackproof
import TrackproofBridgeReader
import TrackproofPlatform
import TrackproofSnapshots

/// A channel that receives events over a socket or from a file.
final class StreamChannel: EventChannel {
    private let reader: BridgeReader
    private let transport: BridgeTransport

    init(_ transport: BridgeTransport, changeSignal: ChangeSignal, sink: @escaping EventSink) throws {
        self.transport = transport
        reader = try BridgeReader(transport, receive: { event, _ in sink(event) }, onChange: { changeSignal.ring() })
    }

    var address: String { reader.environment[EnvironmentVariable.bridge] ?? "" }
    var token: String? { reader.environment[EnvironmentVariable.token] }
    var name: String { transport.rawValue }
    var connectionCount: Int { reader.writerCount }
    var unavailable: [String] { reader.writers.first?.unavailable ?? [] }
    /// Events that the app has sent normally arrive at once. On a busy machine, they may need a few seconds.
    var arrivalLimit: Duration { .seconds(5) }
    /// `nil` for a socket, whose reader reports changes. The interval for a file is short, because a poll takes only
    /// microseconds.
    var lookInterval: Duration? { transport == .file ? .milliseconds(5) : nil }

    var losses: [String] {
        // If no app has connected, the lines that the reader refused belong to no writer.
        if reader.writers.isEmpty, let lost = reader.lostInput { return [lost] }
        return reader.writers.flatMap { writer -> [String] in
            var losses: [String] = []
            if writer.lost > 0 {
                losses.append("the app dropped \(writer.lost.counted("event")): the bridge `\(name)` had no room")
            }
            if writer.missing > 0 {
                losses.append("\(writer.missing.counted("event")) got lost between the app and the test")
            }
            if let problem = writer.problem { losses.append(problem) }
            return losses
        }
    }

    var lostCount: Int64 {
        reader.writers.reduce(0) { sum, writer in
            // The app's data can contain numbers of any size. If the sum would overflow, it becomes the largest number.
            let counts = [writer.lost, writer.missing, writer.problem == nil ? 0 : 1]
            return counts.reduce(sum) { $0.addingReportingOverflow($1).overflow ? .max : $0 + $1 }
        }
    }

    /// Always 0 for a file, because the app writes each event to the file as soon as it tracks the event.
    var cutCount: Int {
        transport == .file ? 0 : reader.writers.count { !$0.isOpen && !$0.endedInOrder && !$0.isSettled }
    }

    func poll() {
        // A reader of a socket receives events on its own thread, so only a file needs a poll.
        if transport == .file { _ = reader.barrier(within: .zero) }
    }

    func barrier(until deadline: ContinuousClock.Instant) -> BridgeBarrier {
        reader.barrier(within: max(.zero, deadline - .now))
    }

    func close() { _ = reader.finish(within: .zero) }
}
