import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// A reader of the events in a plan, and of its member `user`.
enum EventPlanReader {
    static func event(_ member: PlanMember, _ problems: inout PlanProblems) -> PlannedEvent {
        var event = PlannedEvent(member.name, at: member.place)
        if member.name.isEmpty { problems.add(member.place, "an event needs a name, but this name is empty") }
        // In YAML, an event without members has the value null.
        if case .null = member.value.content { return event }
        guard var members = ObjectReader(member.value, "an event", &problems) else { return event }
        read(&members, into: &event, &problems)
        if let versions = members.take("versions")?.value {
            event.versions = self.versions(of: member.name, versions, &problems)
        }
        members.finish(advice: SchemaAdvice.events, &problems)
        return event
    }

    /// Reads the member `user`, which describes the traits of users. Identify events contain these traits.
    static func user(_ member: PlanMember, _ problems: inout PlanProblems) -> PlannedEvent {
        var event = PlannedEvent(EventKind.identify.rawValue, at: member.place)
        event.kind = .identify
        if case .null = member.value.content { return event }
        guard var members = ObjectReader(member.value, "an object that describes users", &problems) else {
            return event
        }
        event.description = members.text("description", &problems)
        event.owners = owners(&members, &problems)
        readParameters(&members, into: &event, &problems)
        members.finish(advice: SchemaAdvice.events, &problems)
        return event
    }

    private static func read(
        _ members: inout ObjectReader, into event: inout PlannedEvent, _ problems: inout PlanProblems
    ) {
        if let node = members.take("kind")?.value { event.kind = node.choice(&problems) ?? .track }
        event.description = members.text("description", &problems)
        event.owners = owners(&members, &problems)
        event.platforms = members.names("platforms", &problems)
        event.since = members.take("since").map { versions(ofPlatforms: $0.value, &problems) } ?? []
        readEnd(&members, into: &event, &problems)
        event.replacedBy = members.take("replaced_by")?.value.reference(&problems)
        event.isDeprecated = members.isDeprecated(&problems)
        let names = members.members("names", #"an object such as {"ga4": "purchase"}"#, &problems)
        event.names = names.compactMap { member in member.value.text(&problems).map { (NameWithPlace(member), $0) } }
        if let node = members.take("swift")?.value { event.swift = .read(node, &problems) }
        readParameters(&members, into: &event, &problems)
    }

    private static func readParameters(
        _ members: inout ObjectReader, into event: inout PlannedEvent, _ problems: inout PlanProblems
    ) {
        event.includes = members.names("include", &problems)
        event.parameters = members.take("parameters").map { SchemaReader.properties($0.value, &problems) } ?? []
        event.isClosed = members.flag("closed", &problems)
        event.variants = members.take("variants").map { PlanVariant.list($0.value, "parameters", &problems) } ?? []
        event.rules = members.take("rules").map { SchemaReader.read($0.value, &problems) }
        event.examples =
            members.take("examples")?.value.data(&problems).elements("a list of examples", &problems) ?? []
        event.exemptions = members.names("allow", &problems)
    }

    private static func versions(
        of name: String, _ node: PlanNode, _ problems: inout PlanProblems
    ) -> [(version: NameWithPlace, event: PlannedEvent)] {
        node.members(#"an object of versions and events, such as {"1": {}}"#, &problems).compactMap { member in
            if case .string(let path) = member.value.content {
                problems.add(
                    member.value.place,
                    "the file \(path.quotedForDisplay) was not read, because only the command `trackproof` reads other "
                        + "files; run `trackproof plan compile` first")
                return nil
            }
            let older = PlanMember(name, at: member.place, member.value)
            return (NameWithPlace(member), event(older, &problems))
        }
    }

    private static func owners(_ members: inout ObjectReader, _ problems: inout PlanProblems) -> [NameWithPlace] {
        guard let node = members.take("owner")?.value else { return [] }
        if case .array = node.content { return node.names(&problems) }
        return [node.reference(&problems)].compactMap(\.self)
    }

    private static func versions(
        ofPlatforms node: PlanNode, _ problems: inout PlanProblems
    ) -> [(platform: NameWithPlace, version: AppVersion)] {
        node.members(#"an object such as {"ios": "5.2.0"}"#, &problems).compactMap { member in
            let version: AppVersion? =
                switch member.value.content {
                case .string(let text): AppVersion(text)
                // YAML reads a version such as 5.2 as a decimal number if the version has no quotes.
                case .number(let number): AppVersion(number.text)
                default: nil
                }
            if version == nil { problems.expected("an app version such as 5.2.0", at: member.value) }
            return version.map { (NameWithPlace(member), $0) }
        }
    }

    /// Reads the last day of an event, or the first app versions that do not track the event any longer.
    private static func readEnd(
        _ members: inout ObjectReader, into event: inout PlannedEvent, _ problems: inout PlanProblems
    ) {
        guard let node = members.take("expires")?.value else { return }
        if case .object = node.content {
            event.ends = versions(ofPlatforms: node, &problems)
            return
        }
        guard case .string(let date) = node.content else {
            return problems.expected(#"a date such as 2027-01-31, or an object such as {"ios": "6.0.0"}"#, at: node)
        }
        if !TextFormat.date.fits(date) {
            return problems.add(
                node.place, "expected a date such as 2027-01-31, found \(date.cut(to: 40).quotedForDisplay)")
        }
        event.expires = NameWithPlace(name: date, place: node.place)
    }
}
