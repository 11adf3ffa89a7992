internal import Trackproof

/// One way in which an event differs from the plan.
@_spi(Tooling) public struct PlanFinding: Sendable, Hashable {
    /// The kind of the finding.
    public var id: FindingID
    /// The severity that the plan sets, or the default.
    public var severity: Severity
    /// The event's name.
    public var event: String
    /// The path of the value, such as `items[3].sku`. Empty if the finding is about the whole event.
    public var path: String
    /// What the plan says: "a number that is at least 0".
    public var expected: String
    /// What the event contains: "-3". For personal data, this is only the kind of the data, never the data itself.
    public var found: String
    /// The name or value that the app may have meant, or `nil` if there is no suggestion.
    public var nearest: String?
    /// The team that owns the event.
    public var owner: String?
    /// The place in the plan that the event contradicts, or `nil` if there is none.
    public var planPlace: PlanPlace?

    /// Creates a finding.
    public init(
        id: FindingID, severity: Severity, event: String, path: String, expected: String, found: String,
        nearest: String? = nil, owner: String? = nil, planPlace: PlanPlace? = nil
    ) {
        self.id = id
        self.severity = severity
        self.event = event
        self.path = path
        self.expected = expected
        self.found = found
        self.nearest = nearest
        self.owner = owner
        self.planPlace = planPlace
    }

    /// The path without positions in lists, such as `items[].sku`.
    ///
    /// Reports count findings with the same general path together.
    public var generalPath: String {
        guard path.utf8.contains(UInt8(ascii: "[")) else { return path }
        var general: [UInt8] = []
        var digits: [UInt8]?
        for byte in path.utf8 {
            if let seen = digits {
                if byte.isDigit {
                    digits = seen + [byte]
                } else {
                    // Brackets around anything except digits belong to a name.
                    general += byte == UInt8(ascii: "]") && !seen.isEmpty ? [] : seen
                    general.append(byte)
                    digits = byte == UInt8(ascii: "[") ? [] : nil
                }
            } else {
                general.append(byte)
                if byte == UInt8(ascii: "[") { digits = [] }
            }
        }
        return String(decoding: general + (digits ?? []), as: UTF8.self)
    }
}

@_spi(Tooling) extension PlanFinding: CustomStringConvertible {
    /// The finding on one line: `purchase: price: expected a number that is at least 0, found -3 (range)`.
    public var description: String {
        var text = event.nameForDisplay + ": "
        if !path.isEmpty { text += path.safeForDisplay + ": " }
        text += "expected \(expected), found \(found)"
        if let nearest { text += "; did you mean \(nearest.quotedForDisplay)?" }
        return text + " (\(id.rawValue))"
    }
}
