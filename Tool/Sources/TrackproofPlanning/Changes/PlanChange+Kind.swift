extension PlanChange {
    /// The kind of a change. Its raw value is its id in files and reports, and stays the same in future versions.
    package enum Kind: String, Sendable, CaseIterable {
        // Changes of an event.

        /// The new plan has an event that the old plan does not have.
        case eventAdded = "event-added"
        /// The new plan lacks an event that the old plan has.
        case eventRemoved = "event-removed"
        /// The new plan has the event under a new name.
        case eventRenamed = "event-renamed"
        /// The kind of the event, such as `track` or `screen`, is different.
        case kindChanged = "kind-changed"
        /// Fewer platforms track the event.
        case platformRemoved = "platform-removed"
        /// More platforms track the event.
        case platformAdded = "platform-added"
        /// The first app version that tracks the event is later than before.
        case sinceLater = "since-later"
        /// The first app version that tracks the event is earlier than before.
        case sinceEarlier = "since-earlier"
        /// The plan sets a last day for the event, or an earlier last day than before.
        case expiresSooner = "expires-sooner"
        /// The plan removes the last day of the event, or sets a later last day than before.
        case expiresLater = "expires-later"
        /// The new plan marks an event or a value as deprecated. Apps should not send it any longer.
        case deprecated
        /// The new plan no longer marks the event or the value as deprecated.
        case noLongerDeprecated = "no-longer-deprecated"
        /// The new plan says which event replaces this event.
        case replaced
        /// The new plan no longer says that another event replaces this event.
        case noLongerReplaced = "no-longer-replaced"
        /// The name under which a destination receives the event is different.
        case destinationNameChanged = "destination-name-changed"
        /// The new plan adds a version of the event to `versions`, the list of versions that released apps still send.
        case versionAdded = "version-added"
        /// The new plan lacks a version of the event that the old plan has in `versions`.
        case versionRemoved = "version-removed"
        /// The rules of a version of the event in `versions` are different.
        case versionChanged = "version-changed"
        /// The new plan adds a variant of the event.
        case variantAdded = "variant-added"
        /// The new plan lacks a variant that the event has in the old plan.
        case variantRemoved = "variant-removed"
        /// A variant of the event has a new condition. The parameters of the variant are the same.
        case variantConditionChanged = "variant-condition-changed"

        // Changes of a parameter or a property.

        /// The new plan declares a parameter that the old plan does not declare.
        case parameterAdded = "parameter-added"
        /// The new plan does not declare a parameter that the old plan declares.
        case parameterRemoved = "parameter-removed"
        /// The new plan has the parameter under a new name.
        case parameterRenamed = "parameter-renamed"
        /// The parameter was optional, and is required now.
        case nowRequired = "now-required"
        /// The parameter was required, and is optional now.
        case noLongerRequired = "no-longer-required"
        /// The new plan forbids the value. Apps must not send it.
        case nowForbidden = "now-forbidden"
        /// The new plan no longer forbids the value. Apps may send it.
        case noLongerForbidden = "no-longer-forbidden"
        /// The new plan requires the parameter if another parameter is present (`dependentRequired`).
        case dependencyAdded = "dependency-added"
        /// The new plan no longer requires the parameter if another parameter is present (`dependentRequired`).
        case dependencyRemoved = "dependency-removed"
        /// Parameters that the plan does not declare were allowed, and are not allowed any longer.
        case closed
        /// Parameters that the plan does not declare were not allowed, and are allowed now.
        case opened
        /// The patterns for property names (`patternProperties`) are different.
        case namePatternsChanged = "name-patterns-changed"
        /// The schema for property names (`propertyNames`) is different.
        case propertyNamesChanged = "property-names-changed"

        // Changes of a value.

        /// More types are allowed than before.
        case typeWidened = "type-widened"
        /// Fewer types are allowed than before.
        case typeNarrowed = "type-narrowed"
        /// A type that was allowed is not allowed any longer, and a new type is allowed.
        case typeChanged = "type-changed"
        /// The value may be null now.
        case nullAllowed = "null-allowed"
        /// The value must not be null any longer.
        case nullForbidden = "null-forbidden"
        /// The list of allowed values has more values.
        case enumValueAdded = "enum-value-added"
        /// The list of allowed values has fewer values.
        case enumValueRemoved = "enum-value-removed"
        /// Only listed values are allowed. Before, there was no list.
        case enumAdded = "enum-added"
        /// The plan no longer lists the allowed values, so other values are allowed too.
        case enumRemoved = "enum-removed"
        /// Fewer numbers are allowed than before.
        case rangeTightened = "range-tightened"
        /// More numbers are allowed than before.
        case rangeLoosened = "range-loosened"
        /// Fewer text lengths are allowed than before.
        case lengthTightened = "length-tightened"
        /// More text lengths are allowed than before.
        case lengthLoosened = "length-loosened"
        /// The bounds of the number of elements are tighter, or the elements must now be different from each other.
        case itemsTightened = "items-tightened"
        /// The bounds of the number of elements are looser, or the elements may now be equal to each other.
        case itemsLoosened = "items-loosened"
        /// The bounds of the number of properties are tighter.
        case propertiesTightened = "properties-tightened"
        /// The bounds of the number of properties are looser.
        case propertiesLoosened = "properties-loosened"
        /// A text must fit a pattern. Before, there was no pattern.
        case patternAdded = "pattern-added"
        /// The pattern that a text must fit is different.
        case patternChanged = "pattern-changed"
        /// A text does not have to fit a pattern any longer.
        case patternRemoved = "pattern-removed"
        /// A text must have a format, such as `date`. Before, there was no format.
        case formatAdded = "format-added"
        /// The format that a text must have is different.
        case formatChanged = "format-changed"
        /// A text does not have to have a format any longer.
        case formatRemoved = "format-removed"
        /// The keywords that combine schemas, such as `anyOf`, `not` and `if`, have different schemas.
        case combinationChanged = "combination-changed"
        /// The new plan declares that the value may contain personal data.
        case piiDeclared = "pii-declared"
        /// The plan no longer declares that the value may contain personal data.
        case piiRemoved = "pii-removed"
        /// The new plan declares that the value may contain a different kind of personal data.
        case piiChanged = "pii-changed"
        /// Only the new plan makes a check search the value for undeclared personal data.
        case piiSearched = "pii-searched"

        // Changes of an event, a parameter, a value or the whole plan.

        /// The new plan gives a finding a higher severity, or no longer ignores the finding.
        case severityRaised = "severity-raised"
        /// The new plan gives a finding a lower severity, or ignores the finding.
        case severityLowered = "severity-lowered"
        /// The new plan exempts the event or the value from a rule from which the old plan does not exempt it.
        case exemptionAdded = "exemption-added"
        /// The new plan no longer exempts the event or the value from a rule.
        case exemptionRemoved = "exemption-removed"
        /// The description of the event or the value is different.
        case descriptionChanged = "description-changed"
        /// A different team owns the event.
        case ownerChanged = "owner-changed"
        /// The examples of the event or the value are different.
        case examplesChanged = "examples-changed"
        /// The default value, which applies if the parameter is absent, is different.
        case defaultChanged = "default-changed"
        /// The plan names one more destination, so the limits of this destination apply too.
        case destinationAdded = "destination-added"
        /// The plan no longer names a destination, so the limits of this destination no longer apply.
        case destinationRemoved = "destination-removed"
        /// A setting of the plan that does not affect events, such as its name, is different.
        case settingChanged = "setting-changed"
        /// The comparison cannot compare the two schemas, because they are too complex.
        case uncompared

        /// Whether the change affects only settings or texts for people, and not the rules for events.
        var isMetadata: Bool {
            switch self {
            case .descriptionChanged, .ownerChanged, .examplesChanged, .settingChanged: true
            default: false
            }
        }
    }
}
