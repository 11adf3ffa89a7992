@_spi(Tooling) internal import TrackproofJSON

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Cuts a stream of bytes into lines, wherever the stream was cut into pieces.
struct LineBuffer {
    /// The longest line. A longer one is skipped.
    static let limit = JSONLimits.eventBytes

    /// The line that has no end yet.
    private(set) var rest: [UInt8] = []
    /// How many lines were longer than the limit.
    private(set) var skipped = 0
    /// What to say of them; nil where there were none.
    var problem: String? { skipped > 0 ? "a line is longer than \(Self.limit >> 20) MiB" : nil }
    private var isSkipping = false

    /// Adds bytes and hands out the lines that they end, without their line breaks.
    mutating func append(_ bytes: UnsafeRawBufferPointer, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        var bytes = bytes
        while let base = bytes.baseAddress, let found = memchr(base, 0x0A, bytes.count) {
            let count = UnsafeRawPointer(found) - base
            let line = UnsafeRawBufferPointer(rebasing: bytes[..<count])
            if rest.isEmpty, !isSkipping, count <= Self.limit {
                body(line.bindMemory(to: UInt8.self))
            } else {
                keep(line)
                if !isSkipping { rest.withUnsafeBufferPointer(body) }
                // The memory of a long line is let go.
                rest.removeAll(keepingCapacity: rest.count < 1 << 16)
                isSkipping = false
            }
            bytes = UnsafeRawBufferPointer(rebasing: bytes[(count + 1)...])
        }
        keep(bytes)
    }

    private mutating func keep(_ bytes: UnsafeRawBufferPointer) {
        if isSkipping { return }
        guard rest.count + bytes.count <= Self.limit else {
            rest = []
            isSkipping = true
            skipped += 1
            return
        }
        rest.append(contentsOf: bytes)
    }
}

extension JSONFailure {
    /// What is wrong with a line, and where.
    func problem(inLine number: Int) -> String {
        let message = isIncomplete ? "the line ends inside a value" : message
        let field = field.map { "\($0): " } ?? ""
        return "line \(number), column \(offset + 1): \(field)\(message)"
    }
}
