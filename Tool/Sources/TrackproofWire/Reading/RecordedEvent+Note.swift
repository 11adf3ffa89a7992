import Trackproof
import TrackproofJSON

extension RecordedEvent {
    /// Returns the event, and notes which numbers do not fit into 64 bits.
    ///
    /// If there are such numbers, the member `note` of the event lists their paths. Such a number may be an integer
    /// that the decoder rounded. The decoder does not reject the event, because the sender cannot correct a request
    /// that it has sent.
    ///
    /// - Throws: A rejection with the reason if a value in the event could not be read.
    func noted() throws(WireRejection) -> RecordedEvent {
        guard event.parameters.hasOddValue || context?.hasOddValue == true else { return self }
        var odd = OddValues()
        try odd.look(at: event.parameters, "parameters")
        if let context { try odd.look(at: context, "context") }
        guard odd.count > 0 else { return self }
        var event = self
        event.note("numbers that do not fit in 64 bits (integers are rounded): ", odd.paths, count: odd.count)
        return event
    }

    /// Adds a sentence to the member `note` if the event is older than the vendor accepts.
    ///
    /// The event is not rejected. An event with an old time often comes from a test with a clock of its own, or from a
    /// request that was recorded earlier.
    ///
    /// - Parameters:
    ///   - hours: The greatest age that the vendor accepts.
    ///   - received: The time at which the request arrived.
    mutating func note(olderThan hours: Int64, at received: EventTime, _ sentence: String) {
        guard let time, received.millisecondsSince1970 - time.millisecondsSince1970 > hours * 3_600_000 else { return }
        note(sentence, [])
    }

    /// Adds a sentence to the member `note` if the time of the event is too far in the future.
    mutating func note(aheadBy hours: Int64, of received: EventTime, _ sentence: String) {
        guard let time, time.millisecondsSince1970 - received.millisecondsSince1970 > hours * 3_600_000 else { return }
        note(sentence, [])
    }

    /// Adds a sentence and the paths that it is about to the member `note`.
    ///
    /// - Parameters:
    ///   - paths: The first paths. The note contains five of them at most.
    ///   - count: The number of all paths, if there are more than `paths`.
    mutating func note(_ sentence: String, _ paths: [String], count: Int? = nil) {
        let shown = paths.prefix(OddValues.maxPaths).map { $0.prefix(OddValues.maxCharacters) }
        let rest = (count ?? paths.count) - shown.count
        let text = sentence + shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
        let before = unknown["note"]?.string.map { $0 + "; " } ?? ""
        unknown["note"] = .string(before + text)
    }
}

/// The numbers of an event that do not fit into 64 bits: their count, and the paths of the first five.
private struct OddValues {
    private(set) var count = 0
    private(set) var paths: [String] = []

    static let maxPaths = 5
    static let maxCharacters = 200

    mutating func look(at members: EventParameters, _ place: WirePlace) throws(WireRejection) {
        for member in members { try look(at: member.value, place.member(member.name)) }
    }

    private mutating func look(at value: EventValue, _ place: WirePlace) throws(WireRejection) {
        switch value {
        case .number where value.isHuge:
            count += 1
            if paths.count < Self.maxPaths { paths.append(String(place.description.prefix(Self.maxCharacters))) }
        case .array(let values):
            for (index, value) in values.enumerated() { try look(at: value, place.item(index)) }
        case .object(let members):
            if let reason = value.unreadableReason { throw WireRejection(field: "\(place)", reason) }
            try look(at: members, place)
        default: break
        }
    }
}

extension EventParameters {
    fileprivate var hasOddValue: Bool { contains { $0.value.isOdd } }
}

extension EventValue {
    fileprivate var isHuge: Bool { if case .number(let number) = self { number.magnitude >= 0x1p63 } else { false } }

    /// Whether the value is or contains a number that does not fit into 64 bits, or a value that could not be read.
    fileprivate var isOdd: Bool {
        switch self {
        case .number: isHuge
        case .array(let values): values.contains(where: \.isOdd)
        case .object(let members): unreadableReason != nil || members.hasOddValue
        default: false
        }
    }
}
