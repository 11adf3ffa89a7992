import Trackproof
import TrackproofPlans

/// An exporter of the JSON Schema export of Avo, which Avo's Import API reads.
struct AvoExport {
    private let source: ExportedPlan
    private let schemas: SchemaExport

    init(_ source: ExportedPlan) {
        self.source = source
        schemas = SchemaExport(source, .draft7)
    }

    /// The values of `developmentPlatform` of a source for the platforms of a plan.
    private static let platforms = ["ios": "IOS", "android": "Android", "web": "Web"]

    /// Returns the file.
    func file() -> PlanExport.File {
        source.loseRest(except: ["name", "owners", "platforms", "destinations"])
        // In Avo, events set the properties of users. A plan does not say which events do.
        if let user = source.plan.user { source.loseEvent(user, "traits of users") }
        var members: EventParameters = [:]
        if let name = source.plan.name { members["name"] = .string(name) }
        members["events"] = .array(source.plan.events.map { .object(event($0)) })
        let platforms = Set(source.plan.events.flatMap { $0.platforms.map(\.name) }).sorted()
        if !platforms.isEmpty {
            members["sources"] = .object(
                EventParameters(
                    platforms.map { name in
                        let source: EventParameters = [
                            "name": .string(name), "developmentPlatform": .string(Self.platforms[name] ?? name),
                        ]
                        return EventParameter(name, .object(source))
                    }))
        }
        let destinations = Set(source.plan.events.flatMap { $0.names.map(\.destination.name) }).sorted()
        if !destinations.isEmpty {
            members["destinations"] = .object(
                EventParameters(
                    destinations.map { name in
                        EventParameter(name, .object(["name": .string(name), "type": .string(name)]))
                    }))
        }
        return PlanExport.File(path: "avo.json", text: members.pretty)
    }

    // MARK: Events

    /// The members of an event that Avo has under another name.
    private static let others = [
        "x-tags": "tags", "x-categories": "categories", "x-triggers": "triggers", "x-custom-fields": "customFields",
        "x-pii": "pii",
    ]

    private func event(_ event: PlannedEvent) -> EventParameters {
        let written = Set(Self.others.keys).union([
            "description", "owner", "platforms", "names", "closed", "rules", "variants", "x-sources", "x-stakeholders",
        ])
        source.loseRest(of: event, except: written)
        source.count(event)
        var members: EventParameters = ["name": .string(event.name)]
        if let text = event.description { members["description"] = .string(text) }
        members["eventType"] = .string("event")
        for member in source.others(of: event) {
            if let name = Self.others[member.name] { members[name] = member.value.eventValue }
        }
        let sources =
            event.platforms.isEmpty
            ? (source.member("x-sources", of: event)?.elements ?? []).compactMap(\.string).map { ["name": $0] }
            : event.platforms.map { ["id": $0.name, "name": $0.name] }
        if !sources.isEmpty {
            members["sources"] = .array(
                sources.map { source in
                    .object(EventParameters(source.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) }))
                })
        }
        let domains = domains(event)
        if !domains.isEmpty { members["stakeholderDomains"] = .array(domains) }
        members["rules"] = .object(rules(event))
        return members
    }

    private func domains(_ event: PlannedEvent) -> [EventValue] {
        let names = (source.member("x-stakeholders", of: event)?.elements ?? []).compactMap(\.string)
        for owner in event.owners.dropFirst() where !names.contains(owner.name) {
            source.run.lose(
                "second owner", owner.name, at: owner.place, ConversionPath(event: event.name),
                .changed(to: "a stakeholder"), .information)
        }
        let owners = event.owners.map(\.name)
        return (names + owners.filter { !names.contains($0) }).map { name in
            .object(["name": .string(name), "isOwner": .bool(name == owners.first)])
        }
    }

    private func rules(_ event: PlannedEvent) -> EventParameters {
        var schema = schemas.inlined(schemas.schema(of: event), of: event)
        for name in ["description", "examples", "deprecated"] + source.others(of: event).map(\.name) {
            schema[name] = nil
        }
        var rules: EventParameters = [:]
        let names = event.names.map { destination, name in
            EventValue.object(["name": .string(name), "destinationId": .string(destination.name)])
        }
        if !names.isEmpty { rules["nameMapping"] = .array(names) }
        rules["properties"] = .object(["properties": EventValue.object(Self.withPersonalData(schema))])
        return rules
    }

    /// Returns a schema in which personal data has the form that Avo reads.
    private static func withPersonalData(_ schema: EventParameters) -> EventParameters {
        EventParameters(
            schema.map { member in
                switch member.name {
                case "x-pii":
                    let kind: EventParameters = ["isPii": .bool(true), "piiType": member.value]
                    return EventParameter("pii", .object(kind))
                case "properties":
                    let properties = member.value.object ?? [:]
                    return EventParameter(
                        member.name,
                        .object(EventParameters(properties.map { EventParameter($0.name, withPersonalData($0.value)) }))
                    )
                case "items": return EventParameter(member.name, withPersonalData(member.value))
                default: return member
                }
            })
    }

    private static func withPersonalData(_ schema: EventValue) -> EventValue {
        schema.object.map { .object(withPersonalData($0)) } ?? schema
    }
}
