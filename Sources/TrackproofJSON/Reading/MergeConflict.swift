/// The markers that git leaves in a file if it cannot merge two versions of the file.
public struct MergeConflict {
    /// The numbers of the lines with markers, from 1.
    public private(set) var lines: [Int] = []

    /// Finds the markers in the bytes of a file. Returns `nil` if the file has no markers.
    ///
    /// - Parameter firstLine: The number of the line with which the bytes begin.
    public init?(in bytes: UnsafeBufferPointer<UInt8>, firstLine: Int = 1) {
        var (line, start) = (firstLine, 0)
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            if Self.isMarker(bytes[start..<end]) { lines.append(line) }
            (line, start) = (line + 1, end + 1)
        }
        if lines.isEmpty { return nil }
    }

    /// What is wrong with the file, as the message of an error at the first marker.
    public var message: String {
        let shown = lines.prefix(10).map(String.init) + (lines.count > 10 ? ["\(lines.count - 10) more"] : [])
        let list = shown.dropLast().joined(separator: ", ") + (shown.count > 1 ? " and " : "") + (shown.last ?? "")
        return "the file has merge conflict markers at line\(lines.count == 1 ? "" : "s") \(list); "
            + "keep the lines that are right, and remove the markers"
    }

    /// Returns whether a line consists of seven equal signs, or of seven other signs of a marker and perhaps a label.
    private static func isMarker(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard line.count >= 7, let sign = line.first, "<|=>".utf8.contains(sign),
            line.prefix(7).allSatisfy({ $0 == sign })
        else { return false }
        let rest = line.dropFirst(7).first
        return rest == nil || rest == 0x0D || rest == 0x20 && sign != UInt8(ascii: "=")
    }
}
