/// A CRC-32 checksum (IEEE 802.3).
///
/// CRC-32 detects every change within four neighbouring bytes, and needs only eight digits of the limited space in a
/// chunk.
package struct Checksum {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
    }

    private var state: UInt32 = .max

    package init() {}

    package var value: UInt32 { ~state }

    package mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { state = state >> 8 ^ Self.table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] }
    }

    /// The checksum as exactly eight hexadecimal digits, with leading zeros if necessary.
    package var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
