package import Trackproof
@_spi(Tooling) internal import TrackproofJSON
@_spi(Tooling) package import TrackproofPlans

/// A reader that finds the parts of an event in a record without creating values.
///
/// It reads the records that most programs write, of recordings and of simple layouts. It returns `nil` for any other
/// record, which ``RecordDecoder`` then reads. For each record that it reads, ``RecordDecoder`` returns the same event.
package struct PlainReader {
    /// The parts of an event. The bytes are those of the record.
    package struct Record {
        package var event: PlainEvent
        package var version: UnsafeBufferPointer<UInt8>?
        package var platform: UnsafeBufferPointer<UInt8>?
        package var time: EventTime?
    }

    /// The largest record that this reader reads, in bytes.
    private static let sizeLimit = 1 << 15

    private let tree: PlainTree
    private let layout: ArchiveLayout?
    private let source: EventSource
    private let event: [Int]
    private let kind: [Int]
    private let parameters: [Int]
    private let version: [Int]
    private let platform: [Int]
    private let time: [Int]
    /// The fields that make a record unusual.
    private let unusual: [Int]
    /// The fields of recordings that must be texts, an integer or an object.
    private let texts: [Int]
    private let integer: Int?
    private let object: Int?
    private let sourceSlot: Int?
    /// The offset of each field's value, or -1, and the offset after it.
    private var places: [(start: Int, end: Int)]

    /// Creates a reader, or returns `nil` if the layout is not simple.
    ///
    /// - Parameters:
    ///   - layout: The layout, or `nil` for recordings in Trackproof's own shape.
    ///   - source: The source of the events to check.
    package init?(_ layout: ArchiveLayout?, source: EventSource) {
        var tree = LayoutTree()
        func slots(_ paths: [FieldPath]) -> [Int] { paths.map { tree.insert($0) } }
        self.layout = layout
        self.source = source
        if let layout {
            guard layout.columns == nil, layout.form == .object, layout.ownNames.isEmpty, layout.shown.isEmpty else {
                return nil
            }
            event = slots(layout.event)
            kind = slots(layout.kind)
            parameters = slots(layout.parameters)
            version = slots(layout.version)
            platform = slots(layout.platform)
            time = slots(layout.time)
            unusual = slots(layout.extras.map(\.path))
            (texts, integer, object, sourceSlot) = ([], nil, nil, nil)
        } else {
            event = slots(["name"])
            kind = slots(["kind"])
            parameters = slots(["parameters"])
            (version, platform) = ([], [])
            time = slots(["time"])
            unusual = slots(["error"])
            texts = slots(["id", "user", "anonymous"])
            integer = tree.insert("seq")
            object = tree.insert("context")
            sourceSlot = tree.insert("source")
        }
        guard let plain = PlainTree(tree) else { return nil }
        self.tree = plain
        places = Array(repeating: (-1, -1), count: tree.slotCount)
    }

    /// Reads a record, or returns `nil` if it is not plain.
    package mutating func read(_ record: UnsafeBufferPointer<UInt8>) -> Record? {
        guard let bytes = record.baseAddress, record.count <= Self.sizeLimit else { return nil }
        for index in places.indices { places[index] = (-1, -1) }
        var scanner = PlainScanner(bytes, from: 0, to: record.count)
        guard members(&scanner, of: 0), scanner.next() == 0, scanner.position == record.count else { return nil }
        if unusual.contains(where: { places[$0].start >= 0 }) { return nil }
        guard let name = text(event.first ?? -1, bytes), let name, !name.isEmpty, let kind = eventKind(bytes),
            !kind.isIdentity, isRecording(bytes)
        else { return nil }
        var record = Record(event: PlainEvent(name: name, kind: kind, parameters: nil))
        if let slot = parameters.first(where: { places[$0].start >= 0 }) {
            guard bytes[places[slot].start] == 0x7B else { return nil }
            record.event.parameters = PlainScanner(bytes, from: places[slot].start, to: places[slot].end)
        }
        guard let version = first(version, bytes), let platform = first(platform, bytes),
            let time = eventTime(bytes)
        else { return nil }
        (record.version, record.platform, record.time) = (version, platform, time)
        return record
    }

    // MARK: Fields

    /// Reads the members of an object, and notes the places of the fields.
    private mutating func members(_ scanner: inout PlainScanner, of node: Int) -> Bool {
        guard scanner.take(0x7B) else { return false }
        if scanner.take(0x7D) { return true }
        while true {
            guard let name = scanner.text(), scanner.take(0x3A) else { return false }
            let child = tree.child(of: node, name.bytes)
            let slot = child >= 0 ? tree.slot(of: child) : -1
            let first = scanner.next()
            if slot >= 0 {
                // A repeated name is not plain.
                guard places[slot].start < 0 else { return false }
                let start = scanner.position
                guard scanner.skipValue() else { return false }
                places[slot] = (start, scanner.position)
            } else if child >= 0, first == 0x7B {
                guard members(&scanner, of: child) else { return false }
            } else {
                guard scanner.skipValue() else { return false }
            }
            guard let more = scanner.continues(until: 0x7D) else { return false }
            if !more { return true }
        }
    }

    /// Returns the text of a field without its quotes.
    ///
    /// - Returns: `.some(nil)` if the record does not have the field, and `nil` if the field is not a text.
    private func text(_ slot: Int, _ bytes: UnsafePointer<UInt8>) -> UnsafeBufferPointer<UInt8>?? {
        guard slot >= 0 else { return nil }
        let place = places[slot]
        if place.start < 0 { return .some(nil) }
        guard bytes[place.start] == 0x22 else { return nil }
        return UnsafeBufferPointer(start: bytes + place.start + 1, count: place.end - place.start - 2)
    }

    /// Returns the text of the first field that the record has.
    ///
    /// - Returns: `.some(nil)` if the record has none of the fields, and `nil` if the field is not a short text.
    private func first(_ slots: [Int], _ bytes: UnsafePointer<UInt8>) -> UnsafeBufferPointer<UInt8>?? {
        for slot in slots {
            guard let text = text(slot, bytes) else { return nil }
            guard let text else { continue }
            return text.isEmpty || text.count > 100 ? nil : text
        }
        return .some(nil)
    }

    private func eventKind(_ bytes: UnsafePointer<UInt8>) -> EventKind? {
        guard let word = first(kind, bytes) else { return nil }
        guard let word else { return .track }
        if word.count == 5, word[0] == 0x74 { return word.elementsEqual("track".utf8) ? .track : nil }
        return EventKind(rawValue: String(decoding: word, as: UTF8.self))
    }

    private func eventTime(_ bytes: UnsafePointer<UInt8>) -> EventTime?? {
        guard let slot = time.first(where: { places[$0].start >= 0 }) else { return .some(nil) }
        if let layout, layout.timeUnit != .text {
            var scanner = PlainScanner(bytes, from: places[slot].start, to: places[slot].end)
            switch scanner.number() {
            case .integer(let count): return EventTime(.integer(count), layout.timeUnit).map { .some($0) } ?? nil
            case .fraction(let count): return EventTime(.number(count), layout.timeUnit).map { .some($0) } ?? nil
            case nil: return nil
            }
        }
        guard let text = text(slot, bytes), let text, let time = EventTime(utf8: text) else { return nil }
        return .some(time)
    }

    /// Returns whether the fields that only recordings have are valid.
    private func isRecording(_ bytes: UnsafePointer<UInt8>) -> Bool {
        guard layout == nil else { return true }
        for slot in texts where text(slot, bytes) == nil { return false }
        if let object, places[object].start >= 0, bytes[places[object].start] != 0x7B { return false }
        if let integer, places[integer].start >= 0 {
            var scanner = PlainScanner(bytes, from: places[integer].start, to: places[integer].end)
            guard case .integer? = scanner.number() else { return false }
        }
        guard let sourceSlot, let text = text(sourceSlot, bytes) else { return false }
        return text?.elementsEqual(source.rawValue.utf8) ?? (source == .app)
    }
}
