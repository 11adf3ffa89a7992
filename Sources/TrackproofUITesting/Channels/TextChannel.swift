/// A channel that reads the app's log of events through the app's driver, in chunks of text.
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

    // When the app ends, the chunks disappear. The next barrier fails because of this, so there is no need to report
    // a second problem.
    var cutCount: Int { 0 }

    // The test has nothing to close.
    func close() {}
}
