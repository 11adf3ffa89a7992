/// The names of members in a JSON text, which show which vendor's SDK sent the text.
///
/// Creating an outline is faster than parsing the text, because an outline does not check the JSON.
struct JSONOutline {
    /// The names of the members of the outermost object.
    private(set) var names: Set<String> = []
    /// The names of the members of the first item.
    ///
    /// An item is an object that is an element of an array. This array is the outermost value or a member of the
    /// outermost object.
    private(set) var itemNames: Set<String> = []
    /// The number of bytes that the outline has read.
    private(set) var length = 0

    /// Creates the outline of a complete text.
    init(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { read($0, stopsBehindItem: false) }
    }

    /// Creates the outline of a text up to the end of its first item. The outline lacks the names after this item.
    init(startOf bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { read($0, stopsBehindItem: true) }
    }

    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, stopsBehindItem: Bool) {
        // The open brackets at the current position, outermost first. No item begins deeper than at the third level, so
        // the list has at most three brackets.
        var levels: [UInt8] = []
        var depth = 0
        var item: Int?
        var isPastItem = false
        var place = 0
        defer { length = min(place, bytes.count) }
        while place < bytes.count, !(isPastItem && stopsBehindItem) {
            let byte = bytes[place]
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                if depth <= 3 {
                    levels.append(byte)
                    let isItem = depth > 1 && byte == UInt8(ascii: "{") && levels[depth - 2] == UInt8(ascii: "[")
                    if isItem, item == nil, !isPastItem, depth == 2 || levels[0] == UInt8(ascii: "{") { item = depth }
                }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == item { (item, isPastItem) = (nil, true) }
                if depth <= 3, !levels.isEmpty { levels.removeLast() }
                depth = max(depth - 1, 0)
            case UInt8(ascii: "\""):
                let start = place + 1
                place = Self.end(ofStringAt: start, in: bytes)
                guard depth == 1 || depth == item, levels.last == UInt8(ascii: "{"),
                    Self.isName(before: place + 1, in: bytes)
                else { break }
                let name = String(
                    decoding: UnsafeBufferPointer(rebasing: bytes[start..<min(place, bytes.count)]), as: UTF8.self)
                if depth == 1 { Self.insert(name, into: &names) } else { Self.insert(name, into: &itemNames) }
            default: break
            }
            place += 1
        }
    }

    /// Adds a name if there are fewer than 1,000 names. No vendor's requests reach this limit.
    private static func insert(_ name: String, into names: inout Set<String>) {
        if names.count < 1_000 { names.insert(name) }
    }

    /// Returns the position of the closing quote.
    private static func end(ofStringAt start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var place = start
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return place
    }

    private static func isName(before place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var place = place
        while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
        return place < bytes.count && bytes[place] == UInt8(ascii: ":")
    }
}

extension ArraySlice<UInt8> {
    /// Returns whether the bytes contain a text.
    func holds(_ text: String) -> Bool {
        let text = Array(text.utf8)
        guard let first = text.first else { return true }
        return withUnsafeBufferPointer { bytes in
            var rest = bytes[...]
            while let place = rest.firstIndex(of: first) {
                if bytes[place...].starts(with: text) { return true }
                rest = bytes[(place + 1)...]
            }
            return false
        }
    }
}
