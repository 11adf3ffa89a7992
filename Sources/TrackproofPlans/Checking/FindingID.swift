/// A kind of finding about an event, with a stable id for files and reports.
@_spi(Tooling) public enum FindingID: String, Sendable, CaseIterable {
    // About the event

    /// The plan has no event of this name.
    case unplannedEvent = "unplanned-event"
    /// The plan has an event of this name, but of another kind.
    case wrongKind = "wrong-kind"
    /// According to the plan, only other platforms track the event.
    case wrongPlatform = "wrong-platform"
    /// The event fits only an older version of the planned event.
    case outdated
    /// The plan says that apps should not track the event any longer.
    case deprecated
    /// The last day on which apps may track the event is over.
    case expired
    /// The app's version is older than the first version that should track the event.
    case tooEarly = "too-early"

    // About a record

    /// The record of an archive is not an event, or is damaged.
    case unreadable

    // About a parameter

    /// A required parameter is absent.
    case missing
    /// The plan does not declare the parameter.
    case unplannedParameter = "unplanned-parameter"
    /// The plan forbids the parameter.
    case forbidden
    /// The value does not have the planned type.
    case wrongType = "wrong-type"
    /// The value is null, and the plan does not allow null.
    case null
    /// The value is not one of the values of `enum` or `const`.
    case notInEnum = "not-in-enum"
    /// The text does not fit the pattern.
    case pattern
    /// The text does not have the format.
    case format
    /// The number is outside of its bounds, or is not a multiple of `multipleOf`.
    case range
    /// The text is too short or too long.
    case length
    /// The list or object has too few, too many or repeated elements.
    case items
    /// The parameter belongs to another variant of the event, or the value fits the wrong number of alternatives.
    case variant
    /// A name, a value or the number of parameters is beyond a limit of a destination.
    case limit
    /// The value looks like personal data, but the plan does not declare it as personal data.
    case pii
    /// A whole number is written with a fraction, such as 3.0.
    case integerAsFloat = "integer-as-float"
    /// The event is so complex that the checker gave up.
    case unchecked

    /// The severity if the plan does not set one.
    public var defaultSeverity: Severity {
        switch self {
        case .outdated, .deprecated, .expired, .tooEarly: .warning
        case .integerAsFloat: .info
        default: .error
        }
    }
}

/// A set of finding ids, stored as one bit for each id.
struct FindingIDs: Sendable, Hashable {
    private var bits: UInt64 = 0

    func contains(_ id: FindingID) -> Bool { bits & id.bit != 0 }

    mutating func insert(_ id: FindingID) { bits |= id.bit }

    func union(_ other: FindingIDs) -> FindingIDs {
        var union = self
        union.bits |= other.bits
        return union
    }
}

extension FindingID {
    /// The position of the id among all ids.
    var index: Int { Self.indices[self] ?? 0 }

    private static let indices = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })

    fileprivate var bit: UInt64 { 1 << UInt64(index) }
}
