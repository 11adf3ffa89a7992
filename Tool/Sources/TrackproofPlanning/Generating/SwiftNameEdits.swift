import TrackproofPlans

/// The files of a plan with names in Swift that were suggested.
///
/// Comments and the order of members stay. The files have the form of `trackproof plan fmt`.
package struct SwiftNameEdits: Sendable {
    package struct File: Sendable {
        package let path: String
        /// The new text of the file.
        package let text: String
        /// The number of names that the text has in addition.
        package let count: Int
    }

    package private(set) var files: [File] = []

    /// Adds the names that problems suggest to the YAML files of a plan. JSON files do not change.
    ///
    /// - Throws: ``PlanErrors`` if a file has errors; ``FileAccessError`` if a file cannot be read; ``FormattingDefect``
    ///   if the formatter has a bug.
    package init(_ problems: [SwiftProblem]) throws {
        let suggestions = Dictionary(grouping: problems.compactMap(\.suggestion), by: \.place.file)
        for (path, list) in suggestions.sorted(by: { $0.key < $1.key }) where !path.hasSuffix(".json") {
            let bytes = try PlanFile.bytes(path: path)
            let node = try PlanFiles.parse(bytes, file: path)
            let file = try FormattedFileReader.read(
                String(decoding: bytes.withUnixLineBreaks, as: UTF8.self), file: path)
            var editor = SwiftNameEditor(list)
            editor.edit(node, file.root)
            if editor.count == 0 { continue }
            let text = FormattedFileWriter.text(file)
            _ = try PlanFiles.parse(Array(text.utf8), file: path)
            files.append(File(path: path, text: text, count: editor.count))
        }
    }
}

/// An editor of one file. It visits the values of the file and the items of the formatter together.
private struct SwiftNameEditor {
    private var suggestions: [PlanPlace: SwiftSuggestion] = [:]
    private(set) var count = 0

    init(_ list: [SwiftSuggestion]) {
        suggestions = Dictionary(list.map { ($0.place, $0) }, uniquingKeysWith: { first, _ in first })
    }

    mutating func edit(_ node: PlanNode, _ item: FormattedItem) {
        guard let items = item.collection?.items else { return }
        switch node.content {
        case .array(let elements) where elements.count == items.count:
            for (element, item) in zip(elements, items) { edit(element, item) }
        case .object(let members) where members.count == items.count:
            for (member, item) in zip(members, items) {
                edit(member.value, item)
                guard let found = suggestions[member.place], !found.isValue, found.text == member.name else { continue }
                addName(found.name, to: item)
            }
            let found = Self.values(node).compactMap { suggestions[$0.place] }.filter(\.isValue)
            if !found.isEmpty { addValues(found, to: item) }
        default: break
        }
    }

    /// Returns the values of an enum: the elements of `enum`, and the constants in `oneOf` and `anyOf`.
    private static func values(_ schema: PlanNode) -> [PlanNode] {
        let alternatives = (schema["oneOf"]?.elements ?? []) + (schema["anyOf"]?.elements ?? [])
        return (schema["enum"]?.elements ?? []) + alternatives.compactMap { $0["const"] }
    }

    private mutating func addName(_ name: String, to item: FormattedItem) {
        let swift = item.member("swift")
        if let swift {
            guard swift.collection != nil, swift.member("name") == nil else { return }
            swift.add(FormattedItem("name", .text(name)), isFirst: true)
        } else {
            guard item.collection?.isObject == true else { return }
            item.add(FormattedItem("swift", .text(name)))
        }
        count += 1
    }

    private mutating func addValues(_ list: [SwiftSuggestion], to item: FormattedItem) {
        let new = list.map { FormattedItem($0.text, .text($0.name)) }
        let values = FormattedItem("values", .object(new, inBraces: true))
        if let swift = item.member("swift") {
            if let old = swift.member("values") {
                guard old.collection?.isObject == true else { return }
                for value in new { old.add(value) }
            } else if swift.collection?.isObject == true {
                swift.add(values)
            } else if let name = swift.value {
                let first = FormattedItem("name", name)
                swift.value = .object([first, values], inBraces: true)
            }
        } else {
            item.add(FormattedItem("swift", .object([values], inBraces: true)))
        }
        count += new.count
    }
}

extension FormattedItem {
    fileprivate func member(_ name: String) -> FormattedItem? {
        collection?.items.first { $0.name?.value == name }
    }

    /// Adds a member before the first member with several lines, and before `parameters`.
    fileprivate func add(_ member: FormattedItem, isFirst: Bool = false) {
        guard let old = collection else { return }
        var items = old.items
        let block = items.firstIndex { $0.collection?.isFlow == false || $0.name?.value == "parameters" }
        items.insert(member, at: isFirst ? 0 : block ?? items.count)
        value = .collection(FormattedCollection(isObject: true, isFlow: old.isFlow, items: items))
    }
}
