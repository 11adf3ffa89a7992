extension PlanChange {
    /// What changed, as a stable id in files and reports.
    @_spi(Tooling) public enum Kind: String, Sendable, CaseIterable {
        // Of an event.

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
        /// A later app version is the first one that tracks the event.
        case sinceLater = "since-later"
        /// An earlier app version is the first one that tracks the event.
        case sinceEarlier = "since-earlier"
        /// The event expires, or expires earlier.
        case expiresSooner = "expires-sooner"
        /// The event does not expire, or expires later.
        case expiresLater = "expires-later"
        /// Apps should not send the event or the value any longer.
        case deprecated
        /// The event or the value is no longer deprecated.
        case noLongerDeprecated = "no-longer-deprecated"
        /// The plan names the event that replaces this one.
        case replaced
        /// The plan no longer names an event that replaces this one.
        case noLongerReplaced = "no-longer-replaced"
        /// The event has another name for a destination.
        case destinationNameChanged = "destination-name-changed"
        /// The event has a further older form.
        case versionAdded = "version-added"
        /// The event lacks an older form.
        case versionRemoved = "version-removed"
        /// An older form of the event has other parameters.
        case versionChanged = "version-changed"
        /// The event has a further variant.
        case variantAdded = "variant-added"
        /// The event lacks a variant.
        case variantRemoved = "variant-removed"
        /// The variant with these parameters has another condition.
        case variantConditionChanged = "variant-condition-changed"

        // Of a parameter or a property.

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
        /// The value must not be sent.
        case nowForbidden = "now-forbidden"
        /// The value may be sent.
        case noLongerForbidden = "no-longer-forbidden"
        /// A parameter must be present if another one is.
        case dependencyAdded = "dependency-added"
        /// A parameter may be absent although another one is present.
        case dependencyRemoved = "dependency-removed"
        /// Parameters that the plan does not declare are no longer allowed.
        case closed
        /// Parameters that the plan does not declare are allowed.
        case opened
        /// The patterns of the names of properties are different.
        case namePatternsChanged = "name-patterns-changed"
        /// The rules for the names of properties are different.
        case propertyNamesChanged = "property-names-changed"

        // Of a value.

        /// The value may have further types.
        case typeWidened = "type-widened"
        /// The value may have fewer types.
        case typeNarrowed = "type-narrowed"
        /// The value has another type.
        case typeChanged = "type-changed"
        /// The value may be null.
        case nullAllowed = "null-allowed"
        /// The value must not be null.
        case nullForbidden = "null-forbidden"
        /// The list of values has further ones.
        case enumValueAdded = "enum-value-added"
        /// The list of values lacks some.
        case enumValueRemoved = "enum-value-removed"
        /// Only listed values are allowed.
        case enumAdded = "enum-added"
        /// Other values than the listed ones are allowed.
        case enumRemoved = "enum-removed"
        /// Fewer numbers are allowed.
        case rangeTightened = "range-tightened"
        /// More numbers are allowed.
        case rangeLoosened = "range-loosened"
        /// Fewer lengths of a text are allowed.
        case lengthTightened = "length-tightened"
        /// More lengths of a text are allowed.
        case lengthLoosened = "length-loosened"
        /// Fewer lists are allowed: by their count, or because their elements must differ.
        case itemsTightened = "items-tightened"
        /// More lists are allowed: by their count, or because their elements may be equal.
        case itemsLoosened = "items-loosened"
        /// Fewer counts of properties are allowed.
        case propertiesTightened = "properties-tightened"
        /// More counts of properties are allowed.
        case propertiesLoosened = "properties-loosened"
        /// A text must fit a pattern.
        case patternAdded = "pattern-added"
        /// A text must fit another pattern.
        case patternChanged = "pattern-changed"
        /// A text need not fit a pattern.
        case patternRemoved = "pattern-removed"
        /// A text must have a format.
        case formatAdded = "format-added"
        /// A text must have another format.
        case formatChanged = "format-changed"
        /// A text need not have a format.
        case formatRemoved = "format-removed"
        /// The alternatives or conditions of a schema are different.
        case combinationChanged = "combination-changed"
        /// The value may contain personal data.
        case piiDeclared = "pii-declared"
        /// The value is no longer declared to contain personal data.
        case piiRemoved = "pii-removed"
        /// The value may contain another kind of personal data.
        case piiChanged = "pii-changed"
        /// Texts are searched for personal data, which they were not before.
        case piiSearched = "pii-searched"

        // Of both, or of the whole plan.

        /// A finding is reported with a higher severity.
        case severityRaised = "severity-raised"
        /// A finding is reported with a lower severity, or not at all.
        case severityLowered = "severity-lowered"
        /// The plan exempts the event or the value from a further rule.
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
        /// A setting of the plan is different that does not affect events.
        case settingChanged = "setting-changed"
        /// The schemas are too complex to be compared.
        case uncompared

        /// Whether the change is only about words for people.
        var isMetadata: Bool {
            switch self {
            case .descriptionChanged, .ownerChanged, .examplesChanged, .settingChanged: true
            default: false
            }
        }
    }
}
