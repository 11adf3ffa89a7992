import Testing
import Trackproof

@testable import TrackproofCollector

/// Tests how items are stored as bytes, with all beginnings and ends of the bytes.
@Suite("Stored items")
struct StoredItemTests {
    /// Tests ids with the same hash in a simple hash function, in which a product of zero erases all earlier input.
    @Test func chosenIDsHaveDifferentHashes() {
        let hashes = [##"QX5OBEIXb:SdVfJ*"##, ##"qh0GEnYr7g5FGN#W"##].map { id in
            var hash = StableHash()
            hash.combine("segment")
            hash.combine(id)
            return hash.value
        }
        #expect(hashes[0] != hashes[1])
    }

    @Test func theOrderOfMembersDoesNotChangeTheHash() {
        func hash(_ members: EventParameters) -> UInt64 {
            var hash = StableHash()
            hash.combine(members)
            return hash.value
        }
        #expect(hash(["a": 1, "b": ["c": 2, "d": 3]]) == hash(["b": ["d": 3, "c": 2], "a": 1]))
        #expect(hash(["a": 1, "b": 2]) != hash(["a": 2, "b": 1]))
    }

    @Test func cutItemsAreWholeItemsOrNone() {
        let key = [UInt8](1...16)
        // An event with hashes has 17 bytes, and an item without an id has one byte.
        let parts: [[UInt8]] = [[0], [0x80] + key, [2], [0x81] + key.reversed(), [5]]
        let bytes = parts.flatMap(\.self)
        let ends = parts.indices.map { parts[...$0].reduce(0) { $0 + $1.count } }
        for count in 0...bytes.count {
            let cut = Array(bytes[..<count])
            let items = cut.withUnsafeBytes { StoredItem.items(in: $0) }
            let whole = ends.firstIndex(of: count).map { $0 + 1 } ?? (count == 0 ? 0 : nil)
            #expect(items?.count == whole, "\(count) bytes")
            if let items { #expect(StoredItem.bytes(of: items) == cut) }
        }
        for start in bytes.indices {
            let cut = Array(bytes[start...])
            if let items = cut.withUnsafeBytes({ StoredItem.items(in: $0) }) {
                #expect(StoredItem.bytes(of: items) == cut)
            }
        }
    }
}
