/// A provider that prints one line for each event: `[analytics] track movie_tapped {id: 67563}`.
public struct ConsoleProvider: AnalyticsProvider {
    /// The name of this provider in events and recordings.
    public let id: ProviderID
    private let prefix: String
    private let write: @Sendable (String) -> Void

    /// Creates a provider that passes each line to `write`. By default, `write` prints to standard output.
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
