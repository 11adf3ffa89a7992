import Logging
import TrackproofConsole

extension Console {
    /// The logger that libraries use, which writes their warnings and errors to standard error.
    static var logger: Logger {
        var logger = Logger(label: "trackproof") { EscapingLogHandler(label: $0) }
        logger.logLevel = .warning
        return logger
    }
}
