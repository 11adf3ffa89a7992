import Trackproof
import TrackproofPlans
import TrackproofPlatform

/// A tracking plan that was inferred from recorded events.
struct InferredPlan {
    private let events: [InferredEvent]
    /// The member `user`, which describes the traits of users, or `nil` if the plan does not need it.
    private let user: InferredEvent?
    private let shared: [InferredMember]

    init(_ observed: [ObservedEvent]) {
        let all = observed.filter { !$0.kindCounts.isEmpty }.sorted { $0.name < $1.name }.map { event in
            (observed: event, parameters: InferredObject(event.parameters, unit: "event"))
        }
        // Identity events do not include the plan's default groups, so their traits must not decide about the shared
        // group.
        let shared = SharedParameters(all.filter { !$0.observed.mainKind.isIdentity }).members
        let names = Set(shared.map(\.name))
        func inferred(_ event: ObservedEvent, _ parameters: InferredObject) -> InferredEvent {
            InferredEvent(event, parameters, shared: event.mainKind.isIdentity ? [] : names)
        }
        self.shared = shared
        events = all.filter { !$0.observed.describesUser }.map(inferred)
        user = all.first { $0.observed.describesUser }.map(inferred)
    }

    /// The members of the plan's file, from `naming` to `user`.
    var yaml: [FormattedItem] {
        var members: [FormattedItem] = []
        if !naming.isEmpty { members.append(FormattedItem("naming", .object(naming, inBraces: true))) }
        if !shared.isEmpty {
            let group = "common"
            members.append(FormattedItem("shared", .object([FormattedItem(group, .object(shared.map(\.yaml)))])))
            members.append(FormattedItem("defaults", .list([.text(group)])))
        }
        members.append(FormattedItem("events", .object(events.map(\.yaml))))
        if let user { members.append(user.yamlOfUser) }
        return members
    }

    private var naming: [FormattedItem] {
        // Lint requires the style also for the names of properties, so the inference looks at these names too.
        let members = (events + (user.map { [$0] } ?? [])).flatMap(\.parameters) + shared
        let parameters = Set(members.flatMap(\.allNames)).map(\.text)
        let styles = [
            ("events", NameStyle.common(to: events.map(\.name.text))), ("parameters", NameStyle.common(to: parameters)),
        ]
        return styles.compactMap { name, style in style.map { FormattedItem(name, .text($0.rawValue)) } }
    }
}

extension ObservedEvent {
    /// The kind that most of the events have.
    fileprivate var mainKind: EventKind { kindCounts.first?.kind ?? .track }

    /// Whether the plan describes the events in its member `user`: all of them are identify events without a name.
    fileprivate var describesUser: Bool {
        name.text == EventKind.identify.rawValue && kindCounts.map(\.kind) == [.identify]
    }
}

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
        var merged = ObservedValue()
        for event in events {
            if let value = event.parameters[name] { merged.merge(value) }
        }
        return InferredMember(name, merged, of: merged.count, "event")
    }
}
