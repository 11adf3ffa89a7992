import TrackproofPlatform

/// A buffer that splits a stream of bytes into lines, even if a line arrives in several pieces.
public struct LineBuffer: Sendable {
    /// The maximum length of a line, in bytes. The buffer skips a longer line.
    private let limit: Int
    /// The beginning of a line whose end has not arrived yet.
    public private(set) var rest: [UInt8] = []
    /// The number of lines that were longer than the limit.
    private var skipped = 0
    /// A message that a line was too long, or `nil` if no line was too long.
    public var problem: String? { skipped > 0 ? "a line is longer than \(limit >> 20) MiB" : nil }
    private var isSkipping = false

    /// Creates an empty buffer for lines of at most `limit` bytes.
    public init(limit: Int = JSONLimits.eventBytes) { self.limit = limit }

    /// Adds `bytes`, and calls `body` with each line that is now complete, without the line break.
    public mutating func append(
        _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) rethrows {
        var bytes = bytes
        while let base = bytes.baseAddress, let found = memchr(base, 0x0A, bytes.count) {
            let count = UnsafeRawPointer(found) - base
            let line = UnsafeRawBufferPointer(rebasing: bytes[..<count])
            if rest.isEmpty, !isSkipping, count <= limit {
                try body(line.bindMemory(to: UInt8.self))
            } else {
                keep(line)
                if !isSkipping { try rest.withUnsafeBufferPointer(body) }
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
        guard rest.count + bytes.count <= limit else {
            rest = []
            isSkipping = true
            skipped += 1
            return
        }
        rest.append(contentsOf: bytes)
    }
}

/// The limits of the reader, so that a file from outside can exhaust neither the stack nor the memory.
public enum JSONLimits {
    /// The maximum depth of nested arrays and objects.
    package static let depth = 128
    /// The maximum size of one event, or of a document's members before or after its events, in bytes.
    public static let eventBytes = 16 << 20
}
