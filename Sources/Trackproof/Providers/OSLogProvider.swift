#if canImport(os)
    internal import os

    /// Writes each event to the unified log, so that it shows in Console.app and in `log stream`.
    ///
    /// Filter there by the subsystem and the category `analytics`.
    public struct OSLogProvider: AnalyticsProvider {
        /// How events and recordings call this provider.
        public let id: ProviderID
        private let logger: Logger

        /// A provider that logs under `subsystem`, which is by custom the app's bundle identifier.
        public init(subsystem: String, category: String = "analytics", id: ProviderID = "oslog") {
            self.id = id
            logger = Logger(subsystem: subsystem, category: category)
        }

        /// Logs the event at the level `info`. Parameters are public in the log: it is meant for development.
        public func track(_ event: Event) {
            logger.info("\(event.description, privacy: .public)")
        }
    }
#endif
