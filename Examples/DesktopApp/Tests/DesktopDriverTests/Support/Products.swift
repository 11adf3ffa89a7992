import Glibc
import Testing

/// The programs that are built beside the tests.
enum Products {
    static var fixture: String { get throws { try path("driver-fixture") } }
    static var holder: String { get throws { try path("driver-holder") } }

    private static func path(_ name: String) throws -> String {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = try buffer.withUnsafeMutableBytes { bytes in
            let base = try #require(bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
            return readlink("/proc/self/exe", base, bytes.count)
        }
        let tests = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        return try #require(tests.lastIndex(of: "/").map { tests[...$0] + name })
    }
}
