/// The first of several channels in which the app's bridge introduces itself.
///
/// The app is given the addresses of all, in their order, and takes the first that it can have.
final class AutomaticChannel: EventChannel {
    private let channels: [any EventChannel]
    private var chosen: (any EventChannel)?

    init(_ channels: [any EventChannel]) {
        self.channels = channels
    }

    var address: String { channels.map(\.address).joined(separator: "\n") }
    var token: String? { channels.lazy.compactMap(\.token).first }
    var name: String { chosen?.name ?? channels.map(\.name).joined(separator: ", ") }
    var isConnected: Bool { chosen != nil }
    var unavailable: [String] { chosen?.unavailable ?? [] }
    var losses: [String] { chosen?.losses ?? [] }
    var lookInterval: Duration? {
        if let chosen { return chosen.lookInterval }
        return channels.compactMap(\.lookInterval).min()
    }

    func takeIn() throws {
        if let chosen { return try chosen.takeIn() }
        for channel in channels {
            try channel.takeIn()
            if channel.isConnected {
                chosen = channel
                for other in channels where other !== channel { other.close() }
                return
            }
        }
    }

    func barrier(until deadline: ContinuousClock.Instant) throws -> ChannelBarrier {
        try takeIn()
        return try chosen?.barrier(until: deadline) ?? .silent
    }

    func close() {
        for channel in channels { channel.close() }
    }
}
