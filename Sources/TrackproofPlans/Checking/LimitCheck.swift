import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// A check of events against the published limits of a plan's destinations.
///
/// The check compares an event from the app itself with the limits of all destinations. It compares an event that a
/// provider or vendor received only with the limits of this provider or vendor. For events from the app itself, the
/// check skips the event's name, because lint compares the names in the plan with the limits.
struct LimitCheck: Sendable {
    private let destinations: [Destination]

    /// Whether the plan names destinations with known limits.
    var hasDestinations: Bool { !destinations.isEmpty }

    init(_ plan: TrackingPlan) { destinations = Destination.all(of: plan) }

    /// Returns the findings about an event. To be fast, allocates no memory if there are no findings.
    ///
    /// - Parameter place: The place of the event in the plan.
    func found(in event: RecordedEvent, at place: PlanPlace) -> [Judge.Found] {
        guard !destinations.isEmpty, let use = DestinationUse(event.event.kind) else { return [] }
        let own = event.source.destination.map { Destination(named: $0) }
        var report = LimitReport(destination: destinations[0], place: place)
        for destination in destinations {
            let limits = destination.limits(use)
            report.destination = destination
            if let own {
                guard own == destination else { continue }
                if event.event.kind == .track, let limit = limits.event {
                    report.add(event.event.name, limit, "a name of", [])
                }
            }
            // gtag.js, whose requests have the field `tid`, adds reserved parameters by itself.
            let reserved = own == nil || use != .event || event.context?["tid"] != nil ? nil : destination.reservedNames
            let parameters = event.event.parameters
            for parameter in parameters {
                let (name, value) = (parameter.name, parameter.value)
                if case .beginning(let beginning)? = reserved?.match(name) {
                    report.add(
                        "a name that does not begin with \"\(beginning)\"", name.quotedForDisplay, [.member(name)])
                }
                if let limit = limits.parameter { report.add(name, limit, "a name of", [.member(name)]) }
                if let demand = destination.demand(brokenByTypes: value.jsonTypes, of: name, use) {
                    report.add(demand, "a value of type \(value.jsonTypeName)", [.member(name)])
                } else if let limit = destination.valueLimit(of: name, use) {
                    report.add(value, limit, [.member(name)])
                }
            }
            if let most = limits.count, parameters.count > most {
                report.add("at most \(most) parameters", "\(parameters.count)", [])
            }
        }
        return report.found
    }
}

/// The findings about the limits of destinations.
private struct LimitReport {
    /// The destination that the next findings are about.
    var destination: Destination
    let place: PlanPlace
    var found: [Judge.Found] = []

    mutating func add(_ expected: String, _ actual: String, _ path: [Judge.PathPart]) {
        let words = Judge.Words(expected: "\(expected), the limit of \(destination.title)", found: actual)
        found.append(Judge.Found(id: .limit, path: path, words: words, place: place))
    }

    mutating func add(_ text: String, _ limit: LengthLimit, _ what: String, _ path: [Judge.PathPart]) {
        // A text never has more characters than bytes. So the code counts characters only if there are too many bytes.
        guard text.utf8.count > limit.most else { return }
        let length = limit.length(of: text)
        guard length > limit.most else { return }
        add("\(what) at most \(limit.most) \(limit.unit.rawValue)", "\(length) \(limit.unit.rawValue)", path)
    }

    mutating func add(_ value: EventValue, _ limit: LengthLimit, _ path: [Judge.PathPart]) {
        switch value {
        case .string(let text): add(text, limit, "a text of", path)
        case .array(let values):
            for (index, value) in values.enumerated() { add(value, limit, path + [.element(index)]) }
        case .object(let members):
            for member in members { add(member.value, limit, path + [.member(member.name)]) }
        case .null, .bool, .integer, .number: break
        }
    }
}
