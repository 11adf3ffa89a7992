import Glibc

/// A reader of D-Bus values from untrusted bytes. Invalid bytes cause an error, never a trap.
package struct DBusReader {
    private let bytes: [UInt8]
    private let isBigEndian: Bool
    package private(set) var position: Int
    private var valueCount = 0

    /// Creates a reader that starts at a position in the bytes of a message.
    ///
    /// The bytes must begin where the message begins, because the alignment of values depends on their position.
    package init(_ bytes: [UInt8], isBigEndian: Bool = false, position: Int = 0) {
        self.bytes = bytes
        self.isBigEndian = isBigEndian
        self.position = position
    }

    package var isAtEnd: Bool { position == bytes.count }

    package mutating func read(_ type: DBusType) throws(DBusError) -> DBusValue {
        try read(type, depth: 0)
    }

    private mutating func read(_ type: DBusType, depth: Int) throws(DBusError) -> DBusValue {
        guard depth <= DBusLimits.depth else { throw malformed("a value nested deeper than \(DBusLimits.depth)") }
        valueCount += 1
        guard valueCount <= DBusLimits.values else { throw malformed("more than \(DBusLimits.values) values") }
        switch type {
        case .byte: return .byte(try integer())
        case .boolean:
            switch try integer() as UInt32 {
            case 0: return .boolean(false)
            case 1: return .boolean(true)
            case let other: throw malformed("the invalid Boolean value \(other)")
            }
        case .int16: return .int16(try integer())
        case .uint16: return .uint16(try integer())
        case .int32: return .int32(try integer())
        case .uint32: return .uint32(try integer())
        case .int64: return .int64(try integer())
        case .uint64: return .uint64(try integer())
        case .double: return .double(Double(bitPattern: try integer()))
        case .fileDescriptor: return .fileDescriptor(try integer())
        case .string: return .string(try text(Int(try integer() as UInt32)))
        case .objectPath:
            let path = try text(Int(try integer() as UInt32))
            guard DBusLimits.isObjectPath(path) else { throw malformed("an invalid object path") }
            return .objectPath(path)
        case .signature: return .signature(try signature().text)
        case .variant:
            let types = try signature().types
            guard types.count == 1 else { throw malformed("a variant of \(types.count) types, not 1") }
            return .variant(try read(types[0], depth: depth + 1))
        case .array(let element): return .array(element, try array(of: element, depth))
        case .structure(let types):
            try align(to: 8)
            var fields: [DBusValue] = []
            for type in types { fields.append(try read(type, depth: depth + 1)) }
            return .structure(fields)
        case .dictionaryEntry(let key, let value):
            try align(to: 8)
            let key = try read(key, depth: depth + 1)
            return .dictionaryEntry(key, try read(value, depth: depth + 1))
        }
    }

    private mutating func array(of element: DBusType, _ depth: Int) throws(DBusError) -> [DBusValue] {
        let count = Int(try integer() as UInt32)
        guard count <= DBusLimits.array else {
            throw malformed("an array of \(count) bytes, more than \(DBusLimits.array)")
        }
        try align(to: element.alignment)
        guard count <= bytes.count - position else { throw malformed("an array that extends past the end") }
        let end = position + count
        var elements: [DBusValue] = []
        while position < end { elements.append(try read(element, depth: depth + 1)) }
        guard position == end else { throw malformed("an array whose last element extends past its end") }
        return elements
    }

    private mutating func signature() throws(DBusError) -> (text: String, types: [DBusType]) {
        let text = try text(Int(try integer() as UInt8))
        return (text, try DBusType.parse(text))
    }

    /// Reads `count` bytes of UTF-8 and the zero byte after them.
    private mutating func text(_ count: Int) throws(DBusError) -> String {
        guard count < bytes.count - position else { throw malformed("a string that extends past the end") }
        guard bytes[position + count] == 0 else { throw malformed("a string without a zero byte after it") }
        let (hasZero, text) = bytes.withUnsafeBytes { buffer in
            let content = UnsafeRawBufferPointer(rebasing: buffer[position..<position + count])
            return (
                content.baseAddress.map { memchr($0, 0, count) != nil } ?? false,
                String(validating: content.assumingMemoryBound(to: UInt8.self), as: UTF8.self)
            )
        }
        guard !hasZero else { throw malformed("a string that contains a zero byte") }
        guard let text else { throw malformed("a string that is not valid UTF-8") }
        position += count + 1
        return text
    }

    mutating func align(to alignment: Int) throws(DBusError) {
        while position % alignment != 0 {
            guard position < bytes.count else { throw malformed("incomplete padding") }
            guard bytes[position] == 0 else { throw malformed("padding that is not zero") }
            position += 1
        }
    }

    private mutating func integer<Value: FixedWidthInteger>() throws(DBusError) -> Value {
        let size = MemoryLayout<Value>.size
        try align(to: size)
        guard size <= bytes.count - position else { throw malformed("an incomplete value") }
        var value: Value = 0
        withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes[position..<position + size]) }
        position += size
        return isBigEndian ? Value(bigEndian: value) : Value(littleEndian: value)
    }

    private func malformed(_ what: String) -> DBusError {
        .malformed("a D-Bus message has \(what), at byte \(position)")
    }
}
