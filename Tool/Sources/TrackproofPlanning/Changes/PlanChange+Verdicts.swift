extension PlanChange.Verdict {
    static func ok(_ reason: String) -> Self { Self(level: .ok, reason: reason) }
    static func warns(_ reason: String) -> Self { Self(level: .warns, reason: reason) }
    static func breaks(_ reason: String) -> Self { Self(level: .breaks, reason: reason) }
}

extension PlanChange.Kind {
    /// The usual effect of a change of this kind on queries and columns.
    var verdictForReaders: PlanChange.Verdict {
        switch self {
        case .eventAdded: .ok("No query reads the event yet.")
        case .eventRemoved: .breaks("Queries for the event find no new rows.")
        case .eventRenamed: .breaks("Queries for the old name find no new rows.")
        case .kindChanged: .breaks("Queries for the old kind find no new rows.")
        case .platformRemoved: .warns("No new rows come from the platform.")
        case .platformAdded, .sinceEarlier: .ok("More apps send rows with the same columns.")
        case .sinceLater: .warns("Fewer app versions send the event.")
        case .expiresSooner: .warns("No new rows arrive after the last day.")
        case .deprecated: .warns("Apps will stop sending new rows.")
        case .replaced: .warns("New rows will have the name of the other event.")
        case .expiresLater, .noLongerDeprecated, .noLongerReplaced: .ok("Apps send new rows for longer.")
        case .destinationNameChanged: .breaks("The destination's queries for the old name find no new rows.")
        case .versionAdded, .versionRemoved, .versionChanged: .ok("Rows of the event's newest version stay the same.")
        case .variantAdded: .ok("The parameters of the variant are new columns.")
        case .variantRemoved: .breaks("The columns of the variant get no new values.")
        case .variantConditionChanged: .warns("Other rows than before have values in the columns of the variant.")
        case .parameterAdded: .ok("No query reads the column yet.")
        case .parameterRemoved, .nowForbidden: .breaks("The column gets no new values.")
        case .parameterRenamed: .breaks("New values are in a column of another name.")
        case .nowRequired, .dependencyAdded: .ok("More rows have a value in the column.")
        case .noLongerRequired, .dependencyRemoved: .warns("Rows can lack a value.")
        case .noLongerForbidden: .ok("The column can get values.")
        case .closed: .ok("New values go only into columns that the plan declares.")
        case .opened, .namePatternsChanged, .propertyNamesChanged:
            .warns("Rows can have columns that the plan does not declare.")
        case .typeWidened, .typeChanged: .breaks("The column has values of another type.")
        case .typeNarrowed, .nullForbidden, .enumValueRemoved, .enumAdded, .rangeTightened, .lengthTightened,
            .itemsTightened, .propertiesTightened, .patternAdded, .formatAdded:
            .ok("All new values were allowed before.")
        case .nullAllowed: .warns("The column can have null.")
        case .enumValueAdded: .warns("The column can have values that no query expects.")
        case .enumRemoved: .warns("The column can have any value of its type.")
        case .rangeLoosened: .warns("The column can have numbers that were not allowed before.")
        case .lengthLoosened: .warns("The column can have texts of a length that was not allowed before.")
        case .itemsLoosened, .propertiesLoosened: .ok("The elements have the same form as before.")
        case .patternChanged, .patternRemoved, .formatChanged, .formatRemoved:
            .warns("The column can have texts of a form that was not allowed before.")
        case .combinationChanged: .warns("The column can have values that were not allowed before.")
        case .piiDeclared, .piiChanged: .warns("The column can have personal data that needs protection.")
        case .piiRemoved, .piiSearched: .ok("The column has less personal data than before.")
        case .severityRaised, .severityLowered, .exemptionAdded, .exemptionRemoved:
            .ok("The form of correct rows stays the same.")
        case .destinationAdded, .destinationRemoved, .descriptionChanged, .ownerChanged, .examplesChanged,
            .settingChanged:
            .ok("The form of the rows stays the same.")
        case .defaultChanged: .warns("A missing value now stands for another default value.")
        case .uncompared: .breaks("The schemas are too complex to be compared.")
        }
    }

    /// The usual effect of a change of this kind on code that uses the generated types.
    var verdictForGeneratedCode: PlanChange.Verdict {
        switch self {
        case .eventAdded: .ok("No code uses the new type yet.")
        case .eventRemoved: .breaks("The type of the event is gone.")
        case .eventRenamed: .breaks("The type of the event has another name.")
        case .deprecated, .replaced: .warns("The compiler can warn that the declaration is deprecated.")
        case .variantAdded, .variantConditionChanged:
            .warns("Code that handles all variants must handle a new or changed variant.")
        case .variantRemoved: .breaks("The declarations of the variant are gone.")
        case .parameterAdded: .ok("The new argument has a default value.")
        case .parameterRemoved, .nowForbidden: .breaks("The argument for the parameter is gone.")
        case .parameterRenamed: .breaks("The argument for the parameter has another name.")
        case .nowRequired: .breaks("Code that leaves the argument out does not compile.")
        case .noLongerRequired: .ok("A value can be passed for an optional argument.")
        case .noLongerForbidden: .ok("The new argument has a default value.")
        case .typeWidened, .typeNarrowed, .typeChanged: .breaks("The argument has another type.")
        case .nullAllowed: .warns("Code that reads the argument can get null.")
        case .nullForbidden: .breaks("Code that passes null does not compile.")
        case .enumValueAdded: .warns("A switch over all cases must handle one more case.")
        case .enumValueRemoved: .breaks("The case of the enum is gone.")
        case .enumAdded: .breaks("The argument is an enum now.")
        case .enumRemoved: .breaks("The argument is no longer an enum.")
        case .combinationChanged: .breaks("The argument can have another type.")
        case .uncompared: .breaks("The schemas are too complex to be compared.")
        case .kindChanged, .platformRemoved, .platformAdded, .sinceLater, .sinceEarlier, .expiresSooner, .expiresLater,
            .noLongerDeprecated, .noLongerReplaced, .destinationNameChanged, .versionAdded, .versionRemoved,
            .versionChanged, .dependencyAdded, .dependencyRemoved, .closed, .opened, .namePatternsChanged,
            .propertyNamesChanged, .rangeTightened, .rangeLoosened, .lengthTightened, .lengthLoosened, .itemsTightened,
            .itemsLoosened, .propertiesTightened, .propertiesLoosened, .patternAdded, .patternChanged, .patternRemoved,
            .formatAdded, .formatChanged, .formatRemoved, .piiDeclared, .piiRemoved, .piiChanged, .piiSearched,
            .severityRaised, .severityLowered, .exemptionAdded, .exemptionRemoved, .descriptionChanged, .ownerChanged,
            .examplesChanged, .defaultChanged, .destinationAdded, .destinationRemoved, .settingChanged:
            .ok("The generated declarations do not change.")
        }
    }
}
