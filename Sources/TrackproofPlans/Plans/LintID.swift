/// The kind of a finding about a plan. Its raw value is its id in files and reports, and never changes.
public enum LintID: String, Sendable, CaseIterable {
    // Descriptions and owners

    /// An event or a parameter has no description.
    case descriptionMissing = "description-missing"
    /// The plan lists owners, but an event names no owner.
    case ownerMissing = "owner-missing"
    /// An event names an owner that the plan does not list.
    case ownerUnknown = "owner-unknown"

    // Names

    /// A name does not have the style that the plan demands, such as `snake_case`.
    case nameStyle = "name-style"
    /// An event's name contains `*`, which has no special meaning there.
    case nameWildcard = "name-wildcard"
    /// Two names differ only by case, separators or one letter.
    case nameSimilar = "name-similar"
    /// A name or a listed value contains a character that people do not see, or take for another character.
    case hiddenCharacter = "hidden-character"

    // Types, values and examples

    /// A parameter or property has no type, so it can have a value of any type.
    case typeMissing = "type-missing"
    /// Two events declare different types for parameters with the same name.
    case typeConflict = "type-conflict"
    /// The list of an `enum` is empty.
    case enumEmpty = "enum-empty"
    /// The list of an `enum` has a value twice.
    case enumDuplicate = "enum-duplicate"
    /// A pattern cannot be used, so the check does not compare texts with it.
    case patternInvalid = "pattern-invalid"
    /// A pattern anchors only some of its alternatives, such as `^a|b`.
    case patternHalfAnchored = "pattern-half-anchored"
    /// An integer has a minimum or maximum that does not fit into 64 bits.
    case boundBeyondInteger = "bound-beyond-integer"
    /// No value fits both bounds, such as a minimum of 5 and a maximum of 3, or another rule excludes a listed value.
    case boundsContradict = "bounds-contradict"
    /// The condition of a variant has a value that the parameter cannot have.
    case variantUnreachable = "variant-unreachable"
    /// An object requires a property that it does not declare.
    case requiredUndeclared = "required-undeclared"
    /// A default value does not fit the schema that declares it.
    case defaultInvalid = "default-invalid"
    /// An example does not fit the event or the schema that declares it.
    case exampleInvalid = "example-invalid"
    /// An event has no example.
    case exampleMissing = "example-missing"
    /// An event has parameters but requires none of them, so an event without any parameter fits the plan.
    case nothingRequired = "nothing-required"

    // Personal data

    /// A parameter has the format `email`, or a format and a suspicious name, but the plan declares no personal data.
    case piiUndeclared = "pii-undeclared"
    /// The name of a parameter suggests personal data, but the plan declares none.
    case piiSuspected = "pii-suspected"

    // The end of events

    /// The last day of an event is in the past.
    case expired
    /// The last day of an event is at most 30 days in the future.
    case expiresSoon = "expires-soon"
    /// An event is deprecated, and the plan does not say which event replaces it.
    case deprecatedWithoutReplacement = "deprecated-without-replacement"

    // Destinations

    /// The name of an event or a parameter is reserved by a destination.
    case reservedName = "reserved-name"
    /// A name or value is too long for a destination, a name has characters that it does not take, an event has too
    /// many parameters for it, or two parameters become one column.
    case limit

    // References

    /// No event uses a named type.
    case unusedType = "unused-type"
    /// No event includes a shared group.
    case unusedShared = "unused-shared"
    /// An exemption does not suppress any finding.
    case unusedExemption = "unused-exemption"
    /// The plan names an event, a parameter or a platform that it does not declare, or an unknown destination.
    case unknownReference = "unknown-reference"
    /// The replacements of events form a cycle, such as an event A replaced by B, and B replaced by A.
    case referenceCycle = "reference-cycle"

    /// The severity if the plan does not set a severity.
    public var defaultSeverity: Severity {
        switch self {
        case .ownerUnknown, .enumEmpty, .boundsContradict, .variantUnreachable, .requiredUndeclared, .defaultInvalid,
            .exampleInvalid, .reservedName, .limit, .referenceCycle, .patternInvalid:
            .error
        case .exampleMissing, .nothingRequired, .expiresSoon, .deprecatedWithoutReplacement: .info
        default: .warning
        }
    }
}
