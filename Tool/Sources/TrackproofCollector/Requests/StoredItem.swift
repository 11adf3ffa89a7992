internal import Trackproof
internal import TrackproofWire

/// What the store knows of an item of a request. What the item says is decoded from the request when it is asked for.
struct StoredItem: Sendable, Hashable {
    /// What became of an item.
    enum Outcome: UInt8, Sendable {
        case event
        /// An event that had arrived before, with the same id and the same content.
        case retry
        /// It could not be understood, or the vendor would not take it.
        case rejected
        /// An event whose id had been given to another event before.
        case reused
        /// It is no event.
        case ignored
        /// An event that a test had rejected, to see what the SDK makes of it.
        case refused
    }

    var outcome: Outcome
    /// A hash of the vendor's name and of the event's id; 0 if it has no id.
    let id: UInt64
    /// A hash of the event if it has an id.
    let content: UInt64

    /// An item as it is decoded: whether it arrived before is not known yet.
    init(_ item: WireDecoding.Item, vendor: String) {
        switch item {
        case .event(let recorded):
            guard let id = recorded.id else {
                self.init(.event)
                return
            }
            var key = StableHash()
            key.combine(vendor)
            key.combine(id)
            var hash = StableHash()
            hash.combine(recorded.event)
            self.init(.event, id: max(key.value, 1), content: hash.value)
        case .rejected: self.init(.rejected)
        case .ignored: self.init(.ignored)
        }
    }

    /// An item without an id.
    init(_ outcome: Outcome) { self.init(outcome, id: 0, content: 0) }

    private init(_ outcome: Outcome, id: UInt64, content: UInt64) {
        self.outcome = outcome
        self.id = id
        self.content = content
    }
}

extension StableHash {
    /// Combines what equality of events compares.
    fileprivate mutating func combine(_ event: Event) {
        combine(event.kind.rawValue)
        combine(event.name)
        if let user = event.user { combine(user) } else { combine(0) }
        combine(event.parameters)
    }
}

extension StoredItem {
    // In a row: the outcome in a byte; behind those with an id the two hashes, eight bytes each, the low byte first.
    private static let hasID: UInt8 = 0x80

    /// The bytes of items in a row.
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

    /// The items of a row.
    ///
    /// - Returns: nil for bytes that are no items.
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
