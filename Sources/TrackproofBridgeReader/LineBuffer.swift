import TrackproofJSON

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A buffer that splits a stream of bytes into lines, even if a line arrives in several pieces.
struct LineBuffer {
    /// The maximum length of a line, in bytes. The buffer skips a longer line.
    static let limit = JSONLimits.eventBytes

    /// The beginning of a line whose end has not arrived yet.
    private(set) var rest: [UInt8] = []
    /// The number of lines that were longer than the limit.
    private(set) var skipped = 0
    /// A message that a line was too long, or `nil` if no line was too long.
    var problem: String? { skipped > 0 ? "a line is longer than \(Self.limit >> 20) MiB" : nil }
    private var isSkipping = false

    /// Adds `bytes`, and calls `body` with each line that is now complete, without the line break.
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
                // Frees the memory of a long line.
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
    /// Returns a message with the line, the column and the problem.
    func problem(inLine number: Int) -> String {
        let message = isIncomplete ? "the line ends inside a value" : message
        let field = field.map { "\($0): " } ?? ""
        return "line \(number), column \(offset + 1): \(field)\(message)"
    }
}
