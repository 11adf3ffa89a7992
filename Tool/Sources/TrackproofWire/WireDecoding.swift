package import Trackproof

/// The result of decoding a request: its items, in the order of the request.
package struct WireDecoding: Sendable, Hashable {
    /// The events, the rejected items and the ignored items.
    package var items: [Item]

    /// An item of a request: an event, a rejected item or an ignored item.
    package enum Item: Sendable, Hashable {
        /// An event from the app.
        ///
        /// Its source is `wire:VENDOR`. Its `parameters` are what the app passed to the SDK, and its `context` is what
        /// the SDK added.
        case event(RecordedEvent)
        /// An item that the decoder could not read.
        case rejected(WireRejection)
        /// An item that is not an event, such as a request for settings.
        case ignored(WireIgnored)
    }

    /// Creates a decoding from the items of a request.
    package init(_ items: [Item] = []) { self.items = items }
}

/// A request, or an item of a request, that the decoder ignores because it is not an event.
package struct WireIgnored: Sendable, Hashable {
    /// The path of the item, such as `resourceLogs.0.scopeLogs.0.logRecords.2`, or empty for the whole request.
    package let field: String
    /// What the item is, such as `a request for settings`.
    package let reason: String

    /// Creates an ignored item.
    package init(field: String = "", _ reason: String) {
        self.field = field
        self.reason = reason
    }
}

/// A request, or an item of a request, that the decoder could not read.
package struct WireRejection: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of problems that vendors answer in different ways.
    package enum Kind: Sendable, Hashable {
        /// A required field is missing.
        case missing
        /// The request is too large. The vendor would accept its items in several smaller requests.
        case tooLarge
        /// Any other problem.
        case invalid
    }

    /// The kind of the problem.
    package let kind: Kind
    /// The path of the wrong value in the request, such as `batch.2.event`, or empty for the whole request.
    package let field: String
    /// What was expected and what was found, with line and column if the problem is in a text.
    package let reason: String

    /// Creates a rejection.
    package init(kind: Kind = .invalid, field: String = "", _ reason: String) {
        self.kind = kind
        self.field = field
        self.reason = reason
    }

    /// The path and the reason.
    package var description: String { field.isEmpty ? reason : "\(field): \(reason)" }
}

/// A decoder of one vendor's requests. Its functions have no side effects.
package protocol WireDecoder: Sendable {
    /// The vendor's name in sources (`wire:segment`) and in prefixes of paths (`/segment/v1/batch`).
    static var vendor: String { get }

    /// Returns whether a request belongs to this vendor.
    ///
    /// The path decides. If several vendors use the same path, other properties of the request decide, such as the
    /// shape of the body. The caller never passes a request whose path has a vendor's prefix.
    static func recognizes(_ request: WireRequest) -> Bool

    /// Decodes a request. An item that cannot be read is rejected, and the other items are still decoded.
    ///
    /// - Throws: A rejection if the request as a whole cannot be read.
    static func decode(_ request: WireRequest) throws(WireRejection) -> WireDecoding

    /// Returns the reply that the vendor would send.
    ///
    /// - Parameter result: What ``decode(_:)`` returned for the request, or the rejection that it threw.
    static func reply(to request: WireRequest, _ result: Result<WireDecoding, WireRejection>) -> WireReply
}
