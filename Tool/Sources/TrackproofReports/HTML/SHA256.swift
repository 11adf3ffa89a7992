internal import Foundation

/// The hash function SHA-256 of FIPS 180-4.
///
/// The page needs it for two hashes of a few kilobytes, so a dependency would not pay.
enum SHA256 {
    /// Returns the hash of the bytes in Base64.
    static func base64(_ bytes: some Sequence<UInt8>) -> String { Data(hash(bytes)).base64EncodedString() }

    /// Returns the 32 bytes of the hash.
    static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var message = Array(bytes)
        let bitCount = UInt64(message.count) * 8
        message.append(0x80)
        while message.count % 64 != 56 { message.append(0) }
        message += bitCount.bigEndianBytes

        var state = fractions(of: primes.prefix(8).map { Double($0).squareRoot() })
        for start in stride(from: 0, to: message.count, by: 64) {
            update(&state, with: message[start..<start + 64])
        }
        return state.flatMap(\.bigEndianBytes)
    }

    private static func update(_ state: inout [UInt32], with block: ArraySlice<UInt8>) {
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { place in
            block[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let (old, new) = (words[index - 15], words[index - 2])
            let first = old.rotated(7) ^ old.rotated(18) ^ old >> 3
            let second = new.rotated(17) ^ new.rotated(19) ^ new >> 10
            words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in 0..<64 {
            let choice = e & f ^ ~e & g
            let majority = a & b ^ a & c ^ b & c
            let first = h &+ (e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)) &+ choice &+ constants[index] &+ words[index]
            let second = (a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)) &+ majority
            (a, b, c, d, e, f, g, h) = (first &+ second, a, b, c, d &+ first, e, f, g)
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    }

    /// The first 64 prime numbers.
    private static let primes = (2...311).filter { number in (2..<number).allSatisfy { number % $0 != 0 } }

    private static let constants = fractions(of: primes.map { cbrt(Double($0)) })

    /// Returns the first 32 bits of the fraction of each number.
    private static func fractions(of numbers: [Double]) -> [UInt32] {
        numbers.map { UInt32(($0 - $0.rounded(.down)) * 0x1p32) }
    }
}

extension UInt32 {
    fileprivate func rotated(_ count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}

extension FixedWidthInteger {
    fileprivate var bigEndianBytes: [UInt8] {
        stride(from: Self.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> Self($0)) }
    }
}
