package import Trackproof

/// What a request said, in its order.
package struct WireDecoding: Sendable, Hashable {
    /// Events, and what could not be understood as one.
    package var items: [Item]

    /// A part of a request.
    package enum Item: Sendable, Hashable {
        /// An event. Its source is `wire:VENDOR`; `parameters` are what the app passed, `context` what the SDK added.
        case event(RecordedEvent)
        /// What could not be understood.
        case rejected(WireRejection)
        /// What was understood and is no event, as a question for settings.
        case ignored(WireIgnored)
    }

    /// What a request said.
    package init(_ items: [Item] = []) { self.items = items }
}

/// A request, or a part of one, that was understood and is no event.
package struct WireIgnored: Sendable, Hashable {
    /// Where in the request, as `resourceLogs.0.scopeLogs.0.logRecords.2`; empty for the request as a whole.
    package let field: String
    /// What it is: `a question for settings`.
    package let reason: String

    /// What is ignored.
    package init(field: String = "", _ reason: String) {
        self.field = field
        self.reason = reason
    }
}

/// A request, or a part of one, that could not be understood.
package struct WireRejection: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, as far as vendors' replies differ by it.
    package enum Kind: Sendable, Hashable {
        /// A field that must be there is not.
        case missing
        /// The vendor would take it in smaller parts.
        case tooLarge
        /// Anything else.
        case invalid
    }

    /// What is wrong.
    package let kind: Kind
    /// Where in the request, as `batch.2.event`; empty for the request as a whole.
    package let field: String
    /// What was expected and what was found, with line and column where the text is at fault.
    package let reason: String

    /// A rejection.
    package init(kind: Kind = .invalid, field: String = "", _ reason: String) {
        self.kind = kind
        self.field = field
        self.reason = reason
    }

    /// Place and reason.
    package var description: String { field.isEmpty ? reason : "\(field): \(reason)" }
}

/// Reads one vendor's requests: a pure function, so that whatever arrives can be tried on it.
package protocol WireDecoder: Sendable {
    /// The vendor's name, as sources (`wire:segment`) and path prefixes (`/segment/v1/batch`) have it.
    static var vendor: String { get }

    /// Whether a request is this vendor's, by its path and, where others share that, by the shape of its body. The
    /// path has no prefix any more.
    static func recognizes(_ request: WireRequest) -> Bool

    /// What the request says. Each item that cannot be understood is rejected alone.
    ///
    /// - Throws: where the request as a whole cannot be understood.
    static func decode(_ request: WireRequest) throws(WireRejection) -> WireDecoding

    /// What the vendor would answer.
    ///
    /// - Parameter result: what the request said; or why it was not understood.
    static func reply(to request: WireRequest, _ result: Result<WireDecoding, WireRejection>) -> WireReply
}
