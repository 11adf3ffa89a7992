/// A line that contains a record as hexadecimal digits, such as `hex 7B0A7D`.
enum HexadecimalRow {
    private static let prefix = Array("hex ".utf8)

    /// Returns the bytes of the record, or `nil` if the line is not `hex ` and pairs of hexadecimal digits.
    static func record(_ row: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard row.count > prefix.count, row.count.isMultiple(of: 2), row.starts(with: prefix) else { return nil }
        var record: [UInt8] = []
        record.reserveCapacity((row.count - prefix.count) / 2)
        let digits = row.span
        for index in stride(from: prefix.count, to: digits.count, by: 2) {
            guard let high = digit(digits[index]), let low = digit(digits[index + 1]) else { return nil }
            record.append(high << 4 | low)
        }
        return record
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
