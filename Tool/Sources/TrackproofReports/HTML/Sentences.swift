internal import Trackproof
@_spi(Tooling) internal import TrackproofPlans
@_spi(Tooling) internal import TrackproofSnapshots

// The problems in words that people understand who do not know the formats and commands of Trackproof.
extension Difference {
    /// The difference in one sentence, such as "The event purchase was not tracked."
    var sentence: HTML {
        switch kind {
        case .missing: "The \(expected?.named) was not tracked."
        case .unexpected: "The \(actual?.named) was tracked, but it is not expected."
        case .duplicated: "The \(actual?.named) was tracked more often than expected."
        case .moved: "The \(actual?.named) was tracked at another position than expected."
        case .renamed where expected?.kind == actual?.kind:
            "The \(expected?.named) was tracked as <strong>\(actual?.shownName)</strong>."
        case .renamed: "The \(expected?.named) was tracked as \(actual?.named)."
        case .changed where parameters.isEmpty: "The \(actual?.named) was tracked with other content than expected."
        case .changed:
            """
            The \(actual?.named) was tracked with \(parameters.count == 1 ? "another value" : "other values") than \
            expected: \(paths).
            """
        }
    }

    private var paths: HTML {
        var paths: HTML = ""
        for (index, parameter) in parameters.prefix(4).enumerated() {
            paths += "\(index == 0 ? "" : ", ")<code>\(parameter.path, limit: HTMLLimits.name)</code>"
        }
        if parameters.count > 4 { paths += " and \(parameters.count - 4) more" }
        return paths
    }
}

extension FindingGroup {
    /// The findings in one sentence, such as "The event purchase lacks the parameter currency."
    var sentence: HTML {
        let event: HTML = "event <strong>\(key.event, limit: HTMLLimits.name)</strong>"
        let path: HTML = "<code>\(key.path, limit: HTMLLimits.name)</code>"
        return switch key.id {
        case .unplannedEvent: "The \(event) is not in the plan. \(suggestion)"
        case .missing where !key.path.isEmpty: "The \(event) lacks the parameter \(path)."
        case .unplannedParameter: "The \(event) has the parameter \(path), which is not in the plan. \(suggestion)"
        case .pii: "The \(event) may contain personal data in \(path)."
        case _ where key.path.isEmpty: "The \(event) does not fit the plan: \(values)."
        default: "The \(event) has a value of \(path) that does not fit the plan: \(values)."
        }
    }

    /// The suggestion of the finding as a question, or no markup.
    var suggestion: HTML {
        sample.nearest.map { "Did you mean <code>\($0, limit: HTMLLimits.name)</code>?" } ?? ""
    }

    private var values: HTML {
        "expected \(sample.expected, limit: HTMLLimits.name), found \(samples.first ?? sample.found, limit: HTMLLimits.name)"
    }
}

extension Event {
    /// The kind and name, such as "event purchase" or "screen Home".
    var named: HTML {
        let noun: HTML =
            switch kind {
            case .track: "event"
            case .screen: "screen"
            case .page: "page"
            case .identify: "user"
            case .group: "group"
            case .alias: "alias"
            }
        if name.isEmpty && kind.isIdentity { return "event <strong>\(kind.rawValue)</strong>" }
        return "\(noun) <strong>\(shownName)</strong>"
    }

    /// The name for a list of events: the kind if there is no name.
    var shownName: HTML {
        let name = displayName
        return name.isEmpty ? "&quot;&quot;" : "\(name, limit: HTMLLimits.name)"
    }
}
