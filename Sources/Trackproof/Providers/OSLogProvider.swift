#if canImport(os)
    import os

    /// A provider that writes each event to the unified log, for Console.app and `log stream`.
    ///
    /// To find the events in the log, filter by the subsystem and the category. The default category is `analytics`.
    public struct OSLogProvider: AnalyticsProvider {
        /// The name of this provider in events and recordings.
        public let id: ProviderID
        private let logger: Logger

        /// Creates a provider that logs under `subsystem`, which is by convention the app's bundle identifier.
        public init(subsystem: String, category: String = "analytics", id: ProviderID = "oslog") {
            self.id = id
            logger = Logger(subsystem: subsystem, category: category)
        }

        /// Logs the event at the level `info`.
        ///
        /// The log contains the parameters in clear text, because the provider is meant for development.
        public func track(_ event: Event) {
            logger.info("\(event.description, privacy: .public)")
        }
    }
#endif
