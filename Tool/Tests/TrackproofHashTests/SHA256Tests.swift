import Crypto
import Foundation
import Testing
import TrackproofHash

/// Tests our hash function against swift-crypto's.
struct SHA256Tests {
    @Test func theStandardsExamplesHaveTheirHashes() {
        #expect(
            TrackproofHash.SHA256.hash(Array("abc".utf8)).hexadecimal
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            TrackproofHash.SHA256.hash([]).hexadecimal
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(
            TrackproofHash.SHA256.hash([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)).hexadecimal
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    /// Tests every length around the ends of blocks, and bytes that are added in two parts.
    @Test func everyLengthHasTheSameHashAsInSwiftCrypto() {
        for length in 0...300 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ length) }
            let expected = Array(Crypto.SHA256.hash(data: bytes))
            #expect(TrackproofHash.SHA256.hash(bytes) == expected)
            for cut in [0, 1, 63, 64, 65, length / 2] where cut <= length {
                var hash = TrackproofHash.SHA256()
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
            #expect(TrackproofHash.SHA256.authenticationCode(for: message, key: key) == Array(expected))
        }
    }
}
