import Logging
import TrackproofReports
import TrackproofConsole

/// A log handler that writes the logs of libraries to standard error.
///
/// Log messages quote input from outside, such as the path in a request. The handler escapes all messages. Without
/// this, the input could control a terminal or a CI server.
struct EscapingLogHandler: LogHandler {
    private var base: StreamLogHandler
    // The collector's server sets metadata for each request, but rarely logs a message. To save time, the handler
    // escapes the metadata only when it writes a message.
    var metadata: Logger.Metadata = [:]

    init(label: String) { base = StreamLogHandler.standardError(label: label) }

    var logLevel: Logger.Level {
        get { base.logLevel }
        set { base.logLevel = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var event = event
        event.message = "\(event.message.description.displayable)"
        var metadata = metadata.merging(event.metadata ?? [:]) { $1 }
        if let error = event.error { metadata["error"] = "\(error)" }
        event.metadata = metadata.mapValues(\.escaped)
        event.error = nil
        base.log(event: event)
    }
}

extension Logger.MetadataValue {
    fileprivate var escaped: Self { .string(description.displayable) }
}
