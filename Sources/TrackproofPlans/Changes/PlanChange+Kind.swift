extension PlanChange {
    /// What changed, as a stable id in files and reports.
    @_spi(Tooling) public enum Kind: String, Sendable, CaseIterable {
        // Changes of an event.

        /// The new plan has an event that the old plan does not have.
        case eventAdded = "event-added"
        /// The new plan lacks an event of the old plan.
        case eventRemoved = "event-removed"
        /// The event has another name.
        case eventRenamed = "event-renamed"
        /// The event has another kind.
        case kindChanged = "kind-changed"
        /// Fewer platforms track the event.
        case platformRemoved = "platform-removed"
        /// More platforms track the event.
        case platformAdded = "platform-added"
        /// The first app version that tracks the event is later than before.
        case sinceLater = "since-later"
        /// The first app version that tracks the event is earlier than before.
        case sinceEarlier = "since-earlier"
        /// The event gets a last day, or an earlier last day.
        case expiresSooner = "expires-sooner"
        /// The event loses its last day, or gets a later last day.
        case expiresLater = "expires-later"
        /// Apps should not send the event or the value any longer.
        case deprecated
        /// The event or the value is no longer deprecated.
        case noLongerDeprecated = "no-longer-deprecated"
        /// The plan names a replacement for the event.
        case replaced
        /// The plan no longer names a replacement for the event.
        case noLongerReplaced = "no-longer-replaced"
        /// The event has another name for a destination.
        case destinationNameChanged = "destination-name-changed"
        /// The new plan adds an older version of the event.
        case versionAdded = "version-added"
        /// The new plan lacks an older version of the event.
        case versionRemoved = "version-removed"
        /// The rules of an older version of the event are different.
        case versionChanged = "version-changed"
        /// The new plan adds a variant of the event.
        case variantAdded = "variant-added"
        /// The new plan lacks a variant of the event.
        case variantRemoved = "variant-removed"
        /// The variant with these parameters has another condition.
        case variantConditionChanged = "variant-condition-changed"

        // Changes of a parameter or a property.

        /// The new plan declares a parameter that the old plan does not declare.
        case parameterAdded = "parameter-added"
        /// The new plan does not declare a parameter of the old plan.
        case parameterRemoved = "parameter-removed"
        /// The parameter has another name.
        case parameterRenamed = "parameter-renamed"
        /// The parameter must be present.
        case nowRequired = "now-required"
        /// The parameter may be absent.
        case noLongerRequired = "no-longer-required"
        /// Apps must not send the value.
        case nowForbidden = "now-forbidden"
        /// Apps may send the value.
        case noLongerForbidden = "no-longer-forbidden"
        /// A parameter must be present if another parameter is present.
        case dependencyAdded = "dependency-added"
        /// A parameter may be absent even if another parameter is present.
        case dependencyRemoved = "dependency-removed"
        /// Parameters that the plan does not declare are no longer allowed.
        case closed
        /// Parameters that the plan does not declare are allowed.
        case opened
        /// The patterns for property names (`patternProperties`) are different.
        case namePatternsChanged = "name-patterns-changed"
        /// The schema for property names (`propertyNames`) is different.
        case propertyNamesChanged = "property-names-changed"

        // Changes of a value.

        /// More types are allowed.
        case typeWidened = "type-widened"
        /// Fewer types are allowed.
        case typeNarrowed = "type-narrowed"
        /// The value has another type.
        case typeChanged = "type-changed"
        /// The value may be null.
        case nullAllowed = "null-allowed"
        /// The value must not be null.
        case nullForbidden = "null-forbidden"
        /// The list of allowed values has more values.
        case enumValueAdded = "enum-value-added"
        /// The list of allowed values has fewer values.
        case enumValueRemoved = "enum-value-removed"
        /// Only listed values are allowed.
        case enumAdded = "enum-added"
        /// Unlisted values are allowed.
        case enumRemoved = "enum-removed"
        /// Fewer numbers are allowed.
        case rangeTightened = "range-tightened"
        /// More numbers are allowed.
        case rangeLoosened = "range-loosened"
        /// Fewer text lengths are allowed.
        case lengthTightened = "length-tightened"
        /// More text lengths are allowed.
        case lengthLoosened = "length-loosened"
        /// Fewer lists are allowed: their length has tighter bounds, or their elements must differ.
        case itemsTightened = "items-tightened"
        /// More lists are allowed: their length has looser bounds, or their elements may be equal.
        case itemsLoosened = "items-loosened"
        /// The number of properties has tighter bounds.
        case propertiesTightened = "properties-tightened"
        /// The number of properties has looser bounds.
        case propertiesLoosened = "properties-loosened"
        /// A text must fit a pattern.
        case patternAdded = "pattern-added"
        /// A text must fit another pattern.
        case patternChanged = "pattern-changed"
        /// A text no longer has to fit a pattern.
        case patternRemoved = "pattern-removed"
        /// A text must have a format.
        case formatAdded = "format-added"
        /// A text must have another format.
        case formatChanged = "format-changed"
        /// A text no longer has to have a format.
        case formatRemoved = "format-removed"
        /// The alternatives or conditions of a schema are different.
        case combinationChanged = "combination-changed"
        /// The value may contain personal data.
        case piiDeclared = "pii-declared"
        /// The plan no longer declares that the value may contain personal data.
        case piiRemoved = "pii-removed"
        /// The value may contain another kind of personal data.
        case piiChanged = "pii-changed"
        /// The new plan searches texts for personal data. The old plan does not.
        case piiSearched = "pii-searched"

        // Changes of an event, a parameter, a value or the whole plan.

        /// The plan reports a finding with a higher severity.
        case severityRaised = "severity-raised"
        /// The plan reports a finding with a lower severity, or not at all.
        case severityLowered = "severity-lowered"
        /// The plan exempts the event or the value from one more rule.
        case exemptionAdded = "exemption-added"
        /// The plan no longer exempts the event or the value from a rule.
        case exemptionRemoved = "exemption-removed"
        /// The description is different.
        case descriptionChanged = "description-changed"
        /// Another team owns the event.
        case ownerChanged = "owner-changed"
        /// The examples are different.
        case examplesChanged = "examples-changed"
        /// Another value applies if the parameter is absent.
        case defaultChanged = "default-changed"
        /// The limits of one more destination apply.
        case destinationAdded = "destination-added"
        /// The limits of a destination no longer apply.
        case destinationRemoved = "destination-removed"
        /// A setting that does not affect events is different.
        case settingChanged = "setting-changed"
        /// The schemas are too complex to be compared.
        case uncompared

        /// Whether only a text for people or a setting changes, and the rules for events stay the same.
        var isMetadata: Bool {
            switch self {
            case .descriptionChanged, .ownerChanged, .examplesChanged, .settingChanged: true
            default: false
            }
        }
    }
}
