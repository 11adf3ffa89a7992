package import Trackproof
import TrackproofPlatform

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
        /// The vendor refuses the whole request because of this item.
        case fatal
        /// An id is shorter than the vendor allows.
        case tooShort
        /// The vendor accepts the request, and drops this item later.
        case droppedLater
        /// The item is right, but the vendor refuses the whole request because of another item.
        case lostWithBatch
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

extension WireDecoding {
    /// The maximum number of items in one request.
    static let maxItems = 10_000

    /// Reads each item separately. An item that cannot be read becomes a rejection, and the other items are still read.
    ///
    /// - Parameters:
    ///   - values: The items.
    ///   - place: The path of the list in the request.
    ///   - envelope: The fields that the request contains once for all items. The closure `read` copies these fields
    ///     into the context of each event.
    ///   - read: A closure that reads one item.
    /// - Throws: A rejection if there are too many items, or if the copies of the envelope would be too large.
    init(
        _ values: [EventValue], at place: String, sharing envelope: EventParameters = [:],
        _ read: (EventValue, _ place: WirePlace) throws(WireRejection) -> RecordedEvent
    ) throws(WireRejection) {
        try Self.check(count: values.count, at: place)
        var shared = SharedContext()
        if !envelope.isEmpty { try shared.spend(envelope, times: values.count) }
        self.init()
        items.reserveCapacity(values.count)
        let list = WirePlace.words(place)
        for (index, value) in values.enumerated() {
            append { () throws(WireRejection) in try read(value, list.item(index)) }
        }
    }

    /// Reads a request that is a single item.
    init(one value: EventValue, _ read: (EventValue, _ place: WirePlace) throws(WireRejection) -> RecordedEvent) {
        self.init()
        append { () throws(WireRejection) in try read(value, "") }
    }

    /// Returns the decoding of a request that contains no event.
    static func ignored(_ reason: String, at place: WirePlace = "") -> WireDecoding {
        WireDecoding([.ignored(WireIgnored(field: "\(place)", reason))])
    }

    /// Creates the decoding of a request that consists of one event.
    ///
    /// - Throws: The rejection that `event` throws, as a rejection of the whole request.
    init(whole event: () throws(WireRejection) -> RecordedEvent) throws(WireRejection) {
        self.init([.event(try event().noted())])
    }

    /// Adds the event that a closure returns, or the rejection that it throws.
    mutating func append(_ event: () throws(WireRejection) -> RecordedEvent) {
        do throws(WireRejection) {
            items.append(.event(try event().noted()))
        } catch {
            items.append(.rejected(error))
        }
    }

    /// Throws a rejection if a request has too many items.
    static func check(count: Int, at place: String) throws(WireRejection) {
        if count > maxItems { throw .tooMany(place, count) }
    }

    /// Throws a rejection if a request has more events than the vendor accepts.
    static func check(count: Int, at place: String, most: Int, _ vendor: String) throws(WireRejection) {
        guard count > most else { return }
        throw WireRejection(
            kind: .tooLarge, field: place, "the request has \(count) events, and \(vendor) accepts at most \(most)")
    }

    /// The rejections of items that are wrong themselves.
    var rejections: [WireRejection] {
        items.compactMap {
            if case .rejected(let rejection) = $0, rejection.kind != .lostWithBatch { rejection } else { nil }
        }
    }

    /// Returns the decoding with a note in each of its events.
    func noting(_ sentence: String, _ paths: [String]) -> WireDecoding {
        WireDecoding(
            items.map { item in
                guard case .event(var event) = item else { return item }
                event.note(sentence, paths)
                return .event(event)
            })
    }

    /// Returns the decoding with ignored items in place of some events of a list.
    ///
    /// - Parameter place: The path of the list in the request.
    func ignoring(at place: String, _ reason: String, _ isIgnored: (RecordedEvent) -> Bool) -> WireDecoding {
        let list = WirePlace.words(place)
        return WireDecoding(
            items.enumerated().map { index, item in
                guard case .event(let event) = item, isIgnored(event) else { return item }
                return .ignored(WireIgnored(field: "\(list.item(index))", reason))
            })
    }

    /// Returns the decoding of a list that the vendor refuses as a whole if one item is wrong.
    ///
    /// The events of the other items do not arrive at the vendor. So they become rejections too, and a test does not take
    /// them for events that arrived.
    ///
    /// - Parameters:
    ///   - place: The path of the list in the request.
    ///   - isFatal: Whether the vendor refuses the whole list because of a rejection.
    func allOrNothing(at place: String, _ isFatal: (WireRejection) -> Bool = { $0.kind != .droppedLater })
        -> WireDecoding
    {
        guard let cause = rejections.first(where: isFatal) else { return self }
        let list = WirePlace.words(place)
        return WireDecoding(
            items.enumerated().map { index, item in
                guard case .event(let event) = item else { return item }
                return .rejected(
                    WireRejection(
                        kind: .lostWithBatch, field: "\(list.item(index))",
                        "the event \(event.event.displayName.quotedForDisplay) would have been lost with the batch, "
                            + "because of \(cause.field)"))
            })
    }
}

extension WireRejection {
    /// Whether the rejection is about an item of a list itself, such as `data.2`, and not about a field in an item.
    var isOfItem: Bool { field.split(separator: ".").count == 2 }

    /// Returns the rejection of a request or an item that lacks a required field.
    static func missing(_ field: String, _ expected: String) -> WireRejection {
        WireRejection(kind: .missing, field: field, "missing, expected \(expected)")
    }

    static func wrongType(
        kind: Kind = .invalid, _ field: String, expected: String, found value: EventValue
    ) -> WireRejection {
        let found =
            switch value {
            case .null: "null"
            case .integer, .array, .object: "an \(value.typeName)"
            case .bool, .number, .string: "a \(value.typeName)"
            }
        return WireRejection(kind: kind, field: field, "expected \(expected), found \(found)")
    }

    /// Returns the rejection of a text whose values would need too much memory.
    static func tooMuch(_ field: String) -> WireRejection {
        WireRejection(
            field: field, "too many values: they would take more than \(maxDecodedBytes >> 20) MiB of memory")
    }

    /// Returns the rejection of a request with too many items.
    static func tooMany(_ field: String, _ count: Int) -> WireRejection {
        WireRejection(
            kind: .tooLarge, field: field, "expected at most \(WireDecoding.maxItems) items, found \(count)")
    }

    /// Returns the rejection of a request whose shared context is too large to be copied into each event.
    ///
    /// - Parameters:
    ///   - size: The size of the context as JSON, in bytes.
    ///   - times: The number of events.
    static func tooMuch(_ size: Int, times: Int) -> WireRejection {
        WireRejection(kind: .tooLarge, "\(times) events share \(size) bytes of context, too much to repeat in each")
    }

    /// Returns the rejection of a request to a path that the vendor's API does not have.
    static func unknownPath(_ request: WireRequest, _ vendor: String) -> WireRejection {
        WireRejection("\(request.method) \(request.path) is not part of the \(vendor) API")
    }
}
