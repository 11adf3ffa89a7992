import Crypto
import Foundation
import Testing
import TrackproofPlanning

/// Tests our hash function against swift-crypto's.
struct SHA256Tests {
    /// Tests every length around the ends of blocks, a large text, and bytes that are added in two parts.
    @Test func everyLengthHasTheSameHashAsInSwiftCrypto() {
        for length in Array(0...300) + [100_000] {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ length) }
            let expected = Array(Crypto.SHA256.hash(data: bytes))
            #expect(TrackproofPlanning.SHA256.hash(bytes) == expected)
            for cut in [0, 1, 63, 64, 65, length / 2] where cut <= length {
                var hash = TrackproofPlanning.SHA256()
                bytes[..<cut].withUnsafeBytes { hash.update($0) }
                bytes[cut...].withUnsafeBytes { hash.update($0) }
                #expect(hash.finalize() == expected)
            }
        }
    }

    @Test(arguments: [0, 1, 32, 63, 64, 65, 200])
    func authenticationCodesAreThoseOfSwiftCrypto(keyLength: Int) {
        let key = (0..<keyLength).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        for message in ["", "x", String(repeating: "a message ", count: 30)].map({ Array($0.utf8) }) {
            let expected = HMAC<Crypto.SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key))
            #expect(TrackproofPlanning.SHA256.authenticationCode(for: message, key: key) == Array(expected))
        }
    }
}
