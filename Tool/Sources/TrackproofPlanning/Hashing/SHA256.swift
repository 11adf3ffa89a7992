/// The hash function SHA-256 (FIPS 180-4), and the authentication code HMAC (RFC 2104) with this function.
///
/// The library swift-crypto contains all of BoringSSL, which takes a minute to build and a third of the size of
/// `trackproof`. The command needs only this function.
package struct SHA256 {
    private var state: [UInt32] = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]
    /// The bytes that do not fill a block yet.
    private var rest: [UInt8] = []
    private var count: UInt64 = 0

    private static let blockSize = 64

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
        0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
        0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
        0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
        0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
        0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]

    package init() {}

    /// Adds bytes to the text that is hashed.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        count &+= UInt64(bytes.count)
        var bytes = bytes
        if !rest.isEmpty {
            let missing = min(Self.blockSize - rest.count, bytes.count)
            rest += bytes[..<missing]
            bytes = UnsafeRawBufferPointer(rebasing: bytes[missing...])
            guard rest.count == Self.blockSize else { return }
            let block = rest
            block.withUnsafeBytes { add($0) }
            rest = []
        }
        let whole = bytes.count / Self.blockSize * Self.blockSize
        for start in stride(from: 0, to: whole, by: Self.blockSize) {
            add(UnsafeRawBufferPointer(rebasing: bytes[start..<start + Self.blockSize]))
        }
        rest += bytes[whole...]
    }

    /// Returns the 32 bytes of the hash. Further bytes can still be added afterwards.
    package func finalize() -> [UInt8] {
        var last = self
        let zeros = (Self.blockSize * 2 - 9 - rest.count) % Self.blockSize
        let bits = (count &* 8).bigEndian
        let end = [0x80] + [UInt8](repeating: 0, count: zeros) + withUnsafeBytes(of: bits) { Array($0) }
        end.withUnsafeBytes { last.update($0) }
        return last.state.flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
    }

    private mutating func add(_ block: UnsafeRawBufferPointer) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
            for index in 0..<16 {
                words[index] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
            }
            for index in 16..<64 {
                let (early, late) = (words[index - 15], words[index - 2])
                let first = early.rotated(7) ^ early.rotated(18) ^ early >> 3
                let second = late.rotated(17) ^ late.rotated(19) ^ late >> 10
                words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
            }
            var (a, b, c, d) = (state[0], state[1], state[2], state[3])
            var (e, f, g, h) = (state[4], state[5], state[6], state[7])
            Self.constants.withUnsafeBufferPointer { constants in
                for index in 0..<64 {
                    let mix = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
                    let first = h &+ mix &+ (e & f ^ ~e & g) &+ constants[index] &+ words[index]
                    let second = (a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)) &+ (a & b ^ a & c ^ b & c)
                    (h, g, f, e) = (g, f, e, d &+ first)
                    (d, c, b, a) = (c, b, a, first &+ second)
                }
            }
            for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
        }
    }
}

extension SHA256 {
    /// Returns the hash of bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        bytes.withUnsafeBytes { hash.update($0) }
        return hash.finalize()
    }

    /// Returns the authentication code of a message, with which the receiver checks that the sender knows the key.
    package static func authenticationCode(for message: [UInt8], key: [UInt8]) -> [UInt8] {
        let key = key.count > blockSize ? hash(key) : key
        let padded = key + [UInt8](repeating: 0, count: blockSize - key.count)
        return hash(padded.map { $0 ^ 0x5C } + hash(padded.map { $0 ^ 0x36 } + message))
    }
}

extension [UInt8] {
    /// The bytes as hexadecimal digits, in lower case.
    package var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension UInt32 {
    fileprivate func rotated(_ count: UInt32) -> UInt32 { self &>> count | self &<< (32 &- count) }
}
