/// A channel of a log that the app shows in pieces, and that a driver reads.
protocol TextChannel: EventChannel {
    var stream: ChunkStream { get }
    /// How far the log was read when the app answered last; nil if it has not.
    var settledMark: ChunkStream.Mark? { get }
}

extension TextChannel {
    var address: String { name }
    var token: String? { nil }
    var name: String { stream.name }
    var connectionCount: Int { stream.connectionCount }
    var unavailable: [String] { stream.unavailable }
    var losses: [String] { stream.losses }
    var lostCount: Int64 { stream.lostCount }

    var isSettled: Bool { settledMark == stream.mark }

    // With the app goes what it shows, and its barriers fail.
    var endedInMidStream: Bool { false }

    // What the app shows stays there.
    func close() {}
}
