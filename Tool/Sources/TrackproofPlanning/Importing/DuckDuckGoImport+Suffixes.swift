import TrackproofPlans

extension DuckDuckGoImport {
    /// Returns the member `suffixes` of an event, or `nil` if a plan cannot contain the suffixes.
    ///
    /// A plan has one order of parts. Pixel definitions can have several lists of parts, and require all parts of one of the
    /// lists.
    func suffixes(_ member: PlanMember, _ path: ConversionPath) -> FormattedItem? {
        let isNested =
            !member.value.elements.isEmpty && member.value.elements.allSatisfy { $0.string == nil && !$0.isObject }
        let lists = isNested ? member.value.elements.map(\.elements) : [member.value.elements]
        var order: [String] = []
        var texts: [String: [String]] = [:]
        var sets: Set<[String]> = []
        for list in lists {
            var last = -1
            var own: [String] = []
            defer { sets.insert(own) }
            for suffix in list {
                guard let (name, values) = part(suffix, path), ImportRun.canWrite(name: name),
                    texts[name, default: values] == values
                else { return nil }
                own.append(name)
                if let index = order.firstIndex(of: name) {
                    if index <= last { return nil }
                    last = index
                } else {
                    last += 1
                    order.insert(name, at: last)
                    texts[name] = values
                }
            }
        }
        if order.isEmpty { return nil }
        let optional = order.filter { name in sets.contains { !$0.contains(name) } }
        // The plan allows each combination of the parts that can be absent.
        if optional.count > 20 || sets.count < 1 << optional.count {
            let form = "parts that can be absent"
            run.lose("combinations of suffixes", member.value.summary, at: member.place, path, .changed(to: form))
        }
        let items = order.map { name in
            let list = FormattedValue.list((texts[name] ?? []).map(FormattedValue.text))
            if optional.contains(name) { return FormattedItem(name, list) }
            let members = [FormattedItem("texts", list), FormattedItem("required", .word("true"))]
            return FormattedItem(name, .object(members, inBraces: true))
        }
        return FormattedItem("suffixes", .object(items))
    }

    /// Returns the name of a part of a suffix and its texts, or `nil` if the part has other texts than a few known ones.
    private func part(_ suffix: PlanNode, _ path: ConversionPath) -> (name: String, texts: [String])? {
        var (name, node) = (suffix["key"]?.string, suffix)
        if let shortcut = suffix.string {
            guard let shared = sharedSuffixes[shortcut] else {
                run.lose(
                    "suffix that the files do not contain", shortcut, at: suffix.place, path, .leftOut, .information)
                return nil
            }
            (name, node) = (shortcut, shared.value)
        }
        let key = node["key"]?.string.map { "_" + $0 } ?? ""
        let hasRules = node.members.contains { !["key", "description", "enum", "type", "const"].contains($0.name) }
        let values = node["const"].map { [$0] } ?? node["enum"]?.elements ?? []
        if hasRules || values.isEmpty && key.isEmpty { return nil }
        let texts = values.map { key + "_" + ($0.string ?? $0.summary) }
        return (name ?? node["description"]?.string ?? "suffix", texts.isEmpty ? [key] : texts)
    }
}
