internal import Trackproof

extension WireDecoding {
    /// How many items are taken of one request.
    static let mostItems = 10_000

    /// Reads each of `values` by itself, so that one that cannot be understood is rejected alone.
    ///
    /// - Parameter envelope: what the request says once of all of them, and the context of each repeats.
    /// - Throws: where there are too many, or too much is to be repeated.
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

    /// Reads a request that is one item.
    init(one value: EventValue, _ read: (EventValue, _ place: WirePlace) throws(WireRejection) -> RecordedEvent) {
        self.init()
        append { () throws(WireRejection) in try read(value, "") }
    }

    /// A request that is understood, and holds no event.
    static func ignored(_ reason: String, at place: WirePlace = "") -> WireDecoding {
        WireDecoding([.ignored(WireIgnored(field: "\(place)", reason))])
    }

    /// A request that is one event.
    ///
    /// - Throws: what `event` throws: the request as a whole is rejected.
    init(whole event: () throws(WireRejection) -> RecordedEvent) throws(WireRejection) {
        self.init([.event(try event().noted())])
    }

    /// Adds an event, or why there is none.
    mutating func append(_ event: () throws(WireRejection) -> RecordedEvent) {
        do throws(WireRejection) {
            items.append(.event(try event().noted()))
        } catch {
            items.append(.rejected(error))
        }
    }

    /// Refuses a request with too many items.
    static func check(count: Int, at place: String) throws(WireRejection) {
        if count > mostItems { throw .tooMany(place, count) }
    }

    var rejections: [WireRejection] {
        items.compactMap { if case .rejected(let rejection) = $0 { rejection } else { nil } }
    }
}
