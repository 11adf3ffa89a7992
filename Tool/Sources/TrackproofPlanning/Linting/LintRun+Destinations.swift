import Trackproof
import TrackproofPlans
import TrackproofPlatform
import TrackproofVendors

extension LintRun {
    /// Reports an event's name if a destination reserves it, or does not take its length or its characters.
    mutating func lintDestinations(_ event: PlannedEvent, _ subject: LintSubject) {
        // Destinations can use the names of events of other kinds differently. For example, the name of a screen can
        // become a parameter.
        guard event.kind == .track else { return }
        for destination in destinations {
            let own = event.names.first { Destination(named: $0.destination.name) == destination }
            let (name, place) = own.map { ($0.name, $0.destination.place) } ?? (event.name, event.place)
            lint(
                name, at: place, destination, limit: destination.limits(.event).event,
                reserved: \.events, subject)
        }
    }

    /// Reports a parameter if a destination reserves its name or does not take it, or if a listed value is too long.
    mutating func lintLimits(_ linted: LintedSchema) {
        guard let use = linted.subject.use, !linted.schema.isForbiddenEverywhere else { return }
        for destination in destinations {
            if linted.role == .parameter || destination == .ga4 && linted.isMemberOfItem, let name = linted.name {
                lint(
                    name, at: linted.place, destination, limit: destination.limits(use).parameter,
                    reserved: use == .event ? \.parameters : \.traits, linted.subject)
            }
            lintConstants(linted, destination, use)
            if linted.role == .parameter, let name = linted.name, let types = types.types(of: linted.schema),
                let demand = destination.demand(brokenByTypes: types, of: name, use)
            {
                report.add(.limit, linted.subject, at: linted.place, "\(destination.title) takes only \(demand)")
            }
        }
    }

    private mutating func lint(
        _ name: String, at place: PlanPlace, _ destination: Destination, limit: LengthLimit?,
        reserved: KeyPath<ReservedNames, NameList>, _ subject: LintSubject
    ) {
        if let limit, limit.length(of: name) > limit.most {
            report.add(
                .limit, subject, at: place,
                "the name has \(limit.length(of: name)) \(limit.unit.rawValue), and \(destination.title) takes at most "
                    + "\(limit.most)")
        }
        let names = destination.reserved
        if names.conversion == .asciiSnakeCase, names.converted(name).isEmpty {
            report.add(
                .limit, subject, at: place, "\(destination.title) stores only names with letters or digits of ASCII")
        }
        switch names[keyPath: reserved].match(names.converted(name)) {
        case .name?: report.add(.reservedName, subject, at: place, "\(destination.title) reserves this name")
        case .beginning(let beginning)?:
            report.add(
                .reservedName, subject, at: place,
                "\(destination.title) reserves names that begin with \"\(beginning)\"")
        case nil:
            if let demand = destination.demand(brokenBy: name) {
                report.add(.limit, subject, at: place, "\(destination.title) takes only names with \(demand)")
            }
        }
    }

    private mutating func lintConstants(_ linted: LintedSchema, _ destination: Destination, _ use: DestinationUse) {
        let name = if case .member(let name)? = linted.subject.path.last { name } else { "" }
        guard let limit = destination.valueLimit(of: name, use), !linted.isCondition else { return }
        for rule in linted.schema.rules {
            guard case .constants(let nodes) = rule.value else { continue }
            for node in nodes {
                guard case .string(let text) = node.content, limit.length(of: text) > limit.most else { continue }
                report.add(
                    .limit, linted.subject, at: node.place,
                    "the value has \(limit.length(of: text)) \(limit.unit.rawValue), and \(destination.title) takes at "
                        + "most \(limit.most)")
            }
        }
    }

    /// Reports an event if it can have more parameters than a destination accepts.
    mutating func lintParameterCount(_ event: PlannedEvent, _ together: ParametersTogether, _ subject: LintSubject) {
        guard let use = subject.use, !destinations.isEmpty else { return }
        let further = event.variants.map { variant in
            variant.parameters.count { parameter in
                !parameter.schema.isForbiddenEverywhere && !together.names.contains(ExactText(parameter.name))
            }
        }
        let count = together.count + (further.max() ?? 0)
        for destination in destinations {
            guard let most = destination.limits(use).count, count > most else { continue }
            let what = use == .event ? "event has \(count) parameters" : "user has \(count) traits"
            report.add(.limit, subject, at: event.place, "the \(what), and \(destination.title) takes at most \(most)")
        }
    }

    /// Reports a parameter if a destination has the same column for an earlier parameter of the event, such as for
    /// `orderId` and `order_id`.
    mutating func lintColumns(
        _ parameter: PlanProperty, _ subject: LintSubject, isShared: Bool,
        _ columns: inout ParametersTogether.Columns
    ) {
        if subject.use == nil || parameter.schema.isForbiddenEverywhere { return }
        for destination in destinations where destination.reserved.conversion != nil {
            let column = destination.reserved.converted(parameter.name)
            if column.isEmpty { continue }
            guard let first = columns[destination]?[ExactText(column)] else {
                columns[destination, default: [:]][ExactText(column)] = (parameter.name, parameter.place)
                continue
            }
            report.add(
                .limit, subject, at: parameter.place, isShared: isShared,
                "\(destination.title) has one column \(column.quotedForMessages) for this parameter and for "
                    + "\(first.name.quotedForMessages) (\(first.place))")
        }
    }
}

extension LintedSchema {
    /// Whether the schema is a property in the elements of `items`. Google Analytics has the same rules for its name as
    /// for the name of a parameter.
    fileprivate var isMemberOfItem: Bool {
        role == .property && subject.path.count == 3 && subject.path.starts(with: [.member("items"), .elements])
    }
}

extension ReservedNames {
    /// Returns the converted name that the destination stores, for the comparison with reserved names.
    fileprivate func converted(_ name: String) -> String { conversion?.names(name).first ?? name }
}
