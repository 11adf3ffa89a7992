internal import Trackproof
@_spi(Tooling) internal import TrackproofPlans

/// A tracking plan, as inferred from the events of recordings.
struct InferredPlan {
    private let events: [InferredEvent]
    /// The entry for the traits of users, or `nil` if no event has any.
    private let user: InferredEvent?
    private let shared: [InferredMember]
    /// Whether the plan has no traits of a person or a group, which lack the shared parameters.
    private let allHaveShared: Bool

    init(_ observed: [ObservedEvent]) {
        let all = observed.filter { !$0.kindCounts.isEmpty }.sorted { $0.name < $1.name }.map { event in
            (observed: event, parameters: InferredObject(event.parameters, unit: "event"))
        }
        let described = all.filter { !$0.observed.describesUser }
        let ordinary = described.filter { !$0.observed.mainKind.isIdentity }
        shared = SharedParameters(ordinary).members
        allHaveShared = ordinary.count == all.count
        let names = Set(shared.map(\.name))
        events = described.map { event in
            InferredEvent(
                event.observed, event.parameters, shared: event.observed.mainKind.isIdentity ? [] : names)
        }
        user = all.first { $0.observed.describesUser }.map { InferredEvent($0.observed, $0.parameters, shared: []) }
    }

    /// The members of the plan's file from `naming` to `user`.
    var yaml: [YAMLMember] {
        var members: [YAMLMember] = []
        if !naming.isEmpty { members.append(YAMLMember("naming", .flow(naming))) }
        if !shared.isEmpty {
            let group = YAMLMember(SharedParameters.group, .block(shared.map(\.yaml)))
            members.append(YAMLMember("shared", .block([group])))
            if allHaveShared { members.append(YAMLMember("defaults", .list([.text(SharedParameters.group)]))) }
        }
        members.append(YAMLMember("events", .block(events.map { $0.yaml(includesShared: !allHaveShared) })))
        if let user { members.append(user.yamlOfUser) }
        return members
    }

    private var naming: [YAMLMember] {
        let ownNames = (events + (user.map { [$0] } ?? [])).flatMap { $0.parameters.map(\.name) }
        let parameters = Set(ownNames + shared.map(\.name)).map(\.text)
        let styles = [
            ("events", NameStyle.common(to: events.map(\.name.text))), ("parameters", NameStyle.common(to: parameters)),
        ]
        return styles.compactMap { name, style in style.map { YAMLMember(name, .text($0.rawValue)) } }
    }
}

extension ObservedEvent {
    /// The kind of most of the events.
    fileprivate var mainKind: EventKind { kindCounts.first?.kind ?? .track }

    /// Whether the plan describes the events in its member `user`: all are about users and have no name of their own.
    fileprivate var describesUser: Bool {
        name.text == EventKind.identify.rawValue && kindCounts.map(\.kind) == [.identify]
    }
}
