internal import Logging
internal import TrackproofReports

/// Writes what libraries log to standard error. Messages quote what came from outside, such as the target of a request:
/// nothing in them can steer a terminal or command a CI server.
struct EscapingLogHandler: LogHandler {
    private var base: StreamLogHandler

    init(label: String) { base = StreamLogHandler.standardError(label: label) }

    var logLevel: Logger.Level {
        get { base.logLevel }
        set { base.logLevel = newValue }
    }

    var metadata: Logger.Metadata {
        get { base.metadata }
        set { base.metadata = newValue.mapValues(\.escaped) }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { base[metadataKey: key] }
        set { base[metadataKey: key] = newValue?.escaped }
    }

    func log(event: LogEvent) {
        var event = event
        event.message = "\(event.message.description.displayable)"
        var metadata = event.metadata ?? [:]
        if let error = event.error { metadata["error"] = "\(error)" }
        event.metadata = metadata.mapValues(\.escaped)
        event.error = nil
        base.log(event: event)
    }
}

extension Logger.MetadataValue {
    fileprivate var escaped: Self { .string(description.displayable) }
}
