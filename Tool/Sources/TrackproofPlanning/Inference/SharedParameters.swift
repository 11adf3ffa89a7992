import TrackproofText

/// The parameters that all events of an inferred plan have, except identity events.
struct SharedParameters {
    /// The minimum number of events of the plan. With fewer events, it can be chance that all have a parameter.
    private static let leastEvents = 5

    let members: [InferredMember]

    /// Finds the parameters that all events have with schemas that do not contradict each other.
    ///
    /// The schema of a shared parameter is inferred from the values of all events together. So it can list values that
    /// do not occur in a rare event.
    init(_ events: [(observed: ObservedEvent, parameters: InferredObject)]) {
        guard events.count >= Self.leastEvents else {
            members = []
            return
        }
        var found: [ExactText: [InferredSchema]] = [:]
        for event in events {
            for member in event.parameters.members where member.isRequired {
                found[member.name, default: []].append(member.schema)
            }
        }
        let observed = events.map(\.observed)
        members = found.filter { $0.value.count == events.count }.compactMap { name, schemas in
            let member = Self.member(name, observed)
            return schemas.allSatisfy { $0.isConfirmed(by: member.schema) } ? member : nil
        }
        .sorted { $0.name < $1.name }
    }

    private static func member(_ name: ExactText, _ events: [ObservedEvent]) -> InferredMember {
        // The events have already reserved room for these values, so the limit of the new `room` has no effect.
        var room = InferenceRoom()
        var merged = ObservedValue()
        for event in events {
            if let value = event.parameters[name] { merged.merge(value, &room) }
        }
        return InferredMember(name, merged, of: merged.count, "event")
    }
}
