/// A reader of one message in the binary encoding of protocol buffers, field by field.
///
/// Source: <https://protobuf.dev/programming-guides/encoding/>
struct ProtobufReader {
    /// The content of a field. Several types of a schema share an encoding: integers of variable length and `bool` are
    /// `varint`; texts, bytes and nested messages are `bytes`.
    enum Content {
        case varint(UInt64)
        case fixed64(UInt64)
        case fixed32(UInt32)
        case bytes(ArraySlice<UInt8>)
        case group
    }

    /// The bytes that are not read yet. Their indices are those of the whole message.
    private var rest: ArraySlice<UInt8>
    /// The number of messages and groups around this one.
    private let level: Int

    /// The same limit as in Google's libraries.
    private static let maxLevels = 100

    init(_ bytes: ArraySlice<UInt8>) { self.init(bytes, level: 0) }

    private init(_ bytes: ArraySlice<UInt8>, level: Int) {
        rest = bytes
        self.level = level
    }

    /// Returns the next field, or `nil` at the end of the message.
    mutating func next() throws(WireRejection) -> (number: UInt64, content: Content)? {
        guard !rest.isEmpty else { return nil }
        let start = rest.startIndex
        let (number, type) = try tag()
        switch type {
        case 0: return (number, .varint(try varint()))
        case 1: return (number, .fixed64(try integer()))
        case 2: return (number, .bytes(try take(try varint())))
        case 3:
            try skipGroup(number, level: level + 1)
            return (number, .group)
        case 5: return (number, .fixed32(try integer()))
        default: throw Self.error("a field of an unknown type", at: start)
        }
    }

    /// Returns the reader of a message that is nested in this one.
    func message(_ bytes: ArraySlice<UInt8>) throws(WireRejection) -> ProtobufReader {
        try check(level: level + 1, at: bytes.startIndex)
        return ProtobufReader(bytes, level: level + 1)
    }

    func text(_ bytes: ArraySlice<UInt8>) throws(WireRejection) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Self.error("a text that is not UTF-8", at: bytes.startIndex)
        }
        return text
    }

    // MARK: Parts of a field

    private mutating func tag() throws(WireRejection) -> (number: UInt64, type: UInt64) {
        let start = rest.startIndex
        let tag = try varint()
        guard tag <= UInt32.max, tag >> 3 > 0 else { throw Self.error("an invalid field number", at: start) }
        return (tag >> 3, tag & 7)
    }

    private mutating func varint() throws(WireRejection) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: 0 as UInt64, through: 63, by: 7) {
            guard let byte = rest.popFirst() else { throw Self.error("the end within a field", at: rest.startIndex) }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw Self.error("an integer of more than 64 bits", at: rest.startIndex)
    }

    /// Reads an integer of fixed size. The lowest byte comes first.
    private mutating func integer<Integer: FixedWidthInteger>() throws(WireRejection) -> Integer {
        try take(UInt64(Integer.bitWidth / 8)).reversed().reduce(0) { $0 << 8 | Integer($1) }
    }

    private mutating func take(_ count: UInt64) throws(WireRejection) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw Self.error("the end within a field", at: rest.endIndex) }
        defer { rest = rest.dropFirst(Int(count)) }
        return rest.prefix(Int(count))
    }

    /// Skips the fields of a group, an older form of a nested message, up to the tag that ends the group.
    private mutating func skipGroup(_ group: UInt64, level: Int) throws(WireRejection) {
        try check(level: level, at: rest.startIndex)
        while true {
            let start = rest.startIndex
            let (number, type) = try tag()
            switch type {
            case 0: _ = try varint()
            case 1: _ = try take(8)
            case 2: _ = try take(try varint())
            case 3: try skipGroup(number, level: level + 1)
            case 4 where number == group: return
            case 5: _ = try take(4)
            default: throw Self.error("a field of an unknown type", at: start)
            }
        }
    }

    private func check(level: Int, at place: Int) throws(WireRejection) {
        guard level <= Self.maxLevels else { throw Self.error("more than \(Self.maxLevels) levels", at: place) }
    }

    private static func error(_ found: String, at place: Int) -> WireRejection {
        WireRejection("not a valid protocol buffers message: found \(found) at byte \(place)")
    }
}

/// A writer of a message in the binary encoding of protocol buffers. It leaves out fields with the default value, as
/// proto3 does.
struct ProtobufWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ number: UInt64, _ integer: UInt64) {
        guard integer != 0 else { return }
        appendVarint(number << 3)
        appendVarint(integer)
    }

    /// Writes a text or a nested message.
    mutating func write(_ number: UInt64, _ content: some Collection<UInt8>) {
        guard !content.isEmpty else { return }
        appendVarint(number << 3 | 2)
        appendVarint(UInt64(content.count))
        bytes += content
    }

    private mutating func appendVarint(_ integer: UInt64) {
        var rest = integer
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
