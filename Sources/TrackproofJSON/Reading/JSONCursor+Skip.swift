extension JSONCursor {
    /// Moves past a value without creating it. Checks only strings and brackets, and that the value is not missing.
    public mutating func skipValue() throws(JSONFailure) {
        var depth = 0
        if position < end {
            switch bytes[position] {
            case 0x2C, 0x3A, 0x5D, 0x7D: throw unexpected("a value")
            default: break
            }
        }
        repeat {
            guard position < end else { throw JSONFailure(incompleteAt: position) }
            let byte = bytes[position]
            position += 1
            switch byte {
            case 0x22: _ = try skipStringBody()
            case 0x7B, 0x5B: depth += 1
            case 0x7D, 0x5D: depth -= 1
            default: break
            }
            if depth == 0, byte == 0x22 || byte == 0x7D || byte == 0x5D { return }
        } while depth > 0 || !isBetweenValues
    }

    /// Whether a number or a literal has ended at `position`.
    private var isBetweenValues: Bool {
        guard position < end else { return isFinal }
        switch bytes[position] {
        case 0x2C, 0x5D, 0x7D, 0x20, 0x0A, 0x0D, 0x09: return true
        default: return false
        }
    }
}
