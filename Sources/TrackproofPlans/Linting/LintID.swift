/// A kind of finding about a plan, with a stable id for files and reports.
@_spi(Tooling) public enum LintID: String, Sendable, CaseIterable {
    // Descriptions and owners

    /// An event or a parameter has no description.
    case descriptionMissing = "description-missing"
    /// The plan declares owners, but the event has no owner.
    case ownerMissing = "owner-missing"
    /// The plan does not declare the owner.
    case ownerUnknown = "owner-unknown"

    // Names

    /// A name does not have the style that the plan demands.
    case nameStyle = "name-style"
    /// Two names differ only by case, separators or one letter.
    case nameSimilar = "name-similar"

    // Types and values

    /// A parameter may have a value of any type.
    case typeMissing = "type-missing"
    /// A parameter has different types in two events.
    case typeConflict = "type-conflict"
    /// An enum has no value.
    case enumEmpty = "enum-empty"
    /// An enum has a value twice.
    case enumDuplicate = "enum-duplicate"
    /// Only some alternatives of a pattern are anchored.
    case patternHalfAnchored = "pattern-half-anchored"
    /// A bound of an integer does not fit into 64 bits.
    case boundBeyondInteger = "bound-beyond-integer"
    /// Two bounds leave no value, or other rules exclude a value of an enum.
    case boundsContradict = "bounds-contradict"
    /// An object requires a property that it does not declare.
    case requiredUndeclared = "required-undeclared"
    /// A default value does not fit its schema.
    case defaultInvalid = "default-invalid"
    /// An example does not fit its event or its schema.
    case exampleInvalid = "example-invalid"
    /// An event has no example.
    case exampleMissing = "example-missing"
    /// No parameter of an event is required, so an event without any parameter fits the plan.
    case nothingRequired = "nothing-required"

    // Personal data

    /// The format of a parameter, or format and name together, shows personal data that the plan does not declare.
    case piiUndeclared = "pii-undeclared"
    /// The name of a parameter suggests personal data that the plan does not declare.
    case piiSuspected = "pii-suspected"

    // The end of events

    /// The last day of an event is over.
    case expired
    /// The last day of an event is at most 30 days away.
    case expiresSoon = "expires-soon"
    /// An event is deprecated, and the plan does not say which event replaces it.
    case deprecatedWithoutReplacement = "deprecated-without-replacement"

    // Destinations

    /// A destination reserves the name for its own use.
    case reservedName = "reserved-name"
    /// A name, a value or the number of parameters is beyond a limit of a destination.
    case limit

    // References

    /// No event uses the type.
    case unusedType = "unused-type"
    /// No event includes the shared group.
    case unusedShared = "unused-shared"
    /// An exemption has no effect.
    case unusedExemption = "unused-exemption"
    /// A name refers to something that the plan does not declare, or to an unknown destination.
    case unknownReference = "unknown-reference"
    /// Events replace each other in a cycle.
    case referenceCycle = "reference-cycle"

    /// The severity if the plan does not set one.
    public var defaultSeverity: Severity {
        switch self {
        case .ownerUnknown, .enumEmpty, .boundsContradict, .requiredUndeclared, .defaultInvalid, .exampleInvalid,
            .reservedName, .limit, .referenceCycle:
            .error
        case .exampleMissing, .nothingRequired, .expiresSoon, .deprecatedWithoutReplacement: .info
        default: .warning
        }
    }
}
