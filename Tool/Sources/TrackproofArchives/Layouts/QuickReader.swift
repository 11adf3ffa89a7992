package import Trackproof
import TrackproofJSON
package import TrackproofPlans
import TrackproofSnapshots
package import TrackproofVendors

/// A reader that finds the parts of an event in a record without creating values.
///
/// It reads events of recordings and records of simple layouts, in the form in which most programs write them. For any
/// other record, it returns `nil`, and ``RecordDecoder`` reads the record. If this reader can read a record,
/// ``RecordDecoder`` would return the same event.
package struct QuickReader {
    /// A range of a record's bytes. If the record does not have this part, `start` is -1.
    ///
    /// The offsets have 32 bits. Copies of larger values would take a tenth of the time of a check.
    package struct Range {
        package var start: Int32 = -1
        package var end: Int32 = -1

        /// Returns the bytes, or `nil` if the record does not have this part.
        package func bytes(of record: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
            start < 0 ? nil : UnsafeBufferPointer(rebasing: record[Int(start)..<Int(end)])
        }

        /// Returns the bytes of a part that the record has.
        @inline(__always)
        func bytes(at record: UnsafePointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
            UnsafeBufferPointer(start: record + Int(start), count: Int(end - start))
        }
    }

    /// The parts of an event.
    package struct Record {
        /// The name without its quotes.
        package var name = Range()
        package var kind = EventKind.track
        /// The object of the parameters, without the quotes if it is a JSON text.
        package var parameters = Range()
        /// Whether the parameters are a JSON text with escapes. The range is then one of ``QuickReader/unescaped``.
        package var areUnescaped = false
        /// The version of the app without its quotes.
        package var version = Range()
        /// The platform of the app without its quotes.
        package var platform = Range()
        /// The version of its definition that the event names, without its quotes.
        package var definitionVersion = Range()
        package var time: EventTime?
        /// The index of the planned event whose rules the parameters certainly follow, or -1 if this is unknown.
        package var fitting = -1
    }

    /// The largest record that this reader reads, in bytes.
    static let sizeLimit = 1 << 15

    let tree: QuickTree
    /// Whether the records are events of recordings.
    let isOfRecording: Bool
    let timeUnit: TimeUnit?
    let source: EventSource
    let slots: LayoutSlots
    /// The fields of recordings that must be texts. `integer` and `object` are the fields that must have these types.
    let texts: [Int]
    let integer: Int?
    let object: Int?
    let sourceSlot: Int?
    /// For each slot, whether several members of a record can fit its path.
    private let isOfPrefix: [Bool]
    /// The range of each field's value.
    var places: [Range]
    /// The last JSON text of parameters that contains escapes, without its escapes. Empty until there is such a text.
    var unescaped: [UInt8] = []
    /// The number of bytes of ``unescaped`` that belong to the current record, and the field with this text, or -1 if the
    /// record does not have such a text.
    var unescapedCount = 0
    var unescapedSlot = -1
    /// The checker that checks the parameters while they are read, or `nil`.
    private let checker: PlanChecker?
    /// The field whose object is checked, and the field with the event's name. -1 if there is no checker.
    private let checkedSlot: Int
    private let nameSlot: Int
    /// The index of the planned event whose rules the current record's parameters follow, or -1.
    private var fitting = -1
    /// Whether the current record has a member that is not a field.
    private var hasOtherMembers = false

    /// The nodes of the columns if a record is a line of columns, otherwise `nil`. -1 if the layout does not use a column.
    let columns: [Int]?
    /// The names of the members of a parameter if the parameters are a list, otherwise `nil`.
    private let listNames: (name: [UInt8], value: [UInt8])?
    /// Whether the decoder removes parameters that are null.
    private let areNullsAbsent: Bool
    /// The form of the parameters.
    package let form: StoredForm

    /// The names of `track` events that the decoder turns into screens or pages.
    private let shownNames: [[UInt8]]

    /// Whether the layout is simple. Otherwise, the reader must not be used.
    package let isUsable: Bool

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - layout: The layout, or `nil` for recordings in Trackproof's own shape.
    ///   - source: The source of the events to check.
    ///   - checker: The checker of the parameters. If a record's parameters do not certainly follow the rules of a planned
    ///     event, the reader does not read the record. If there is no checker, the reader reads all parameters.
    package init(_ layout: ArchiveLayout?, source: EventSource, checker: PlanChecker? = nil) {
        isOfRecording = layout == nil
        timeUnit = layout?.timeUnit
        self.source = source
        slots = LayoutSlots(layout ?? .recording)
        var tree = slots.tree
        texts = isOfRecording ? ["id", "user", "anonymous"].map { tree.insert($0) } : []
        integer = isOfRecording ? tree.insert("seq") : nil
        object = isOfRecording ? tree.insert("context") : nil
        sourceSlot = isOfRecording ? tree.insert("source") : nil
        columns = layout?.columns.map { names in
            names.map { name in tree.nodes[0].names.first { $0.bytes == Array(name.utf8) }?.node ?? -1 }
        }
        listNames =
            if case .list(let name, let value)? = layout?.form { (Array(name.utf8), Array(value.utf8)) } else { nil }
        areNullsAbsent = layout?.areNullsAbsent ?? false
        form = StoredForm(
            ignored: slots.ownNames, joint: layout?.names != nil ? [] : layout?.nesting.map { Array($0.utf8) },
            areTypesLost: source.isUntyped || layout?.areTypesLost ?? false)
        let isSimple = layout.map { $0.form.excluded == nil } ?? true
        shownNames = slots.shown.keys.map { Array($0.utf8) }
        self.tree = QuickTree(tree, objects: slots.parameters + (object.map { [$0] } ?? []))
        isUsable = isSimple && self.tree.isUsable
        places = Array(repeating: Range(), count: tree.slotCount)
        let prefixes = tree.slotsOfPrefixes
        isOfPrefix = (0..<tree.slotCount).map { prefixes.contains($0) }
        self.checker = checker
        checkedSlot = checker == nil || areNullsAbsent ? -1 : slots.parameters.first ?? -1
        nameSlot = slots.event.first ?? -1
    }

    /// Reads a record, or returns `nil` if this reader cannot read the record.
    package mutating func read(_ record: UnsafeBufferPointer<UInt8>) -> Record? {
        guard let bytes = record.baseAddress, record.count <= Self.sizeLimit else { return nil }
        for index in places.indices { places[index] = Range() }
        unescapedSlot = -1
        fitting = -1
        hasOtherMembers = false
        if let columns {
            guard readColumns(columns, record) else { return nil }
        } else {
            var scanner = PlainScanner(bytes, from: 0, to: record.count)
            guard members(&scanner, of: 0), scanner.next() == 0, scanner.position == record.count else { return nil }
        }
        // The decoder adds extra fields to the parameters.
        if slots.extras.contains(where: { $0.event == nil && !isEmptyList(places[$0.slot], bytes) }) { return nil }
        var found = Record()
        guard let name = first(slots.event, bytes), name.end > name.start,
            let kind = eventKind(bytes), !kind.isIdentity, isRecording(bytes),
            let version = self.first(slots.version, bytes),
            let platform = self.first(slots.platform, bytes), let time = eventTime(bytes)
        else { return nil }
        if kind == .track, isShown(name, bytes) { return nil }
        // The decoder finds out whether another member may contain the parameters.
        if isOfRecording, hasOtherMembers, slots.parameters.allSatisfy({ places[$0].start < 0 }) { return nil }
        if let slot = slots.parameters.first(where: { places[$0].start >= 0 }) {
            found.parameters = places[slot]
            switch bytes[Int(found.parameters.start)] {
            case 0x7B: break
            case 0x22 where isOfRecording: return nil
            case 0x22 where slot == unescapedSlot, 0x5B where slot == unescapedSlot:
                found.parameters = Range(start: 0, end: Int32(unescapedCount))
                found.areUnescaped = true
            case 0x22: found.parameters = Range(start: found.parameters.start + 1, end: found.parameters.end - 1)
            default: return nil
            }
        }
        if areNullsAbsent, containsNull(found, record) { return nil }
        (found.name, found.kind, found.version, found.platform) = (name, kind, version, platform)
        if let slot = slots.definitionVersion.first { found.definitionVersion = unquoted(slot, bytes) }
        found.time = time
        found.fitting = fitting
        return found
    }

    /// Calls a closure with the bytes of the parameters' object, or with `nil` if the record does not have parameters.
    ///
    /// - Parameter found: The parts of `record`, which is the last record that this reader has read.
    package func withParameters(
        of found: Record, _ record: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>?) -> Bool
    ) -> Bool {
        guard found.areUnescaped else { return body(found.parameters.bytes(of: record)) }
        return unescaped.withUnsafeBufferPointer { body(found.parameters.bytes(of: $0)) }
    }

    // MARK: Fields

    /// Reads the members of an object, and notes the places of the fields.
    mutating func members(_ scanner: inout PlainScanner, of node: Int) -> Bool {
        guard scanner.take(0x7B) else { return false }
        if scanner.take(0x7D) { return true }
        while true {
            guard let name = scanner.text(), scanner.take(0x3A) else { return false }
            let child = tree.child(of: node, name.bytes)
            let slot = child >= 0 ? tree.slot(of: child) : -1
            let first = scanner.next()
            if !isOfRecording, child >= 0, isNothing(&scanner, first) {
                // The decoder treats null and an empty text as absent. They also remove a value that came before.
                guard slot < 0 || places[slot].start < 0 || isOfPrefix[slot] else { return false }
            } else if slot >= 0 {
                // ``RecordDecoder`` handles repeated names.
                guard places[slot].start < 0 else { return false }
                let start = scanner.position
                if first == 0x5B, let listNames, slots.parameters.contains(slot) {
                    guard list(&scanner, slot, listNames) else { return false }
                } else if slot == checkedSlot, first == 0x7B, let name = text(nameSlot, scanner.bytes), name.start >= 0
                {
                    // The check also moves past the object. If it fails, the full check decodes the event.
                    guard fits(name, &scanner) else { return false }
                } else {
                    // The text of a field must not have escapes, because the range of its bytes is its value.
                    guard first == 0x22 ? scanner.text() != nil || unescape(slot, &scanner) : scanner.skipValue() else {
                        return false
                    }
                }
                places[slot] = Range(start: Int32(start), end: Int32(scanner.position))
                if !tree.isLeaf(child), tree.element(of: child) < 0 {
                    // The parameters also contain fields, such as the version of the app.
                    var inside = PlainScanner(scanner.bytes, from: start, to: scanner.position)
                    guard first == 0x7B, members(&inside, of: child) else { return false }
                }
            } else if child >= 0, first == 0x5B, tree.element(of: child) >= 0 {
                guard element(&scanner, tree.element(of: child)) else { return false }
            } else if child >= 0 {
                // If the value is a text, the decoder finds out whether it contains JSON with fields.
                guard first == 0x7B ? members(&scanner, of: child) : first != 0x22 && scanner.skipValue() else {
                    return false
                }
            } else {
                if node == 0 { hasOtherMembers = true }
                // The decoder also reads only the fields of a layout.
                guard isOfRecording ? scanner.skipValue() : scanner.skipUnread() else { return false }
            }
            guard let more = scanner.continues(until: 0x7D) else { return false }
            if !more { return true }
        }
    }

    /// Checks the parameters of the planned event with a name, and moves past them.
    private mutating func fits(_ name: Range, _ scanner: inout PlainScanner) -> Bool {
        guard let checker, let index = checker.index(ofName: name.bytes(at: scanner.bytes)),
            checker.certainlyFits(parametersAt: &scanner, index, storedAs: form)
        else { return false }
        fitting = index
        return true
    }

    /// Returns whether the decoder turns `track` events of a name into screens or pages.
    private func isShown(_ name: Range, _ bytes: UnsafePointer<UInt8>) -> Bool {
        shownNames.contains { $0.elementsEqual(name.bytes(at: bytes)) }
    }

    /// Moves past a JSON text of parameters that contains escapes, and copies it to ``unescaped``.
    private mutating func unescape(_ slot: Int, _ scanner: inout PlainScanner) -> Bool {
        guard unescapedSlot < 0, slots.parameters.contains(slot) else { return false }
        if unescaped.isEmpty { unescaped = Array(repeating: 0, count: Self.sizeLimit) }
        guard let count = unescaped.withUnsafeMutableBufferPointer({ scanner.unescapedText(to: $0) }) else {
            return false
        }
        (unescapedSlot, unescapedCount) = (slot, count)
        return true
    }
}
