import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// A difference between an event and the plan.
public struct PlanFinding: Sendable, Hashable {
    /// The kind of the finding.
    public var id: FindingID
    /// The severity that the plan sets for the finding, or the default severity.
    public var severity: Severity
    /// The name of the event.
    public var event: String
    /// The path of the value, such as `items[3].sku`. Empty if the finding is about the event itself.
    ///
    /// A dot, an opening bracket or a backslash in a name is written with a backslash before it.
    public var path: String
    /// What the plan demands, such as "a number that is at least 0".
    public var expected: String
    /// What the event contains, such as "-3". For personal data: "a text with a phone number (not shown)".
    public var found: String
    /// A similar name or value from the plan that the app perhaps meant, or `nil` if nothing is similar.
    public var nearest: String?
    /// The team that owns the event, or `nil` if the plan does not name a team.
    public var owner: String?
    /// The place in the plan of the rule that the event breaks, or `nil` if there is no such rule.
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

    /// The text that replaces the event's name in a finding about a damaged record.
    public static let unreadableName = "unreadable records"

    /// The path without the positions of list elements, such as `items[].sku`.
    ///
    /// A report shows all findings with the same general path as one group.
    public var generalPath: String {
        guard path.utf8.contains(UInt8(ascii: "[")) else { return path }
        var general: [UInt8] = []
        var isEscaped = false
        var isPosition = false
        for byte in path.utf8 {
            if isPosition, byte.isDigit { continue }
            general.append(byte)
            // A bracket in a name has a backslash before it.
            isPosition = !isEscaped && byte == UInt8(ascii: "[")
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        }
        return String(decoding: general, as: UTF8.self)
    }
}

extension PlanFinding: CustomStringConvertible {
    /// The finding as one line, such as `purchase: price: expected a number that is at least 0, found -3 (range)`.
    public var description: String { event.nameForDisplay + ": " + descriptionOfValue }

    /// A question that suggests the similar name or value, such as `did you mean "price"?`, or `nil` if nothing is
    /// similar.
    public var question: String? {
        nearest.map { NameSimilarity.question(about: subject, nearest: $0) }
    }

    /// A sentence about what differs between the name or value and ``nearest`` if both look the same, otherwise `nil`.
    public var differenceFromNearest: String? { nearest.flatMap { subject.sentence(onDifferenceFrom: $0) } }

    /// The name or the text that ``nearest`` is similar to, or ``nearest`` itself if the value is not a text.
    private var subject: String {
        switch id {
        case .unplannedEvent: event
        case .unplannedParameter: ParameterPath(parsing: path).components.last ?? ""
        default: found.count > 1 && found.hasPrefix("\"") ? String(found.dropFirst().dropLast()) : nearest ?? ""
        }
    }

    /// The finding as one line without the name of the event.
    public var descriptionOfValue: String {
        var text = path.isEmpty ? "" : path.safeForDisplay + ": "
        text += "expected \(expected), found \(found)"
        if let question { text += "; " + question }
        return text + " (\(id.rawValue))"
    }
}

extension PlanFinding {
    /// Returns the bounds of a length or a number of elements as a text, such as "2 to 5 elements".
    public static func words(from least: Int, to most: Int, _ unit: String) -> String {
        func words(_ count: Int) -> String { count == 1 ? "1 \(unit)" : "\(count) \(unit)s" }
        if most == .max { return "at least " + words(least) }
        if least == 0 { return "at most " + words(most) }
        return least == most ? "exactly " + words(least) : "\(least) to " + words(most)
    }

    /// Returns allowed values as a text, such as `one of "card", "apple_pay"`. The text shows at most ten values.
    public static func words(oneOf values: some Collection<String>) -> String {
        (values.count > 1 ? "one of " : "") + values.prefix(10).joined(separator: ", ")
            + (values.count > 10 ? ", … (\(values.count) values)" : "")
    }
}
