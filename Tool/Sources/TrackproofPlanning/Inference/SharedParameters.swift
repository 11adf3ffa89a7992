/// The parameters that all events of a plan have in common.
struct SharedParameters {
    /// The minimum number of event names. Fewer events may have the same parameter by chance.
    private static let leastEvents = 5

    let members: [InferredMember]

    /// Finds the parameters that each event has with the same schema.
    ///
    /// Each schema is inferred from the values of all events together. So it contains more than the values of a rare
    /// event show.
    init(_ events: [(observed: ObservedEvent, parameters: InferredObject)]) {
        guard events.count >= Self.leastEvents else {
            members = []
            return
        }
        var found: [ExactName: [InferredSchema]] = [:]
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

    private static func member(_ name: ExactName, _ events: [ObservedEvent]) -> InferredMember {
        // The merged values need no more room than the separate values, so the limit does not matter here.
        var room = InferenceRoom()
        var merged = ObservedValue()
        for event in events {
            if let value = event.parameters[name] { merged.merge(value, &room) }
        }
        return InferredMember(name, merged, of: merged.count, "event")
    }
}
