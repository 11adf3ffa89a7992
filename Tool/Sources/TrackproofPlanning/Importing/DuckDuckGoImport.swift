import TrackproofPlans

/// An importer of DuckDuckGo's pixel definitions.
struct DuckDuckGoImport: PlanImporter {
    private let run: ImportRun
    private var plan = ImportedPlan()
    private var sharedParameters: [String: PlanMember] = [:]
    private var pixels: [PlanMember] = []

    init(_ run: ImportRun) { self.run = run }

    mutating func plan(_ files: ImportFiles) throws -> ImportedPlan {
        try files.forEach([".json", ".json5"], run) { file in
            let bytes = try PlanFile.bytes(path: file.path)
            guard bytes.count <= PlanNode.sizeLimit else {
                _ = try PlanNode(json: bytes, file: file.path)
                return
            }
            let text = JSON5Text(bytes)
            let node = try PlanNode(json: text.json, file: file.path)
            if add(node, file) { run.comments.add(text.comments, file: file.path) }
        }
        if pixels.isEmpty {
            throw files.error("expected pixels, which have the members \"description\" and \"owners\"")
        }
        // The validator of pixels rejects parameters that a pixel does not declare.
        plan.isClosed = true
        for pixel in pixels { try add(pixel) }
        return plan
    }

    /// Adds the pixels or the dictionary of a file. Returns `false` if the file has neither.
    private mutating func add(_ node: PlanNode, _ file: ImportFiles.File) -> Bool {
        let name = file.name.split(separator: "/").last ?? ""
        if name.hasPrefix("params_dictionary.") || name.hasPrefix("common_params.") {
            for member in node.members { sharedParameters[member.name] = member }
            return true
        }
        let hasPixels = node.members.contains { $0.value["owners"] != nil && $0.value["description"] != nil }
        guard hasPixels, !name.hasPrefix("TEMPLATE.") else {
            // These files have further pixels, and parameters that all pixels can have.
            let hasRules = ["native_experiments.", "ignore_params."].contains(where: name.hasPrefix)
            run.lose(
                "file without pixels", file.name, at: node.place, ConversionPath(), .leftOut,
                hasRules ? .rule : .information)
            return false
        }
        pixels += node.members
        return true
    }

    private mutating func add(_ pixel: PlanMember) throws(PlanErrors) {
        let path = ConversionPath(event: pixel.name)
        guard pixel.value.isObject else {
            return run.lose("pixel that is not an object", pixel.name, at: pixel.place, path, isWhole: true)
        }
        guard plan.events.accepts("event", pixel.name, at: pixel.place, path, run) else { return }
        var items: [PlanMember] = []
        var others: [PlanMember] = []
        for member in pixel.value.members where !member.isBlank {
            switch member.name {
            case "parameters": break
            case "description": if member.value.string != nil { items.append(member) }
            case "owners": items += plan.owner(member.value.elements.compactMap(\.string), at: member.place)
            case "expires" where member.value.string.map(TextFormat.date.fits) == true: items.append(member)
            case "expires": others += run.keep(member, "end of a pixel that is not a date", path, .rule)
            case "suffixes": others += run.keep(member, "suffixes of a name", path, .rule)
            // The parameters of a wide event.
            case "feature", "context", "app", "global", "data":
                others += run.keep(member, "member \(member.name) of a wide event", path, .rule)
            default: others += run.keep(member, "member \(member.name) of a pixel", path)
            }
        }
        let schema = schema(pixel, path)
        var converter = SchemaConverter(run, SchemaDocument(schema, name: pixel.name))
        converter.isClosed = true
        items += others + (try EventSchema(schema, path, converter).members(isClosedByDefault: true))
        plan.add(pixel.name, items, at: pixel.place, run)
    }

    // MARK: Parameters

    /// Returns the JSON Schema of the parameters of a pixel.
    private func schema(_ pixel: PlanMember, _ path: ConversionPath) -> PlanNode {
        var object = ImportedObject(place: pixel.place)
        // The validator accepts all parameters if a pixel does not have the member.
        var isOpen = pixel.value["parameters"] == nil
        for element in pixel.value["parameters"]?.elements ?? [] {
            guard let node = element.string.map({ sharedParameters[$0]?.value }) ?? element else {
                let (kind, name) = ("parameter that the files do not contain", element.string ?? "")
                run.lose(kind, name, at: element.place, path.property(name), isWhole: true)
                continue
            }
            guard let key = node["key"]?.string else {
                let pattern = node["keyPattern"]?.string ?? ""
                let kind = pattern.isEmpty ? "parameter without a key" : "parameter whose name is a pattern"
                run.lose(kind, pattern, at: element.place, path.property(pattern), isWhole: true)
                isOpen = true
                continue
            }
            object.add(key, schema(of: node, path.property(key)), isRequired: false, at: element.place)
        }
        object.members.append(PlanMember("additionalProperties", .bool(isOpen), at: pixel.place))
        return object.node
    }

    /// Returns the JSON Schema of a parameter.
    private func schema(of node: PlanNode, _ path: ConversionPath) -> PlanNode {
        if let encoding = node["encoding"] {
            run.lose(
                "encoded value", encoding.summary, at: encoding.place, path, .changed(to: "a text of any content"))
            let type = PlanMember("type", .string("string"), at: node.place)
            return PlanNode(.object([type] + node.text("description")), at: node.place)
        }
        var members = node.members.filter { $0.name != "key" }
        let typing: Set<String> = ["type", "enum", "const", "anyOf", "oneOf", "allOf", "$ref"]
        if !members.contains(where: { typing.contains($0.name) }) {
            members.append(PlanMember("type", .string("string"), at: node.place))
        }
        let value = PlanNode(.object(members), at: node.place)
        // A pixel has its parameters in the query of its URL.
        if !value.isSchemaOfTexts {
            let form = "a value that is sent with its type"
            run.lose("value that is sent as a text", at: node.place, path, .changed(to: form))
        }
        return value
    }
}

extension SourceComments {
    /// Adds the comments of a JSON5 file.
    func add(_ comments: [JSON5Text.Comment], file: String) {
        for comment in comments {
            add("# " + comment.text, at: PlanPlace(file: file, line: comment.line, column: 1), owner: comment.owner)
        }
    }
}

extension PlanNode {
    /// Whether the node is a schema that certainly allows only texts.
    fileprivate var isSchemaOfTexts: Bool {
        if let type = self["type"] { return type.string == "string" }
        let constants = self["enum"]?.elements ?? self["const"].map { [$0] } ?? []
        return !constants.isEmpty && constants.allSatisfy { $0.string != nil }
    }
}
