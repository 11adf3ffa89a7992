/// The limits of the D-Bus specification, and one limit of this client: ``values``.
enum DBusLimits {
    static let message = 128 << 20
    static let array = 64 << 20
    /// The depth of nested arrays, structures and variants.
    static let depth = 64
    /// The number of values in one message. After decoding, each value needs much more memory than its bytes.
    static let values = 1 << 20

    /// Returns whether `path` is an object path.
    ///
    /// An object path is `/`, or consists of words with a `/` before each word. A word consists of letters, digits and
    /// underscores.
    static func isObjectPath(_ path: String) -> Bool {
        if path == "/" { return true }
        guard path.utf8.first == UInt8(ascii: "/") else { return false }
        return path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
            !$0.isEmpty
                && $0.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
                        true
                    default: false
                    }
                }
        }
    }
}
