/// Prints each event on a line: `[analytics] track movie_tapped {id: 67563}`.
public struct ConsoleProvider: AnalyticsProvider {
    /// How events and recordings call this provider.
    public let id: ProviderID
    private let prefix: String
    private let write: @Sendable (String) -> Void

    /// A console that prints to standard output, or hands each line to `write`.
    public init(
        id: ProviderID = "console", prefix: String = "[analytics] ",
        write: @escaping @Sendable (String) -> Void = { print($0) }
    ) {
        self.id = id
        self.prefix = prefix
        self.write = write
    }

    /// Prints the event.
    public func track(_ event: Event) {
        write(prefix + event.description)
    }
}
