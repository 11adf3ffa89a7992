internal import Trackproof
@_spi(Tooling) internal import TrackproofBridgeReader
@_spi(Tooling) internal import TrackproofSnapshots

/// Events over a socket, or from a file.
final class StreamChannel: EventChannel {
    private let reader: BridgeReader
    private let transport: BridgeTransport

    init(_ transport: BridgeTransport, news: News, sink: @escaping EventSink) throws {
        self.transport = transport
        reader = try BridgeReader(transport, receive: { event, _ in sink(event) }, onChange: { news.ring() })
    }

    var address: String { reader.environment["TRACKPROOF_BRIDGE"] ?? "" }
    var token: String? { reader.environment["TRACKPROOF_TOKEN"] }
    var name: String { transport.rawValue }
    var connectionCount: Int { reader.writerCount }
    var unavailable: [String] { reader.writers.first?.unavailable ?? [] }
    /// A look at a file costs microseconds.
    /// It arrives at once; the time is for a busy machine.
    var arrivalLimit: Duration { .seconds(5) }
    var lookInterval: Duration? { transport == .file ? .milliseconds(5) : nil }

    var losses: [String] {
        // Where nobody has introduced itself there is no writer whose problem it could be.
        if reader.writers.isEmpty, let refused = reader.refusedLines { return ["the bridge's file: \(refused)"] }
        return reader.writers.flatMap { writer -> [String] in
            var losses: [String] = []
            if writer.lost > 0 {
                losses.append("the app dropped \(writer.lost.counted("event")): the bridge \(name) could not take them")
            }
            if writer.missing > 0 { losses.append("\(writer.missing.counted("event")) got lost on the way") }
            if let problem = writer.problem { losses.append(problem) }
            return losses
        }
    }

    var lostCount: Int64 {
        reader.writers.reduce(0) { sum, writer in
            // What a stream says is not to be trusted.
            let counts = [writer.lost, writer.missing, writer.problem == nil ? 0 : 1]
            return counts.reduce(sum) { $0.addingReportingOverflow($1).overflow ? .max : $0 + $1 }
        }
    }

    /// A file has whatever was tracked.
    var endedInMidStream: Bool {
        transport != .file && reader.writers.contains { !$0.isOpen && !$0.endedInOrder && !$0.isSettled }
    }

    func takeIn() {
        // A socket's reader takes in by itself.
        if transport == .file { _ = reader.barrier(within: .zero) }
    }

    func barrier(until deadline: ContinuousClock.Instant) -> ChannelBarrier {
        switch reader.barrier(within: max(.zero, deadline - .now)) {
        case .passed: .passed
        case .silent: .silent
        case .unsupported: .unsupported
        }
    }

    func close() { _ = reader.finish(within: .zero) }
}
