/// A D-Bus message, with its header fields and its values.
package struct DBusMessage: Equatable, Sendable {
    package enum Kind: UInt8, Sendable { case call = 1, answer, error, signal }

    package var kind: Kind
    package var expectsAnswer = true
    package var serial: UInt32 = 1
    package var path: String?
    package var interface: String?
    package var member: String?
    package var errorName: String?
    package var answeredSerial: UInt32?
    package var destination: String?
    package var sender: String?
    package var body: [DBusValue] = []

    package init(_ kind: Kind) { self.kind = kind }

    package static func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String, _ body: [DBusValue] = []
    ) -> DBusMessage {
        var message = DBusMessage(.call)
        message.destination = destination
        message.path = path
        message.interface = interface
        message.member = member
        message.body = body
        return message
    }
}

// MARK: Bytes

extension DBusMessage {
    /// The number of bytes that ``size(prefix:)`` needs from the start of a message.
    static let prefixSize = 16

    /// Returns the bytes of the message.
    package func encoded(isBigEndian: Bool = false) throws(DBusError) -> [UInt8] {
        var content = DBusWriter(isBigEndian: isBigEndian)
        for value in body { try content.write(value) }

        var fields: [DBusValue] = []
        func add(_ code: UInt8, _ value: DBusValue?) {
            if let value { fields.append(.structure([.byte(code), .variant(value)])) }
        }
        add(1, path.map(DBusValue.objectPath))
        add(2, interface.map(DBusValue.string))
        add(3, member.map(DBusValue.string))
        add(4, errorName.map(DBusValue.string))
        add(5, answeredSerial.map(DBusValue.uint32))
        add(6, destination.map(DBusValue.string))
        add(7, sender.map(DBusValue.string))
        add(8, body.isEmpty ? nil : .signature(body.map(\.type.text).joined()))

        var writer = DBusWriter(isBigEndian: isBigEndian)
        for byte in [UInt8(ascii: isBigEndian ? "B" : "l"), kind.rawValue, expectsAnswer ? 0 : 1, 1] {
            try writer.write(.byte(byte))
        }
        try writer.write(.uint32(UInt32(clamping: content.bytes.count)))
        try writer.write(.uint32(serial))
        try writer.write(.array(Self.field, fields))
        writer.align(to: 8)
        let size = writer.bytes.count + content.bytes.count
        guard size <= DBusLimits.message else { throw .malformed("a D-Bus message of \(size) bytes is too large") }
        return writer.bytes + content.bytes
    }

    private static let field = DBusType.structure([.byte, .variant])

    /// Returns the size, in bytes, of the message that begins with these ``prefixSize`` bytes.
    package static func size(prefix: [UInt8]) throws(DBusError) -> Int {
        guard prefix.count >= prefixSize else {
            throw .malformed("a D-Bus message has \(prefix.count) bytes, fewer than \(prefixSize)")
        }
        let isBigEndian = try isBigEndian(prefix)
        func number(at place: Int) -> Int {
            let bytes = prefix[place..<place + 4].map(Int.init)
            return (isBigEndian ? bytes : bytes.reversed()).reduce(0) { $0 << 8 | $1 }
        }
        let (bodySize, fieldsSize) = (number(at: 4), number(at: 12))
        let size = (prefixSize + fieldsSize + 7) / 8 * 8 + bodySize
        guard fieldsSize <= DBusLimits.array, size <= DBusLimits.message else {
            throw .malformed("a D-Bus message of \(size) bytes is too large")
        }
        return size
    }

    private static func isBigEndian(_ bytes: [UInt8]) throws(DBusError) -> Bool {
        switch bytes.first {
        case UInt8(ascii: "l"): return false
        case UInt8(ascii: "B"): return true
        default: throw .malformed("a D-Bus message has an unknown byte order")
        }
    }

    /// Decodes a complete message.
    ///
    /// - Returns: The message, or `nil` if its kind is unknown. The specification requires readers to ignore messages
    ///   of unknown kinds.
    package static func decode(_ bytes: [UInt8]) throws(DBusError) -> DBusMessage? {
        guard try size(prefix: bytes) == bytes.count else {
            throw .malformed("a D-Bus message does not have the size that its header gives")
        }
        guard bytes[3] == 1 else { throw .malformed("a D-Bus message has version \(bytes[3]), not 1") }
        guard bytes[1] != 0 else { throw .malformed("a D-Bus message has the invalid kind 0") }
        guard let kind = Kind(rawValue: bytes[1]) else { return nil }
        var message = DBusMessage(kind)
        message.expectsAnswer = bytes[2] & 1 == 0

        var reader = DBusReader(bytes, isBigEndian: try isBigEndian(bytes), position: 8)
        if case .uint32(let serial) = try reader.read(.uint32) { message.serial = serial }
        guard message.serial != 0 else { throw .malformed("a D-Bus message has the invalid serial 0") }
        var signature = ""
        if case .array(_, let fields) = try reader.read(.array(field)) {
            for case .structure(let pair) in fields { message.take(pair, &signature) }
        }
        try reader.align(to: 8)
        for type in try DBusType.parse(signature) { message.body.append(try reader.read(type)) }
        guard reader.isAtEnd else { throw .malformed("a D-Bus message has bytes after its last value") }
        return message
    }

    /// Stores a header field. Ignores a field if its code is unknown or its type does not fit the code.
    private mutating func take(_ pair: [DBusValue], _ signature: inout String) {
        guard pair.count == 2, case .byte(let code) = pair[0], case .variant(let value) = pair[1] else { return }
        switch (code, value) {
        case (1, .objectPath(let text)): path = text
        case (2, .string(let text)): interface = text
        case (3, .string(let text)): member = text
        case (4, .string(let text)): errorName = text
        case (5, .uint32(let number)): answeredSerial = number
        case (6, .string(let text)): destination = text
        case (7, .string(let text)): sender = text
        case (8, .signature(let text)): signature = text
        default: break
        }
    }
}
