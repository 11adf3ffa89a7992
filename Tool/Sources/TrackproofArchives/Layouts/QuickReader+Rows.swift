import TrackproofJSON

// The rows of data warehouses: lines of columns, lists of parameters, and nulls for what an event does not have.
extension QuickReader {
    /// Moves past null or an empty text, or returns `false` if the next value is something else.
    @inline(__always)
    func isNothing(_ scanner: inout PlainScanner, _ first: UInt8) -> Bool {
        if first == 0x6E { return scanner.word("null") }
        guard first == 0x22, scanner.position + 1 < scanner.end, scanner.bytes[scanner.position + 1] == 0x22 else {
            return false
        }
        scanner.position += 2
        return true
    }

    /// Returns whether a place is absent or contains a list without elements.
    func isEmptyList(_ place: Range, _ bytes: UnsafePointer<UInt8>) -> Bool {
        if place.start < 0 { return true }
        var scanner = PlainScanner(bytes, from: Int(place.start), to: Int(place.end))
        return scanner.take(0x5B) && scanner.take(0x5D)
    }

    /// Returns whether the parameters contain the word `null`, also in a text.
    func containsNull(_ found: Record, _ record: UnsafeBufferPointer<UInt8>) -> Bool {
        !withParameters(of: found, record) { parameters in
            guard let parameters, parameters.count > 4 else { return true }
            for place in 0...(parameters.count - 4)
            where parameters[place] == 0x6E && parameters[place + 1] == 0x75 && parameters[place + 2] == 0x6C
                && parameters[place + 3] == 0x6C
            { return false }
            return true
        }
    }

    /// Reads the fields in the first element of a list, and moves past the list.
    mutating func element(_ scanner: inout PlainScanner, _ node: Int) -> Bool {
        var inside = scanner
        guard scanner.skipValue() else { return false }
        inside.position += 1
        // The decoder decides about a list whose first element is not an object.
        if inside.next() == 0x5D { return true }
        return inside.next() == 0x7B && tree.slot(of: node) < 0 && members(&inside, of: node)
    }

    /// Reads a line of columns, and notes the places of the fields.
    mutating func readColumns(_ nodes: [Int], _ record: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let bytes = record.baseAddress else { return false }
        let end = record.last == 0x0D ? record.count - 1 : record.count
        var (start, index) = (0, 0)
        while start <= end {
            var stop = start
            while stop < end, bytes[stop] != 0x09 { stop += 1 }
            guard index < nodes.count else { return false }
            let node = nodes[index]
            if node >= 0, stop > start {
                let slot = tree.slot(of: node)
                if slot >= 0 {
                    guard (start..<stop).allSatisfy({ bytes[$0] < 0x80 }) else { return false }
                    places[slot] = Range(start: Int32(start), end: Int32(stop))
                }
                if !tree.isLeaf(node) {
                    var scanner = PlainScanner(bytes, from: start, to: stop)
                    guard members(&scanner, of: node), scanner.next() == 0, scanner.position == stop else {
                        return false
                    }
                }
            }
            index += 1
            start = stop + 1
        }
        return index == nodes.count
    }

    // MARK: Lists of parameters

    /// The maximum number of parameters in a list.
    private static let listLimit = 64

    /// Copies a list such as `[{"key": "price", "value": {"int_value": "3"}}]` as an object (`{"price":3}`) to
    /// ``unescaped``, and moves past the list.
    ///
    /// - Returns: `false` if the list is not plain, or if two parameters have the same name.
    mutating func list(
        _ scanner: inout PlainScanner, _ slot: Int, _ names: (name: [UInt8], value: [UInt8])
    ) -> Bool {
        guard unescapedSlot < 0, scanner.take(0x5B) else { return false }
        if unescaped.isEmpty { unescaped = Array(repeating: 0, count: Self.sizeLimit) }
        let bytes = scanner.bytes
        let count = unescaped.withUnsafeMutableBufferPointer { buffer -> Int? in
            withUnsafeTemporaryAllocation(of: Range.self, capacity: Self.listLimit) { known -> Int? in
                var writer = ListWriter(buffer)
                writer.append(0x7B)
                var number = 0
                if !scanner.take(0x5D) {
                    while true {
                        guard number < known.count, let (name, value) = Self.parameter(&scanner, names) else {
                            return nil
                        }
                        if known[..<number].contains(where: { $0.isSame(as: name, in: bytes) }) { return nil }
                        known[number] = name
                        if number > 0 { writer.append(0x2C) }
                        number += 1
                        writer.append(name, bytes)
                        writer.append(0x3A)
                        writer.append(value, bytes)
                        guard let more = scanner.continues(until: 0x5D) else { return nil }
                        if !more { break }
                    }
                }
                writer.append(0x7D)
                return writer.isFull ? nil : writer.count
            }
        }
        guard let count else { return false }
        (unescapedSlot, unescapedCount) = (slot, count)
        return true
    }

    /// Reads an element of a list of parameters.
    ///
    /// - Returns: The places of the name with its quotes, and of the value. The place of the value is absent for null.
    private static func parameter(
        _ scanner: inout PlainScanner, _ names: (name: [UInt8], value: [UInt8])
    ) -> (name: Range, value: Range)? {
        guard scanner.take(0x7B) else { return nil }
        var name = Range()
        var value: Range?
        while true {
            guard let member = scanner.text(), scanner.take(0x3A) else { return nil }
            let first = scanner.next()
            let start = scanner.position
            if member.bytes.isSame(as: names.name) {
                guard name.start < 0, scanner.text() != nil else { return nil }
                name = Range(start: Int32(start), end: Int32(scanner.position))
            } else if member.bytes.isSame(as: names.value) {
                guard value == nil, first == 0x7B, let found = Self.value(&scanner) else { return nil }
                value = found
            } else {
                guard scanner.skipValue() else { return nil }
            }
            guard let more = scanner.continues(until: 0x7D) else { return nil }
            if !more { break }
        }
        return name.start < 0 ? nil : (name, value ?? Range())
    }

    /// Reads a value such as `{"int_value": "3"}`.
    ///
    /// - Returns: The place of the first member that is not null, without the quotes of an integer. The place is absent
    ///   if there is no such member.
    private static func value(_ scanner: inout PlainScanner) -> Range? {
        guard scanner.take(0x7B) else { return nil }
        if scanner.take(0x7D) { return Range() }
        while true {
            guard let member = scanner.text(), scanner.take(0x3A) else { return nil }
            let first = scanner.next()
            if first != 0x6E {
                guard let found = value(&scanner, first, isInteger: member.bytes.first == 0x69) else { return nil }
                // The decoder uses only the first member, but reads them all.
                if scanner.next() == 0x7D {
                    scanner.position += 1
                    return found
                }
                guard scanner.next() == 0x2C else { return nil }
                return others(&scanner) ? found : nil
            }
            guard scanner.word("null"), let more = scanner.continues(until: 0x7D) else { return nil }
            if !more { return Range() }
        }
    }

    /// Moves past the comma and the other members of an object.
    private static func others(_ scanner: inout PlainScanner) -> Bool {
        while scanner.take(0x2C) {
            guard scanner.text() != nil, scanner.take(0x3A) else { return false }
            guard scanner.next() == 0x6E ? scanner.word("null") : scanner.skipValue() else { return false }
        }
        return scanner.take(0x7D)
    }

    /// Reads the value of a member, and returns its place without the quotes of an integer.
    private static func value(_ scanner: inout PlainScanner, _ first: UInt8, isInteger: Bool) -> Range? {
        let start = scanner.position
        guard scanner.skipValue() else { return nil }
        let place = Range(start: Int32(start), end: Int32(scanner.position))
        switch first {
        case 0x22 where isInteger:
            let inside = Range(start: place.start + 1, end: place.end - 1)
            return isNumber(inside, scanner.bytes) ? inside : nil
        case 0x22, 0x74, 0x66, 0x7B, 0x5B: return place
        default: return isNumber(place, scanner.bytes) ? place : nil
        }
    }

    /// Returns whether a place contains a number that is too short to be the number of a card.
    ///
    /// A number can be the text of an app.
    private static func isNumber(_ place: Range, _ bytes: UnsafePointer<UInt8>) -> Bool {
        var scanner = PlainScanner(bytes, from: Int(place.start), to: Int(place.end))
        return place.end - place.start < 13 && scanner.number() != nil && scanner.position == scanner.end
    }
}

extension QuickReader.Range {
    /// Returns whether two places contain the same bytes.
    fileprivate func isSame(as other: Self, in bytes: UnsafePointer<UInt8>) -> Bool {
        guard end - start == other.end - other.start else { return false }
        var (left, right) = (bytes + Int(start), bytes + Int(other.start))
        let stop = bytes + Int(end)
        while left < stop {
            if left.pointee != right.pointee { return false }
            left += 1
            right += 1
        }
        return true
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns whether the bytes are those of a name.
    fileprivate func isSame(as name: [UInt8]) -> Bool {
        guard count == name.count else { return false }
        for (left, right) in zip(self, name) where left != right { return false }
        return true
    }
}

/// A writer that copies parts of a record to a buffer.
private struct ListWriter {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0
    /// Whether the buffer was too small.
    private(set) var isFull = false

    init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

    mutating func append(_ byte: UInt8) {
        guard count < buffer.count else { return isFull = true }
        buffer[count] = byte
        count += 1
    }

    /// Copies a part of a record, or `null` if the place is absent.
    mutating func append(_ place: QuickReader.Range, _ bytes: UnsafePointer<UInt8>) {
        if place.start < 0 {
            for byte in "null".utf8 { append(byte) }
            return
        }
        let part = place.bytes(at: bytes)
        guard count + part.count <= buffer.count else { return isFull = true }
        _ = UnsafeMutableBufferPointer(rebasing: buffer[count...]).update(fromContentsOf: part)
        count += part.count
    }
}
