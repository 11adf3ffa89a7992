/// CRC-32 (IEEE 802.3). Chosen over FNV because it is sure to notice every change within four neighbouring bytes, also
/// where one is dropped for another, and needs only eight digits of the little room that a chunk has.
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

    /// Always eight digits, so that a chunk's checksum has one spelling.
    package var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
