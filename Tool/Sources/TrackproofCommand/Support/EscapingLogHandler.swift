internal import Logging
internal import TrackproofReports

/// Writes what libraries log to standard error. Messages quote what came from outside, such as the target of a request:
/// nothing in them can steer a terminal or command a CI server.
struct EscapingLogHandler: LogHandler {
    private var base: StreamLogHandler
    // Escaped when it is written: the server sets some for each request, and hardly ever logs.
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
