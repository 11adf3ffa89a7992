import Trackproof
import TrackproofJSON
package import TrackproofPlans

/// The teams that own the events of a report, as a plan names them.
package struct EventOwners: Sendable, Hashable {
    /// The owner of each event that has a problem, by the event's name.
    package var events: [String: String] = [:]
    /// The members of each team, as the plan lists them: mail addresses, or ids of Slack such as `@U012AB3CD`.
    package var members: [String: [String]] = [:]
}

extension EventOwners {
    /// Creates the owners of the events that have a difference or a finding.
    ///
    /// The owners of other events are left out, because a plan can have thousands of events.
    package init(of sections: [any ReportSection], in plan: TrackingPlan) {
        self.init()
        let rows = sections.flatMap(\.rows).filter { $0.outcome != .unseen && !$0.isAboutCheck }
        let names = Set(rows.lazy.flatMap(\.events))
        for event in plan.events {
            let all = [event.name] + event.names.map(\.name)
            for name in all where names.contains(name) { events[name] = event.owner }
            guard let owner = event.owner, members[owner] == nil, all.contains(where: names.contains) else { continue }
            // The text of several owners stands for the members of all of them.
            members[owner] = plan.owners.filter { one in event.owners.contains { $0.name == one.name } }
                .flatMap(\.members)
        }
        members = members.filter { !$0.value.isEmpty }
    }

    /// Adds the owners of another report. If both reports name an owner for an event, the owner in this report stays.
    package mutating func merge(_ other: EventOwners) {
        events.merge(other.events) { first, _ in first }
        members.merge(other.members) { first, _ in first }
    }

    /// Returns the owner that a row names, or the owner of the row's events, or `nil` if there is no owner.
    func owner(of row: any ReportRow) -> String? { row.owner ?? row.events.lazy.compactMap { events[$0] }.first }

    // MARK: JSON

    /// The owners as JSON: `{"events":{"purchase":"checkout"},"members":{"checkout":["@U012AB3CD"]}}`.
    var json: EventValue {
        let events = events.sorted { $0.key < $1.key }.map { EventParameter($0.key, .string($0.value)) }
        let members = members.sorted { $0.key < $1.key }.map {
            EventParameter($0.key, .array($0.value.map(EventValue.string)))
        }
        return .object([
            "events": EventValue.object(EventParameters(events)),
            "members": EventValue.object(EventParameters(members)),
        ])
    }

    init(_ object: DocumentObject) throws(DocumentError) {
        let events = try object.object("events")
        for entry in try object.entries("events") { self.events[entry.name] = try events.text(entry.name) }
        let members = try object.object("members")
        for entry in try object.entries("members") { self.members[entry.name] = try members.texts(entry.name) }
    }
}
