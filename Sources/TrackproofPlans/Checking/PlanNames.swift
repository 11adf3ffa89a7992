public import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// A search for the event of the plan that has the name of a recorded event.
public struct PlanNames: Sendable {
    /// The names of the plan's events, in the order of the plan.
    public let names: [String]
    private let table: NameTable
    /// For each destination, the planned events by the names that the destination uses for them.
    ///
    /// Contains only destinations for which the plan gives at least one event a different name.
    private let namesOfDestinations: [String: NameTable]
    private let hasUser: Bool
    /// The kinds of the plan's events, in the order of the plan.
    let kinds: [EventKind]

    /// Creates a list of the names in a plan. Without a plan, the search finds no events.
    public init(_ plan: TrackingPlan?) {
        let events = plan?.events ?? []
        names = events.map(\.name)
        table = NameTable(names)
        var namesOfDestinations: [String: NameTable] = [:]
        for destination in Set(events.flatMap { $0.names.map(\.destination.name) }) {
            let own = events.map { event in
                event.names.first { $0.destination.name == destination }?.name ?? event.name
            }
            namesOfDestinations[destination] = NameTable(own)
        }
        self.namesOfDestinations = namesOfDestinations
        hasUser = plan?.user != nil
        kinds = events.map(\.kind)
    }

    /// Returns the event under the name that the vendor gives to screens or pages, such as `page_view`, if the plan has an
    /// event of this name and does not have the screen or page.
    public func asPlanned(_ event: RecordedEvent) -> RecordedEvent {
        let named = event.underVendorsName { known in
            var recorded = event
            recorded.event = known
            guard let index = index(of: recorded) else { return false }
            return known.kind != .track || kinds[index] == .track
        }
        return named ?? event
    }

    /// Returns the index of the planned event in `TrackingPlan.eventsAndUser`, or `nil` if the plan lacks the event.
    public func index(of event: RecordedEvent) -> Int? {
        if let index = indexOfName(of: event) { return index }
        return event.event.kind == .identify && hasUser ? names.count : nil
    }

    /// Whether the plan gives any event a different name for a destination.
    var hasNamesOfDestinations: Bool { !namesOfDestinations.isEmpty }

    /// Returns the index of the planned event whose name in UTF-8 is `name`, or `nil` if the plan lacks the event.
    func index(ofBytes name: UnsafeBufferPointer<UInt8>) -> Int? { table.index(ofBytes: name, after: -1) }

    /// Returns the indices of all planned events that have this name in the app or at any destination.
    func indices(of event: Event) -> Set<Int> {
        let name = event.displayName
        var indices = Set(namesOfDestinations.values.compactMap { $0.index(of: name) })
        if let index = table.index(of: name) { indices.insert(index) }
        if event.kind == .identify, hasUser { indices.insert(names.count) }
        return indices
    }

    /// Returns the indices as ``indices(of:)`` does. If no event has the name, returns the event whose name is most
    /// similar.
    func indicesOrNearest(of event: Event) -> Set<Int> {
        let indices = indices(of: event)
        guard indices.isEmpty, let nearest = nearest(to: event.displayName) else { return indices }
        return Set([table.index(of: nearest)].compactMap(\.self))
    }

    /// Returns the name of the plan that is most similar to the name of an event that the plan lacks, or `nil` if no name is
    /// similar enough.
    public func nearest(to name: String) -> String? { table.nearest(to: name) }

    private func indexOfName(of event: RecordedEvent) -> Int? {
        let name = event.event.displayName
        guard !namesOfDestinations.isEmpty, let destination = event.source.destination,
            let indices = namesOfDestinations[destination]
        else { return table.index(of: name) }
        return indices.index(of: name)
    }
}

extension TrackingPlan {
    /// The plan's events. If the plan has a member `user`, its traits are the last element.
    public var eventsAndUser: [PlannedEvent] { events + (user.map { [$0] } ?? []) }
}

extension EventSource {
    /// The provider or vendor that received the events, or `nil` if the events come from the app itself.
    var destination: String? {
        guard let colon = rawValue.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        return String(rawValue[rawValue.index(after: colon)...])
    }
}
