/// A channel for a log that the app shows in pieces and a driver reads.
protocol TextChannel: EventChannel {
    var stream: ChunkStream { get }
}

extension TextChannel {
    var address: String { name }
    var token: String? { nil }
    var name: String { stream.name }
    var connectionCount: Int { stream.connectionCount }
    var unavailable: [String] { stream.unavailable }
    var losses: [String] { stream.losses }
    var lostCount: Int64 { stream.lostCount }

    // What the app shows disappears with the app, and then barriers fail.
    var endedInMidStream: Bool { false }

    // There is nothing to close: what the app shows stays there.
    func close() {}
}
