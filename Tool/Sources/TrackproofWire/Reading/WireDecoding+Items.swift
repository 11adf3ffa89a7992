import Trackproof

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

    var rejections: [WireRejection] {
        items.compactMap { if case .rejected(let rejection) = $0 { rejection } else { nil } }
    }
}
