public import Trackproof

// These methods read texts that an SDK sent: see `EventValue.init(wireJSON:of:within:itemLevels:)`.
extension JSONCursor {
    /// The name of the only member in the object that replaces an unreadable item. No SDK uses this name.
    static let unreadable = "\u{0}unreadable"

    /// The maximum number of unreadable items. If a text has more unreadable items, reading it fails.
    ///
    /// The decoder of requests has the same limit for all items of a request.
    private static let maxUnreadable = 10_000

    /// Reads an item. If the item cannot be read, skips the item and returns a value that gives the reason.
    public mutating func item(depth: Int) throws(JSONFailure) -> EventValue {
        _ = try peek()
        let start = position
        do throws(JSONFailure) {
            return try value(depth: depth)
        } catch {
            guard error.isValueProblem, counted.places < Self.maxUnreadable else { throw error }
            position = start
            guard skipLeniently() else { throw error }
            let (line, column) = counted.place(of: error.offset, in: UnsafeBufferPointer(start: bytes, count: end))
            let reason = "line \(line), column \(column): \(error.message)"
            return .object(EventParameters([EventParameter(Self.unreadable, .string(reason))]))
        }
    }

    /// Moves past a value, whatever bytes its strings contain.
    ///
    /// - Returns: `false` if the text ends inside the value.
    private mutating func skipLeniently() -> Bool {
        var depth = 0
        while position < end {
            let byte = bytes[position]
            position += 1
            switch byte {
            case 0x22:
                while position < end, bytes[position] != 0x22 { position += bytes[position] == 0x5C ? 2 : 1 }
                position += 1
            case 0x7B, 0x5B: depth += 1
            case 0x7D, 0x5D: depth -= 1
            default: continue
            }
            if depth == 0 { return position <= end }
        }
        return false
    }

    /// Returns the scalar that one escape `\uXXXX` represents, or that a pair of such escapes (surrogates) represents.
    ///
    /// Returns U+FFFD for a surrogate without a partner.
    mutating func lenientEscape(at start: Int) throws(JSONFailure) -> Unicode.Scalar {
        let behind = position
        do throws(JSONFailure) {
            return try unicodeEscape(at: start)
        } catch {
            // The first four digits are a surrogate without a partner. The caller reads the text after them separately.
            position = behind
            let half = try hexDigits()
            guard (0xD800..<0xE000).contains(half) else { throw error }
            return "\u{FFFD}"
        }
    }

    /// Replaces each pair of surrogates with one character, and each surrogate without a partner with U+FFFD.
    ///
    /// A surrogate in `text` is three bytes long (CESU-8). Source: Unicode Technical Report 26, "Compatibility Encoding
    /// Scheme for UTF-16: 8-Bit".
    static func joinSurrogates(in text: inout [UInt8]) {
        guard text.contains(0xED) else { return }
        var joined: [UInt8] = []
        joined.reserveCapacity(text.count)
        var place = 0
        while place < text.count {
            guard let high = surrogate(in: text, at: place) else {
                joined.append(text[place])
                place += 1
                continue
            }
            place += 3
            var scalar: Unicode.Scalar = "\u{FFFD}"
            if high < 0xDC00, let low = surrogate(in: text, at: place), low >= 0xDC00,
                let pair = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
            {
                scalar = pair
                place += 3
            }
            joined.append(contentsOf: String(Character(scalar)).utf8)
        }
        text = joined
    }

    /// Returns the surrogate whose three bytes begin at the index `place`, or `nil` if there is no surrogate.
    static func surrogate<Bytes: RandomAccessCollection<UInt8>>(in text: Bytes, at place: Int) -> UInt32?
    where Bytes.Index == Int {
        guard place + 2 < text.endIndex, text[place] == 0xED, (0xA0...0xBF).contains(text[place + 1]),
            (0x80...0xBF).contains(text[place + 2])
        else { return nil }
        return 0xD000 | UInt32(text[place + 1] & 0x3F) << 6 | UInt32(text[place + 2] & 0x3F)
    }
}
