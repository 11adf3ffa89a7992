import TrackproofPlans

/// The formatter of plan files, which `trackproof plan fmt` uses.
package enum PlanFormatter {
    package static let sizeLimit = PlanNode.yamlSizeLimit

    /// The maximum length of a name in quotes, in characters. A YAML parser allows at most 1,024 characters before a
    /// colon.
    private static let nameLimit = 1_000

    /// Returns the formatted text of a file.
    ///
    /// The formatted text has the same values and comments as the file, in the same order. Formatting this text again
    /// does not change it.
    ///
    /// - Parameters:
    ///   - bytes: The text of the file, in UTF-8.
    ///   - file: The path of the file. If the path ends with `.json`, the file is JSON, and otherwise YAML.
    /// - Throws: ``PlanErrors`` if the file has errors; ``FormattingDefect`` if the formatted text would change the
    ///   plan.
    package static func form(of bytes: [UInt8], file: String) throws -> String {
        try form(of: bytes, PlanFiles.parse(bytes, file: file), file: file)
    }

    /// Returns the formatted text of a file that has already been parsed into `node`.
    static func form(of bytes: [UInt8], _ node: PlanNode, file: String) throws -> String {
        if file.hasSuffix(".json") { return node.json }
        guard case .object = node.content else {
            throw PlanErrors([PlanError(at: node.place, "expected an object with members")])
        }
        if let place = node.place(ofNameLongerThan: nameLimit) {
            throw PlanErrors([PlanError(at: place, "the name is longer than \(nameLimit) characters")])
        }
        let text = String(decoding: bytes.withUnixLineBreaks, as: UTF8.self)
        let old = try FormattedFileReader.read(text, file: file)
        let form = FormattedFileWriter.text(old)
        guard form != text else { return form }
        guard form.utf8.count <= PlanNode.yamlSizeLimit else {
            let place = PlanPlace(file: file, line: 1, column: 1)
            let problem = "the formatted file would be larger than \(PlanNode.yamlSizeLimit >> 20) MiB"
            throw PlanErrors([PlanError(at: place, problem)])
        }
        try verify(form, node, comments: old.comments, file: file)
        return form
    }

    /// Checks that the formatted text has the same values and comments as the file.
    ///
    /// - Throws: ``FormattingDefect`` if a value or a comment differs. The formatter must not write such a text.
    static func verify(_ form: String, _ node: PlanNode, comments: [String], file: String) throws {
        do {
            guard try node.isSame(as: PlanNode(yaml: Array(form.utf8), file: file)) else {
                throw FormattingDefect("\(file): the result would have other values")
            }
        } catch let error as PlanErrors {
            throw FormattingDefect("\(file): the result would not be a plan: \(error.list.first?.description ?? "")")
        }
        guard try FormattedFileReader.read(form, file: file).comments == comments else {
            throw FormattingDefect("\(file): the result would have other comments")
        }
    }
}

extension [UInt8] {
    /// The text without a byte order mark at its start, and with `\n` in place of `\r\n` and `\r`.
    var withUnixLineBreaks: [UInt8] {
        let start = starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard start > 0 || contains(0x0D) else { return self }
        var result: [UInt8] = []
        result.reserveCapacity(count)
        for index in start..<count {
            let isCarriageReturn = self[index] == 0x0D
            if isCarriageReturn, index + 1 < count, self[index + 1] == 0x0A { continue }
            result.append(isCarriageReturn ? 0x0A : self[index])
        }
        return result
    }
}

extension PlanNode {
    /// Returns whether this node and `other` have the same names and values, in the same order.
    ///
    /// Two numbers are the same only if they are written with the same characters.
    fileprivate func isSame(as other: PlanNode) -> Bool {
        switch (content, other.content) {
        case (.null, .null): true
        case (.bool(let one), .bool(let other)): one == other
        case (.number(let one), .number(let other)): one.text == other.text
        // Swift's `==` treats different Unicode forms of a text, such as of "é", as equal. Their bytes differ.
        case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
        case (.array(let one), .array(let other)):
            one.count == other.count && zip(one, other).allSatisfy { $0.isSame(as: $1) }
        case (.object(let one), .object(let other)):
            one.count == other.count
                && zip(one, other).allSatisfy {
                    $0.name.utf8.elementsEqual($1.name.utf8) && $0.value.isSame(as: $1.value)
                }
        default: false
        }
    }

    /// Returns the place of the first name that has more than `limit` characters in quotes.
    ///
    /// - Returns: `nil` if every name has at most `limit` characters.
    fileprivate func place(ofNameLongerThan limit: Int) -> PlanPlace? {
        switch content {
        case .null, .bool, .number, .string: return nil
        case .array(let elements): return elements.lazy.compactMap { $0.place(ofNameLongerThan: limit) }.first
        case .object(let members):
            for member in members {
                if YAMLText.quoted(member.name).unicodeScalars.count > limit { return member.place }
                if let place = member.value.place(ofNameLongerThan: limit) { return place }
            }
            return nil
        }
    }
}
