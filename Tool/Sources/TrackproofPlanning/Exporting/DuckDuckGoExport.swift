import Trackproof
import TrackproofPlans

/// An exporter of DuckDuckGo's pixel definitions.
struct DuckDuckGoExport {
    private let source: ExportedPlan
    private let schemas: SchemaExport

    init(_ source: ExportedPlan) {
        self.source = source
        schemas = SchemaExport(source, .draft7, sendsTexts: true)
    }

    /// The maximum number of optional parts of a suffix. A definition lists each combination of them.
    private static let partLimit = 6

    /// Returns the files.
    func files() -> [PlanExport.File] {
        source.loseRest(except: ["owners"])
        if let user = source.plan.user { source.loseEvent(user, "traits of users") }
        let pixels = source.plan.events.map { EventParameter($0.name, .object(pixel($0))) }
        return [PlanExport.File(path: "pixels/definitions/pixels.json", text: EventParameters(pixels).pretty)]
    }

    private func pixel(_ event: PlannedEvent) -> EventParameters {
        let others = source.others(of: event)
        source.loseRest(
            of: event, except: Set(["description", "owner", "expires", "suffixes", "closed"]).union(others.map(\.name)))
        source.count(event)
        let path = ConversionPath(event: event.name)
        var members: EventParameters = [:]
        if let text = event.description { members["description"] = .string(text) }
        if !event.owners.isEmpty { members["owners"] = .array(event.owners.map { .string($0.name) }) }
        if let date = event.expires { members["expires"] = .string(date.name) }
        for end in event.ends {
            source.run.lose("end by version", end.version.description, at: end.platform.place, path)
        }
        for member in others { members[String(member.name.dropFirst(2))] = member.value.eventValue }
        if let suffixes = suffixes(event, path) { members["suffixes"] = suffixes }
        let missing = ["description", "owners", "triggers"].filter { members[$0] == nil }
        // The empty members show people what to add.
        for name in missing { members[name] = name == "description" ? .string("") : .array([]) }
        if !missing.isEmpty {
            source.run.lose(
                "missing members that pixel definitions require", missing.joined(separator: ", "), at: event.place,
                path,
                .leftOut, .information)
        }
        let parameters = source.parameters(of: event)
        let isClosed = event.isClosed ?? source.plan.isClosed
        // A pixel without the member accepts all parameters.
        if !isClosed, parameters.isEmpty { return members }
        if !isClosed {
            source.run.lose(
                "closed", "false", at: event.place, path, .changed(to: "a pixel with these parameters only"))
        }
        members["parameters"] = .array(self.parameters(parameters, event, path))
        return members
    }

    private func parameters(
        _ parameters: [PlanProperty], _ event: PlannedEvent, _ path: ConversionPath
    ) -> [EventValue] {
        let schema = schemas.inlined(schemas.schema(of: parameters, path), of: event)
        return (schema["properties"]?.object ?? [:]).enumerated().compactMap { index, property in
            let (parameter, inner) = (parameters[index], path.property(property.name))
            guard var own = property.value.object else {
                source.loseParameter(parameter, inner)
                return nil
            }
            if parameter.schema.isRequired { source.run.lose("required parameter", at: parameter.place, inner) }
            let typing = ["type", "enum", "const", "anyOf", "oneOf", "allOf"]
            if !typing.contains(where: { own[$0] != nil }) {
                source.run.lose(
                    "parameter without a type", at: parameter.place, inner, .changed(to: "a text"), .information)
            }
            // All values are texts in the query of a URL.
            own["x-send-as"] = nil
            let key: EventParameters = ["key": .string(property.name)]
            return .object(key.merging(own))
        }
    }

    // MARK: Suffixes

    /// Returns the suffixes of an event: a list of parts, or a list for each combination of parts.
    private func suffixes(_ event: PlannedEvent, _ path: ConversionPath) -> EventValue? {
        guard let first = event.suffixes.first else { return nil }
        let optional = event.suffixes.filter { !$0.isRequired }
        // Pixel definitions put an underscore between the parts.
        guard event.suffixes.allSatisfy({ $0.texts.allSatisfy { $0.hasPrefix("_") } }),
            optional.count <= Self.partLimit
        else {
            source.run.lose("suffixes", at: first.part.place, path)
            return nil
        }
        let lists = (0..<(1 << optional.count)).reversed().map { set in
            event.suffixes.filter { suffix in
                guard let index = optional.firstIndex(where: { $0.part.name == suffix.part.name }) else { return true }
                return set >> (optional.count - 1 - index) & 1 == 1
            }
        }
        let values = lists.map { EventValue.array($0.map(suffix)) }
        return values.count == 1 ? values[0] : .array(values)
    }

    private func suffix(_ suffix: NameSuffix) -> EventValue {
        let texts = suffix.texts.map { EventValue.string(String($0.dropFirst())) }
        return .object(["description": .string(suffix.part.name), "enum": EventValue.array(texts)])
    }
}
