internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// A lookup of the planned event for a recorded event, by the event's name.
struct PlanNames: Sendable {
    /// The names of the plan's events, in the order of the plan.
    let names: [String]
    let suggestions: NameSuggestions
    private let table: NameTable
    /// The index of each planned event, by destination and by the event's name at the destination.
    ///
    /// Contains only destinations at which at least one event has its own name.
    private let namesOfDestinations: [String: [ExactText: Int]]
    private let hasUser: Bool

    init(_ plan: TrackingPlan) {
        names = plan.events.map(\.name)
        suggestions = NameSuggestions(names)
        table = NameTable(names)
        namesOfDestinations = Self.names(plan)
        hasUser = plan.user != nil
    }

    /// Creates a lookup that finds no events.
    init() {
        names = []
        suggestions = NameSuggestions([])
        table = NameTable([])
        namesOfDestinations = [:]
        hasUser = false
    }

    private static func names(_ plan: TrackingPlan) -> [String: [ExactText: Int]] {
        var names: [String: [ExactText: Int]] = [:]
        let destinations = Set(plan.events.flatMap { $0.names.map(\.destination.name) })
        for destination in destinations {
            for (index, event) in plan.events.enumerated() {
                let name = event.names.first { $0.destination.name == destination }?.name ?? event.name
                names[destination, default: [:]][ExactText(name)] = index
            }
        }
        return names
    }

    /// Returns whether an SDK tracked the event by itself.
    ///
    /// The SDKs of PostHog and Mixpanel begin the names of such events with `$`. Amplitude's SDK begins them with
    /// `[Amplitude]`.
    static func isOfSDK(_ event: RecordedEvent) -> Bool {
        guard event.source.rawValue.hasPrefix("wire:") else { return false }
        return event.event.name.hasPrefix("$") || event.event.name.hasPrefix("[Amplitude]")
    }

    /// Returns the index of the planned event among ``TrackingPlan/eventsAndUser``, or `nil` if there is none.
    func index(of event: RecordedEvent) -> Int? {
        if let index = indexOfName(of: event) { return index }
        return event.event.kind == .identify && hasUser ? names.count : nil
    }

    /// Whether an event has its own name at any destination.
    var hasNamesOfDestinations: Bool { !namesOfDestinations.isEmpty }

    /// Returns the index of the planned event with a name in UTF-8, or `nil` if there is none.
    func index(ofBytes name: UnsafeBufferPointer<UInt8>) -> Int? { table.index(ofBytes: name, after: -1) }

    /// Returns the indices of all planned events that the event's name can mean, in the app or at any destination.
    func indices(of event: Event) -> Set<Int> {
        let name = event.displayName
        var indices = Set(namesOfDestinations.values.compactMap { $0[ExactText(name)] })
        if let index = table.index(of: name) { indices.insert(index) }
        if event.kind == .identify, hasUser { indices.insert(names.count) }
        return indices
    }

    private func indexOfName(of event: RecordedEvent) -> Int? {
        let name = event.event.displayName
        guard !namesOfDestinations.isEmpty, let destination = event.source.destination,
            let indices = namesOfDestinations[destination]
        else { return table.index(of: name) }
        return indices[ExactText(name)]
    }
}

extension TrackingPlan {
    /// The plan's events. If the plan has a member `user`, it is the last element.
    var eventsAndUser: [PlannedEvent] { events + (user.map { [$0] } ?? []) }
}

extension EventSource {
    /// The vendor or provider from which the events come, or `nil` if they come from the app itself.
    var destination: String? {
        guard let colon = rawValue.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        return String(rawValue[rawValue.index(after: colon)...])
    }
}
