/// A writer of D-Bus values, which encodes them as bytes.
package struct DBusWriter {
    package private(set) var bytes: [UInt8] = []
    private let isBigEndian: Bool

    /// Creates a writer. The byte order is little-endian by default.
    package init(isBigEndian: Bool = false) {
        self.isBigEndian = isBigEndian
    }

    package mutating func write(_ value: DBusValue) throws(DBusError) {
        try write(value, depth: 0)
    }

    private mutating func write(_ value: DBusValue, depth: Int) throws(DBusError) {
        guard depth <= DBusLimits.depth else { throw .malformed("a value is nested deeper than \(DBusLimits.depth)") }
        switch value {
        case .byte(let value): bytes.append(value)
        case .boolean(let value): writeInteger(value ? 1 : 0 as UInt32)
        case .int16(let value): writeInteger(value)
        case .uint16(let value): writeInteger(value)
        case .int32(let value): writeInteger(value)
        case .uint32(let value), .fileDescriptor(let value): writeInteger(value)
        case .int64(let value): writeInteger(value)
        case .uint64(let value): writeInteger(value)
        case .double(let value): writeInteger(value.bitPattern)
        case .string(let text): try writeText(text)
        case .objectPath(let path):
            guard DBusLimits.isObjectPath(path) else { throw .malformed("\"\(path)\" is not an object path") }
            try writeText(path)
        case .signature(let signature):
            _ = try DBusType.parse(signature)
            writeSignature(signature)
        case .array(let element, let elements): try writeArray(element, elements, depth)
        case .structure(let fields):
            guard !fields.isEmpty else { throw .malformed("a structure has no fields") }
            align(to: 8)
            for field in fields { try write(field, depth: depth + 1) }
        case .dictionaryEntry(let key, let value):
            align(to: 8)
            try write(key, depth: depth + 1)
            try write(value, depth: depth + 1)
        case .variant(let value):
            let signature = value.type.text
            guard try DBusType.parse(signature).count == 1 else {
                throw .malformed("a variant does not have exactly one type")
            }
            writeSignature(signature)
            try write(value, depth: depth + 1)
        }
    }

    private mutating func writeArray(
        _ element: DBusType, _ elements: [DBusValue], _ depth: Int
    ) throws(DBusError) {
        writeInteger(0 as UInt32)
        let place = bytes.count - 4
        align(to: element.alignment)
        let start = bytes.count
        for value in elements {
            guard value.type == element else {
                throw .malformed("an array of \(element.text) has an element of type \(value.type.text)")
            }
            try write(value, depth: depth + 1)
        }
        let count = bytes.count - start
        guard count <= DBusLimits.array else { throw .malformed("an array of \(count) bytes is too large") }
        withUnsafeBytes(of: ordered(UInt32(count))) { bytes.replaceSubrange(place..<place + 4, with: $0) }
    }

    private mutating func writeText(_ text: String) throws(DBusError) {
        let utf8 = text.utf8
        guard utf8.count < DBusLimits.message else { throw .malformed("a string of \(utf8.count) bytes is too large") }
        guard !utf8.contains(0) else { throw .malformed("a string contains a zero byte") }
        writeInteger(UInt32(utf8.count))
        bytes += utf8
        bytes.append(0)
    }

    private mutating func writeSignature(_ signature: String) {
        bytes.append(UInt8(truncatingIfNeeded: signature.utf8.count))
        bytes += signature.utf8
        bytes.append(0)
    }

    mutating func align(to alignment: Int) {
        while bytes.count % alignment != 0 { bytes.append(0) }
    }

    private mutating func writeInteger<Value: FixedWidthInteger>(_ value: Value) {
        align(to: MemoryLayout<Value>.size)
        withUnsafeBytes(of: ordered(value)) { bytes += $0 }
    }

    private func ordered<Value: FixedWidthInteger>(_ value: Value) -> Value {
        isBigEndian ? value.bigEndian : value.littleEndian
    }
}
