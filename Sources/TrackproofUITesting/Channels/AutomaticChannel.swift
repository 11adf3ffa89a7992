import TrackproofBridgeReader

/// A channel that listens on several bridges, and closes all bridges except the first to which the app connects.
///
/// The app gets the addresses of all bridges, in order, and uses the first address that works.
final class AutomaticChannel: EventChannel {
    private let channels: [any EventChannel]
    /// The bridges whose channels could not be created, each with the reason.
    private let problems: [String]
    private var chosen: (any EventChannel)?

    /// Creates a channel that chooses among bridges.
    ///
    /// - Parameters:
    ///   - bridges: The bridges, in the order in which the app tries them.
    ///   - make: A closure that creates the channel of a bridge. If the closure throws an error, the app cannot use
    ///     this bridge, and uses one of the other bridges.
    init(_ bridges: [UITestBridge], _ make: (UITestBridge) throws -> any EventChannel) {
        var (channels, problems): ([any EventChannel], [String]) = ([], [])
        for bridge in bridges {
            do { channels.append(try make(bridge)) } catch { problems.append("\(bridge): \(error)") }
        }
        (self.channels, self.problems) = (channels, problems)
    }

    var address: String { channels.map(\.address).joined(separator: "\n") }
    var token: String? { channels.lazy.compactMap(\.token).first }
    var name: String { chosen?.name ?? channels.map(\.name).joined(separator: ", ") }
    var connectionCount: Int { chosen?.connectionCount ?? 0 }
    var unavailable: [String] { problems + (chosen?.unavailable ?? []) }
    var losses: [String] { chosen?.losses ?? channels.flatMap(\.losses) }
    var lostCount: Int64 { chosen?.lostCount ?? 0 }
    var cutCount: Int { chosen?.cutCount ?? 0 }
    var arrivalLimit: Duration { chosen?.arrivalLimit ?? .seconds(1) }
    var lookInterval: Duration? {
        if let chosen { return chosen.lookInterval }
        return channels.compactMap(\.lookInterval).min()
    }

    func poll() throws {
        if let chosen { return try chosen.poll() }
        var problem: (any Error)?
        for channel in channels {
            do { try channel.poll() } catch { problem = problem ?? error }
            if channel.isConnected {
                chosen = channel
                for other in channels where other !== channel { other.close() }
                return
            }
        }
        // Wraps the error, because the app may still connect to another channel. Without the wrapper, an error of the
        // type `UnsupportedByDriver` would end the session's wait.
        if let problem { throw UITestSessionError("\(problem)") }
    }

    func barrier(until deadline: ContinuousClock.Instant) throws -> BridgeBarrier {
        try poll()
        return try chosen?.barrier(until: deadline) ?? .silent([])
    }

    func close() {
        for channel in channels { channel.close() }
    }
}
