import TrackproofPlans

/// An importer of DuckDuckGo's pixel definitions.
struct DuckDuckGoImport: PlanImporter {
    let run: ImportRun
    private var sharedParameters: [String: PlanNode] = [:]
    private var pixels: [PlanMember] = []

    init(run: ImportRun) { self.run = run }

    mutating func read(_ files: ImportFiles) throws {
        try files.forEach([".json", ".json5"], run) { file in
            let text = JSON5Text(try PlanFile.bytes(path: file.path))
            guard add(try PlanNode(json: text.json, file: file.path), file) else { return }
            for comment in text.comments {
                let place = PlanPlace(file: file.path, line: comment.line, column: 1)
                run.comments.add("# " + comment.text, at: place, owner: comment.owner)
            }
        }
        if pixels.isEmpty {
            throw files.error("expected pixels, which have the members \"description\" and \"owners\"")
        }
        // The validator of pixels rejects parameters that a pixel does not declare.
        run.plan.isClosed = true
        for pixel in pixels { try add(pixel) }
    }

    /// Adds the pixels or the dictionary of a file. Returns `false` if the file has neither.
    private mutating func add(_ node: PlanNode, _ file: ImportFiles.File) -> Bool {
        let name = file.name.split(separator: "/").last ?? ""
        if name.hasPrefix("params_dictionary.") || name.hasPrefix("common_params.") {
            for member in node.members { sharedParameters[member.name] = member.value }
            return true
        }
        guard node.hasPixels, !name.hasPrefix("TEMPLATE.") else {
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

    private func add(_ pixel: PlanMember) throws(PlanErrors) {
        let path = ConversionPath(event: pixel.name)
        guard pixel.value.isObject else {
            return run.lose("pixel that is not an object", pixel.name, at: pixel.place, path, isWhole: true)
        }
        guard run.accepts(event: pixel.name, at: pixel.place) else { return }
        var uses: [String: MemberUse] = [
            "parameters": .known, "description": .text, "suffixes": .kept(.rule, kind: "suffixes of a name"),
            "owners": .own { run.plan.owner($0.value.elements.compactMap(\.string), at: $0.place) },
            "expires": .own { member in
                if member.value.string.map(TextFormat.date.fits) == true { return [member] }
                return run.keep(member, "end of a pixel that is not a date", path, .rule)
            },
        ]
        for name in ["feature", "context", "app", "global", "data"] {
            uses[name] = .kept(.rule, kind: "member \(name) of a wide event")
        }
        let own = run.members(of: pixel.value, "a pixel", path, others: .kept(), uses)
        run.add(pixel.name, try run.members(of: path, own, schema(pixel, path)), at: pixel.place)
    }

    // MARK: Parameters

    /// Returns the JSON Schema of the parameters of a pixel.
    private func schema(_ pixel: PlanMember, _ path: ConversionPath) -> PlanNode {
        var object = ImportedObject(at: pixel.place)
        // The validator accepts all parameters if a pixel does not have the member.
        var isOpen = pixel.value["parameters"] == nil
        for element in pixel.value["parameters"]?.elements ?? [] {
            let reference = element.string
            guard let node = reference.map({ sharedParameters[$0] }) ?? element else {
                let (kind, name) = ("parameter that the files do not contain", reference ?? "")
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
            object.add(key, schema(of: node, path.property(key)), at: element.place)
        }
        object.set(isOpen: isOpen)
        return object.node
    }

    /// Returns the JSON Schema of a parameter.
    private func schema(of node: PlanNode, _ path: ConversionPath) -> PlanNode {
        if let encoding = node["encoding"] {
            let form = "a text of any content"
            run.lose("encoded value", encoding.summary, at: encoding.place, path, .changed(to: form))
            let type = PlanMember("type", .string("string"), at: node.place)
            return PlanNode(.object([type] + node.text("description")), at: node.place)
        }
        var value = node
        value["key"] = nil
        if ["type", "enum", "const", "anyOf", "oneOf", "allOf", "$ref"].allSatisfy({ value[$0] == nil }) {
            value.set("type", .string("string"))
        }
        // A pixel has its parameters in the query of its URL.
        if !value.isSchemaOfTexts {
            let form = "a value that is sent with its type"
            run.lose("value that is sent as a text", at: node.place, path, .changed(to: form))
        }
        return value
    }
}

extension PlanNode {
    /// Whether an object has pixels of DuckDuckGo.
    var hasPixels: Bool { members.contains { $0.value["owners"] != nil && $0.value["description"] != nil } }

    /// Whether the node is a schema that certainly allows only texts.
    fileprivate var isSchemaOfTexts: Bool {
        if let type = self["type"] { return type.string == "string" }
        let constants = self["enum"]?.elements ?? self["const"].map { [$0] } ?? []
        return !constants.isEmpty && constants.allSatisfy { $0.string != nil }
    }
}
