/// A channel of a log that the app shows in pieces, and that a driver reads.
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

    // With the app goes what it shows, and its barriers fail.
    var endedInMidStream: Bool { false }

    // What the app shows stays there.
    func close() {}
}
