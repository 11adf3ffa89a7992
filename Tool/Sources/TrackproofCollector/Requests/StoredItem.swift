import Trackproof
import TrackproofPlanning
import TrackproofVendors
import TrackproofWire

/// The outcome of an item in a stored request, with hashes by which the store recognizes retries of the item.
///
/// The store does not contain the decoded content of the item. ``ReceivedRequest`` decodes the request's body again.
struct StoredItem: Sendable, Hashable {
    /// The category of an item.
    enum Outcome: UInt8, Sendable {
        case event
        /// An event that arrived again, with the same id and content.
        case retry
        /// An item that the collector could not read, or that the vendor would reject.
        case rejected
        /// An event that has the id of an earlier event, but other content.
        case reused
        /// An item that is not an event.
        case ignored
        /// An event that a planned failure rejected.
        case refused
    }

    var outcome: Outcome
    /// A hash of the event's id, of the vendor and the project, and of what else the vendor compares. 0 if the item has
    /// no id.
    let id: UInt64
    /// A hash of the event, or 0 if the item has no id.
    let content: UInt64

    /// Creates a stored item from a decoded item. The store determines later whether an event is a retry.
    ///
    /// - Parameter authorization: The value of the request's header `Authorization`, which can name the project.
    init(_ item: WireDecoding.Item, vendor: String, authorization: String?) {
        switch item {
        case .event(let recorded):
            guard let id = recorded.id else {
                self.init(.event)
                return
            }
            var key = StableHash()
            key.combine(vendor)
            key.combine(id)
            key.combine(authorization ?? recorded.project ?? "")
            for part in Vendor.named(vendor)?.identity ?? [] { key.combine(part, of: recorded) }
            var hash = StableHash()
            hash.combine(recorded.event)
            self.init(.event, id: max(key.value, 1), content: hash.value)
        case .rejected: self.init(.rejected)
        case .ignored: self.init(.ignored)
        }
    }

    /// Creates a stored item without an id.
    init(_ outcome: Outcome) { self.init(outcome, id: 0, content: 0) }

    private init(_ outcome: Outcome, id: UInt64, content: UInt64) {
        self.outcome = outcome
        self.id = id
        self.content = content
    }
}

extension StableHash {
    /// Combines an event. Equal events have equal hashes.
    fileprivate mutating func combine(_ event: Event) {
        combine(event.kind.rawValue)
        combine(event.name)
        if let user = event.user { combine(user) } else { combine(0) }
        combine(event.parameters)
    }

    /// Combines a part of what makes up the identity of an event.
    fileprivate mutating func combine(_ part: Vendor.IdentityPart, of recorded: RecordedEvent) {
        switch part {
        case .name: combine(recorded.event.name)
        case .device: combine(recorded.anonymous ?? "")
        case .person: combine(recorded.event.user ?? recorded.anonymous ?? "")
        case .time: combine(recorded.time?.description ?? "")
        case .day: combine(String(recorded.time?.description.prefix(10) ?? ""))
        case .content: combine(recorded.event)
        }
    }
}

extension RecordedEvent {
    /// The key of the vendor's project to which the SDK sent the event, or `nil` if the event does not contain it.
    fileprivate var project: String? {
        ["token", "api_key", "writeKey"].lazy.compactMap { context?[$0]?.string }.first
    }
}

extension StoredItem {
    // In the database, an item begins with one byte for its outcome. If the item has an id, that byte contains this
    // flag, and the hashes of the id and of the content follow. Each hash has 8 bytes, the low byte first.
    private static let hasID: UInt8 = 0x80

    /// Returns the bytes that represent items in the database.
    static func bytes(of items: [StoredItem]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(items.count * 17)
        for item in items {
            bytes.append(item.outcome.rawValue | (item.id == 0 ? 0 : hasID))
            if item.id == 0 { continue }
            for hash in [item.id, item.content] {
                withUnsafeBytes(of: hash.littleEndian) { bytes.append(contentsOf: $0) }
            }
        }
        return bytes
    }

    /// Returns the items that bytes from the database represent.
    ///
    /// - Returns: `nil` if the bytes do not represent items.
    static func items(in bytes: UnsafeRawBufferPointer) -> [StoredItem]? {
        var items: [StoredItem] = []
        items.reserveCapacity(bytes.count / 17 + 1)
        var place = 0
        while place < bytes.count {
            let first = bytes[place]
            guard let outcome = Outcome(rawValue: first & ~hasID) else { return nil }
            place += 1
            guard first & hasID != 0 else {
                items.append(StoredItem(outcome))
                continue
            }
            guard place + 16 <= bytes.count else { return nil }
            let id = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            let content = bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self)
            items.append(StoredItem(outcome, id: UInt64(littleEndian: id), content: UInt64(littleEndian: content)))
            place += 16
        }
        return items
    }
}

/// A hash that can be stored, because it is the same in every process. Swift's `Hasher` gives
/// another result in each process.
///
/// The hash is SHA-256, so that a client cannot choose two texts with the same hash.
struct StableHash {
    private var hasher = SHA256()

    /// The first 64 bits of the hash.
    var value: UInt64 { hasher.finalize().prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }

    mutating func combine(_ word: UInt64) {
        withUnsafeBytes(of: word.littleEndian) { hasher.update($0) }
    }

    mutating func combine(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            combine(UInt64(bytes.count))
            hasher.update(UnsafeRawBufferPointer(bytes))
        }
    }

    /// Combines the type and the content of a value. Equal values have equal hashes.
    ///
    /// Objects with the same members have the same hash, even if the order of the members differs.
    mutating func combine(_ value: EventValue) {
        switch value {
        case .null: combine(1)
        case .bool(let flag): combine(flag ? 3 : 2)
        case .integer(let integer):
            combine(4)
            combine(UInt64(bitPattern: integer))
        case .number(let number):
            guard number.isFinite else {
                // `EventValue` treats NaN and infinity as equal to the texts that represent them in files.
                return combine(.string(number.isNaN ? "NaN" : number > 0 ? "Infinity" : "-Infinity"))
            }
            combine(5)
            // 0.0 and -0.0 are equal, but have different bit patterns.
            combine(number == 0 ? 0 : number.bitPattern)
        case .string(let text):
            combine(6)
            combine(text)
        case .array(let values):
            combine(7)
            combine(UInt64(values.count))
            for value in values { combine(value) }
        case .object(let members):
            combine(8)
            combine(members)
        }
    }

    mutating func combine(_ members: EventParameters) {
        combine(UInt64(members.count))
        for member in members.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
            combine(member.name)
            combine(member.value)
        }
    }
}
