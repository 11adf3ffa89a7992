/// A channel of a log that the app shows in pieces, and that a driver reads.
protocol TextChannel: EventChannel {
    var stream: ChunkStream { get }
}

extension TextChannel {
    var address: String { name }
    var token: String? { nil }
    var name: String { stream.name }
    var isConnected: Bool { stream.isConnected }
    var unavailable: [String] { stream.unavailable }
    var losses: [String] { stream.losses }

    // What the app shows stays there.
    func close() {}
}
