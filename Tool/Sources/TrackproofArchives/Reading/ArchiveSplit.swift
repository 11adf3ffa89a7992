import Trackproof
import TrackproofPlatform

/// A part of a file: all records whose first byte is in a range of the file.
///
/// If splits cover a file without gaps or overlaps, each record belongs to exactly one split. Some files cannot be
/// divided, for example compressed files. All records of such a file belong to the split with the byte
/// at offset 0.
package struct ArchiveSplit: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The path of the file.
    package let file: String
    /// The offset of the first byte of the range.
    package let start: UInt64
    /// The number of bytes in the range. The range can end after the end of the file.
    package let length: UInt64

    /// Creates a split.
    ///
    /// Returns `nil` if the path is empty, if no file can have an offset as large as `start`, or if `start + length` does
    /// not fit into 64 bits.
    package init?(file: String, start: UInt64, length: UInt64) {
        guard !file.isEmpty, start <= Int64.max, start <= .max - length else { return nil }
        self.file = file
        self.start = start
        self.length = length
    }

    /// Parses `PATH:START:LENGTH`. Returns `nil` if the text has another format.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count >= 3, let start = UInt64(Substring(parts[parts.count - 2])),
            let length = UInt64(Substring(parts[parts.count - 1]))
        else { return nil }
        self.init(
            file: String(decoding: text.utf8[..<parts[parts.count - 3].endIndex], as: UTF8.self), start: start,
            length: length)
    }

    /// The offset of the first byte after the range.
    package var end: UInt64 { start + length }

    /// The split as text: `PATH:START:LENGTH`.
    package var description: String { "\(file):\(start):\(length)" }

    // On Linux, two files can have names that `String` compares as equal: "é" with one scalar, and "é" with two
    // scalars.
    private var values: (ExactText, UInt64, UInt64) { (ExactText(file), start, length) }

    /// Returns whether the splits have the same path, start and length.
    package static func == (left: ArchiveSplit, right: ArchiveSplit) -> Bool { left.values == right.values }

    /// Returns whether `left` is before `right`: first by path, then by start, then by length.
    package static func < (left: ArchiveSplit, right: ArchiveSplit) -> Bool { left.values < right.values }

    /// Hashes the values that `==` compares.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(file)
        hasher.combine(start)
        hasher.combine(length)
    }

    /// Returns whether the ranges have a byte of the same file in common.
    package func overlaps(_ other: ArchiveSplit) -> Bool {
        ExactText(file) == ExactText(other.file) && start < other.end && other.start < end
    }
}
