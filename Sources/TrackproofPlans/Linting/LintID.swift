/// What is wrong with a plan, as a stable id in files and reports.
@_spi(Tooling) public enum LintID: String, Sendable, CaseIterable {
    // Of descriptions and owners.

    /// An event or a parameter has no description.
    case descriptionMissing = "description-missing"
    /// The plan has owners, and the event has none.
    case ownerMissing = "owner-missing"
    /// The plan does not declare the owner.
    case ownerUnknown = "owner-unknown"

    // Of names.

    /// A name does not have the style that the plan demands.
    case nameStyle = "name-style"
    /// Two names differ only by case, separators or one letter.
    case nameSimilar = "name-similar"

    // Of types and values.

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
    /// No value, or no value of an enum, follows all rules of a schema.
    case boundsContradict = "bounds-contradict"
    /// An object requires a property that it does not declare.
    case requiredUndeclared = "required-undeclared"
    /// A default value does not fit its schema.
    case defaultInvalid = "default-invalid"
    /// An example does not fit its event or its schema.
    case exampleInvalid = "example-invalid"
    /// An event has no example.
    case exampleMissing = "example-missing"
    /// An event without any parameter fits the plan, although its event has parameters.
    case nothingRequired = "nothing-required"

    // Of personal data.

    /// The name or format of a parameter is that of personal data, and the plan does not declare the data.
    case piiUndeclared = "pii-undeclared"
    /// The name of a parameter suggests personal data, and the plan does not declare the data.
    case piiSuspected = "pii-suspected"

    // Of the end of events.

    /// The last day of an event is over.
    case expired
    /// The last day of an event is near.
    case expiresSoon = "expires-soon"
    /// An event is deprecated, and the plan does not say which event replaces it.
    case deprecatedWithoutReplacement = "deprecated-without-replacement"

    // Of destinations.

    /// A destination uses the name for itself.
    case reservedName = "reserved-name"
    /// A name, a value or the number of parameters is beyond a limit of a destination.
    case limit

    // Of references.

    /// No event uses the type.
    case unusedType = "unused-type"
    /// No event includes the shared group.
    case unusedShared = "unused-shared"
    /// An exemption has no effect.
    case unusedExemption = "unused-exemption"
    /// The plan does not declare what a name refers to.
    case unknownReference = "unknown-reference"
    /// Events replace each other in a cycle.
    case referenceCycle = "reference-cycle"

    /// The severity if the plan does not give another one.
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
