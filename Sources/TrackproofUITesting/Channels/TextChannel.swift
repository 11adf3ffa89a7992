/// A channel for a log that the app shows in chunks of text, which a driver reads.
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

    // The chunks disappear when the app ends. The next barrier then fails and reports the loss.
    var endedInMidStream: Bool { false }

    // There is nothing to close. The app continues to show the chunks.
    func close() {}
}
