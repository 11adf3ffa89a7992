import Trackproof
import TrackproofCSV
import TrackproofJSON
import TrackproofPlans

/// The values that a layout needs from one record.
struct RecordFields {
    private let tree: LayoutTree
    /// The members that ``others`` does not collect, or `nil` if it collects none.
    private let excluded: NameList?
    /// For each slot, whether several members of a record can fit its path.
    private let isOfPrefix: [Bool]
    /// For each slot, whether only one of these members may have a value.
    private let isUnique: [Bool]
    /// The slots of parameters and traits. A value there that cannot be read does not hide the name of the event.
    private let items: Set<LayoutTree.Slot>
    private var values: [EventValue?]
    /// The slots of the fields that identify a row.
    private let identity: Set<LayoutTree.Slot>
    /// For each of these slots that has a value, the hash of the value as the row spells it.
    private var hashes: [LayoutTree.Slot: UInt64] = [:]
    /// The problem of a text that begins like an object and is not JSON, for each slot that the text could contain.
    private var failures: [LayoutTree.Slot: JSONFailure] = [:]
    /// The members of the record that the layout does not name and that the vendor does not add to each record.
    private(set) var others: [EventParameter] = []

    /// Creates fields without values.
    ///
    /// - Parameters:
    ///   - excluded: The members that ``others`` does not collect, or `nil` if it collects none.
    ///   - unique: The slots in which a second value is an error, because it would hide the first value.
    ///   - items: The slots of parameters and traits.
    ///   - identity: The slots of the fields that identify a row.
    init(
        _ tree: LayoutTree, othersExcept excluded: NameList?, unique: Set<LayoutTree.Slot>,
        items: Set<LayoutTree.Slot>, identity: Set<LayoutTree.Slot>
    ) {
        self.tree = tree
        self.identity = identity
        self.items = items
        self.excluded = excluded
        values = Array(repeating: nil, count: tree.slotCount)
        let prefixes = tree.slotsOfPrefixes
        isOfPrefix = (0..<tree.slotCount).map { prefixes.contains($0) }
        isUnique = (0..<tree.slotCount).map { prefixes.contains($0) && unique.contains($0) }
    }

    /// Returns the first value in these slots, or `nil` if they are all empty. Null and an empty text leave a slot
    /// empty.
    func first(_ slots: [LayoutTree.Slot]) -> EventValue? {
        for slot in slots { if let value = values[slot] { return value } }
        return nil
    }

    /// Returns the hash of the value in a slot as the row spells it, or 0 if the slot is empty.
    func hash(_ slot: LayoutTree.Slot) -> UInt64 { values[slot] == nil ? 0 : hashes[slot] ?? 0 }

    /// Throws an error if a value for one of these slots could be in a text that is not JSON.
    func checkTexts(_ slots: [LayoutTree.Slot]) throws(JSONFailure) {
        if failures.isEmpty { return }
        for slot in slots { if let failure = failures[slot] { throw failure } }
    }

    private mutating func reset() {
        for index in values.indices { values[index] = nil }
        others.removeAll(keepingCapacity: true)
        if !failures.isEmpty { failures = [:] }
    }

    private mutating func set(_ slot: Int, _ value: EventValue, at offset: Int) throws(JSONFailure) {
        switch value {
        // A value that is null or an empty text counts as absent. If several columns of a table fit a prefix, all but
        // one are null.
        case .null, .string(""): if !isOfPrefix[slot] { values[slot] = nil }
        // Some databases export an absent column as an object without values.
        case .object where isOfPrefix[slot] && value.isEmptyObject:
            if values[slot] == nil { values[slot] = value }
        default:
            if isUnique[slot], let known = values[slot], !known.isEmptyObject {
                throw JSONFailure(at: offset, "two members fit the same path of the layout")
            }
            values[slot] = value
        }
    }

    // MARK: JSON

    /// Reads a record that is a JSON object.
    mutating func read(json cursor: inout JSONCursor) throws(JSONFailure) {
        reset()
        try cursor.expect(0x7B, "an event object")
        try object(&cursor, 0, depth: 0)
        cursor.skipWhitespace()
        guard cursor.position == cursor.end else {
            throw JSONFailure(at: cursor.position, "expected the end of the record")
        }
    }

    /// Reads the members of an object. The cursor is after the object's opening brace.
    private mutating func object(_ cursor: inout JSONCursor, _ node: Int, depth: Int) throws(JSONFailure) {
        if try cursor.peek() == 0x7D {
            cursor.position += 1
            return
        }
        repeat {
            let (range, name) = try cursor.rawKey()
            let bytes = UnsafeBufferPointer(start: cursor.bytes + range.lowerBound, count: range.count)
            let child: Int?
            if var name {
                child = name.withUTF8 { tree.nodes[node].child($0) }
            } else {
                child = tree.nodes[node].child(bytes)
            }
            if let child {
                try value(&cursor, child, depth: depth + 1)
            } else if let excluded, node == 0 {
                let name = name ?? String(decoding: bytes, as: UTF8.self)
                _ = try cursor.peek()
                if excluded.contains(name) {
                    try cursor.skipValue()
                } else {
                    others.append(EventParameter(name, try cursor.value(depth: 1)))
                }
            } else {
                _ = try cursor.peek()
                try cursor.skipValue()
            }
        } while try cursor.continues(until: 0x7D, "',' or '}'")
    }

    private mutating func value(_ cursor: inout JSONCursor, _ node: Int, depth: Int) throws(JSONFailure) {
        let start = try cursor.peek()
        let place = cursor.position
        if let slot = tree.nodes[node].slot {
            let isItem = cursor.isLenient && items.contains(slot)
            try set(slot, isItem ? cursor.item(depth: depth) : cursor.value(depth: depth), at: place)
            if identity.contains(slot) {
                let quote = start == 0x22 ? 1 : 0
                hashes[slot] = RowID.hash(
                    of: UnsafeBufferPointer(
                        start: cursor.bytes + place + quote, count: cursor.position - place - 2 * quote))
            }
        }
        if tree.nodes[node].isLeaf { return }
        let end = cursor.position
        // A layout can use an object and also members of this object. In this case, the reader reads the object twice.
        cursor.position = place
        switch start {
        case 0x7B:
            cursor.position += 1
            try object(&cursor, node, depth: depth)
        case 0x5B:
            if let first = tree.nodes[node].first { try element(cursor, first, depth: depth) }
            try cursor.skipValue()
        case 0x22:
            if case .string(let text) = try cursor.value(depth: depth) {
                members(ofText: text, at: place, node, depth: depth)
            }
        default:
            if end > place { cursor.position = end } else { try cursor.skipValue() }
        }
    }

    /// Reads the members of an object whose JSON is in a text. Databases store objects in this form.
    ///
    /// If the text begins like an object and is not JSON, the method notes the problem in ``failures``.
    private mutating func members(ofText text: String, at offset: Int, _ node: Int, depth: Int) {
        var text = text
        guard text.utf8.first(where: { $0 > 0x20 }) == 0x7B else { return }
        let failure = text.withUTF8 { bytes -> JSONFailure? in
            guard let base = bytes.baseAddress else { return nil }
            var cursor = JSONCursor(base, from: 0, to: bytes.count, isFinal: true)
            do throws(JSONFailure) {
                try cursor.expect(0x7B, "an object")
                try object(&cursor, node, depth: depth)
                cursor.skipWhitespace()
                if cursor.position < cursor.end {
                    throw JSONFailure(at: cursor.position, "expected the end of the text")
                }
                return nil
            } catch {
                return error
            }
        }
        guard let failure else { return }
        let reason = failure.isIncomplete ? "the text ends inside a value" : failure.message
        let problem = JSONFailure(at: offset, "the text is not JSON: \(reason)")
        for slot in tree.slots(under: node) { failures[slot] = failures[slot] ?? problem }
    }

    /// Reads the first element of the list at the cursor. The caller's cursor does not move.
    private mutating func element(_ cursor: JSONCursor, _ node: Int, depth: Int) throws(JSONFailure) {
        var cursor = cursor
        cursor.position += 1
        if try cursor.peek() == 0x5D { return }
        try value(&cursor, node, depth: depth + 1)
    }

    // MARK: Columns

    /// Reads the cells of a table's row. An empty cell is absent, and a column without a name is ignored.
    ///
    /// If the layout uses a member of a column, such as `context.app`, the cell contains JSON.
    mutating func read(_ cells: [CSVCell], of names: [String]) throws(JSONFailure) {
        reset()
        for (index, cell) in cells.enumerated() where !cell.text.isEmpty && !names[index].isEmpty {
            var name = names[index]
            if let child = name.withUTF8({ tree.nodes[0].child($0) }) {
                if let slot = tree.nodes[child].slot {
                    try set(slot, .string(cell.text), at: index)
                    var text = cell.text
                    if identity.contains(slot) { hashes[slot] = text.withUTF8 { RowID.hash(of: $0) } }
                }
                if !tree.nodes[child].isLeaf { members(ofText: cell.text, at: index, child, depth: 0) }
            } else if let excluded, !excluded.contains(name) {
                others.append(EventParameter(name, .string(cell.text)))
            }
        }
    }

    /// Reads a line of columns with tabs between them.
    ///
    /// If the layout uses a member of a column, such as `unstruct_event.data`, the column contains JSON.
    mutating func read(columns names: [String], _ line: UnsafeBufferPointer<UInt8>) throws(JSONFailure) {
        reset()
        var start = 0
        var index = 0
        guard let base = line.baseAddress else { return }
        while start <= line.count {
            let end = line[start...].firstIndex(of: 0x09) ?? line.count
            guard index < names.count else {
                throw JSONFailure(at: start, "expected \(names.count) columns, found more")
            }
            var name = names[index]
            if let child = name.withUTF8({ tree.nodes[0].child($0) }), end > start {
                if let slot = tree.nodes[child].slot {
                    let bytes = UnsafeBufferPointer(rebasing: line[start..<end])
                    let text = String(decoding: bytes, as: UTF8.self)
                    guard text.utf8.elementsEqual(bytes) else {
                        throw JSONFailure(at: start, field: names[index], "the text is not UTF-8")
                    }
                    try set(slot, .string(text), at: start)
                    if identity.contains(slot) { hashes[slot] = RowID.hash(of: bytes) }
                }
                if !tree.nodes[child].isLeaf {
                    var cursor = JSONCursor(base, from: start, to: end, isFinal: true)
                    try value(&cursor, child, depth: 0)
                }
            }
            index += 1
            start = end + 1
        }
        guard index == names.count else {
            throw JSONFailure(at: 0, "expected \(names.count) columns, found \(index)")
        }
    }
}

extension EventValue {
    /// Whether the value is an object in which all values are null.
    fileprivate var isEmptyObject: Bool { object?.allSatisfy { $0.value == .null } ?? false }
}
