import Trackproof
import TrackproofPlanning
package import TrackproofPlans
import TrackproofSnapshots

/// The teams that own the events of a report, as a plan names them.
package struct EventOwners: Sendable, Hashable {
    /// The owner of each event that has a problem, by the event's name.
    package var events: [String: String] = [:]
    /// The members of each team, as the plan lists them: mail addresses, or ids of Slack such as `@U012AB3CD`.
    package var members: [String: [String]] = [:]

    /// Creates owners. Without arguments, no event has an owner.
    package init(events: [String: String] = [:], members: [String: [String]] = [:]) {
        self.events = events
        self.members = members
    }

    /// Creates the owners of the events that have a difference or a finding.
    ///
    /// The owners of other events are left out, because a plan can have thousands of events.
    package init(of sections: [ReportSection], in plan: TrackingPlan) {
        var names: Set<String> = []
        for section in sections {
            switch section {
            case .comparison(let section):
                for difference in section.comparison.differences {
                    for event in [difference.expected, difference.actual] { names.insert(event?.displayName ?? "") }
                }
            case .findings(let section): names.formUnion(section.tally.groups.keys.map(\.event))
            case .coverage: continue
            }
        }
        for event in plan.events {
            let all = [event.name] + event.names.map(\.name)
            for name in all where names.contains(name) { events[name] = event.owner?.name }
        }
        let owners = Set(events.values)
        for owner in plan.owners where owners.contains(owner.name) { members[owner.name] = owner.members }
    }

    /// Adds the owners of another report. If both reports name an owner for an event, the owner in this report stays.
    package mutating func merge(_ other: EventOwners) {
        events.merge(other.events) { first, _ in first }
        members.merge(other.members) { first, _ in first }
    }

    /// Returns the owner of the expected or actual event, or `nil` if neither event has an owner.
    func owner(of difference: Difference) -> String? {
        [difference.expected, difference.actual].lazy.compactMap { $0.flatMap { events[$0.displayName] } }.first
    }
}
