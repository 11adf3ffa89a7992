/// A format that a schema can require of a text.
public enum TextFormat: String, Sendable, CaseIterable {
    /// A date, a time and a time zone (RFC 3339, section 5.6).
    case dateTime = "date-time"
    /// A date (RFC 3339, `full-date`).
    case date
    /// A time and a time zone (RFC 3339, `full-time`).
    case time
    /// A duration such as `P3DT12H` (RFC 3339, appendix A).
    case duration
    /// A UUID: five groups of hexadecimal digits (RFC 4122).
    case uuid
    /// A URI with a scheme (RFC 3986).
    case uri
    /// A URI, or a relative reference (RFC 3986).
    case uriReference = "uri-reference"
    /// An email address (RFC 5321, section 4.1.2), in ASCII.
    case email
    /// A host name (RFC 1123, section 2.1), in ASCII.
    case hostname
    /// An IPv4 address as four decimal numbers (RFC 2673, section 3.2).
    case ipv4
    /// An IPv6 address (RFC 4291, section 2.2), without a zone such as `%eth0`.
    case ipv6

    /// Returns whether `text` has the format.
    public func fits(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { fits($0) }
    }

    /// Returns whether `text`, in UTF-8, has the format. The time that this takes is linear in the length of `text`.
    package func fits(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var scanner = ByteScanner(text)
        switch self {
        case .dateTime:
            guard scanner.date(), scanner.take(anyOf: "Tt"), scanner.time() else { return false }
        case .date: guard scanner.date() else { return false }
        case .time: guard scanner.time() else { return false }
        case .duration: guard scanner.duration() else { return false }
        case .uuid: guard scanner.uuid() else { return false }
        case .uri: guard scanner.uri(isReference: false) else { return false }
        case .uriReference: guard scanner.uri(isReference: true) else { return false }
        case .email: guard scanner.email() else { return false }
        case .hostname: guard scanner.hostname() else { return false }
        case .ipv4: guard scanner.ipv4() else { return false }
        case .ipv6: guard scanner.ipv6() else { return false }
        }
        return scanner.isAtEnd
    }
}
