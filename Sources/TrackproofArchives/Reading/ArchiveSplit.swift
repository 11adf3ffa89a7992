internal import Trackproof

/// A part of a file: the records that start in a range of its bytes.
///
/// Any division of a file into ranges gives each record to exactly one range. A file that cannot be divided, such as a
/// compressed file, belongs as a whole to the range that starts at its first byte.
@_spi(Tooling) public struct ArchiveSplit: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The path of the file.
    public let file: String
    /// The offset of the first byte of the range.
    public let start: UInt64
    /// The number of bytes in the range. The range may go beyond the end of the file.
    public let length: UInt64

    /// Creates a split. The range must end before 2^64.
    public init?(file: String, start: UInt64, length: UInt64) {
        guard !file.isEmpty, start <= .max - length else { return nil }
        self.file = file
        self.start = start
        self.length = length
    }

    /// Parses `PATH:START:LENGTH`, or returns `nil` if the text has another form.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count >= 3, let start = UInt64(Substring(parts[parts.count - 2])),
            let length = UInt64(Substring(parts[parts.count - 1]))
        else { return nil }
        self.init(
            file: String(decoding: text.utf8[..<parts[parts.count - 3].endIndex], as: UTF8.self), start: start,
            length: length)
    }

    /// The offset after the last byte of the range.
    public var end: UInt64 { start + length }

    /// The split as `PATH:START:LENGTH`.
    public var description: String { "\(file):\(start):\(length)" }

    // Linux distinguishes names of files that are canonically equivalent.
    private var values: (ExactText, UInt64, UInt64) { (ExactText(file), start, length) }

    /// Returns whether both splits are the same bytes of the same file.
    public static func == (left: ArchiveSplit, right: ArchiveSplit) -> Bool { left.values == right.values }

    /// Returns whether `left` comes first: by file, start and length.
    public static func < (left: ArchiveSplit, right: ArchiveSplit) -> Bool { left.values < right.values }

    /// Hashes the values that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(file)
        hasher.combine(start)
        hasher.combine(length)
    }

    /// Returns whether a record can be in both splits.
    public func overlaps(_ other: ArchiveSplit) -> Bool {
        ExactText(file) == ExactText(other.file) && start < other.end && other.start < end
    }
}
