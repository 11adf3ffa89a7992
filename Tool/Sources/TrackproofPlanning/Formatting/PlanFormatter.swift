@_spi(Tooling) internal import TrackproofPlans

/// The stable form of the files of a tracking plan.
package enum PlanFormatter {
    /// The maximum size of a YAML file, in bytes.
    package static let sizeLimit = PlanNode.yamlSizeLimit

    /// The maximum time for formatting a file, in seconds. Only a malicious file takes longer.
    private static let seconds = 120
    /// The maximum length of a name in quotes. A YAML parser reads at most 1,024 characters before a colon.
    private static let nameLimit = 1_000

    /// Returns the stable form of a file.
    ///
    /// The result has the same values and comments as the file, in the same order. Formatting the result again does not
    /// change it.
    ///
    /// - Parameters:
    ///   - bytes: The text of the file, as UTF-8.
    ///   - file: The file's path. A file is JSON if its path ends with `.json`, otherwise YAML.
    /// - Throws: ``PlanErrors`` with the places of mistakes; ``FormattingDefect`` if the result would change the plan.
    package static func form(of bytes: [UInt8], file: String) throws -> String {
        try form(of: bytes, node(of: bytes, file: file), file: file)
    }

    /// Parses a file as JSON if its path ends with `.json`, otherwise as YAML.
    static func node(of bytes: [UInt8], file: String) throws(PlanErrors) -> PlanNode {
        file.hasSuffix(".json") ? try PlanNode(json: bytes, file: file) : try PlanNode(yaml: bytes, file: file)
    }

    /// Returns the stable form of a parsed file.
    static func form(of bytes: [UInt8], _ node: PlanNode, file: String) throws -> String {
        if file.hasSuffix(".json") { return node.json }
        guard case .object = node.content else {
            throw PlanErrors([PlanError(at: node.place, "expected an object with members")])
        }
        if let place = node.place(ofNameLongerThan: nameLimit) {
            throw PlanErrors([PlanError(at: place, "the name is longer than \(nameLimit) characters")])
        }
        let text = String(decoding: bytes.withUnixLineBreaks, as: UTF8.self)
        // Yams would remove this mark from the beginning of a value.
        if let mark = text.unicodeScalars.firstIndex(of: "\u{FEFF}") {
            let lines = text.unicodeScalars[..<mark].split(separator: "\n", omittingEmptySubsequences: false)
            let place = PlanPlace(file: file, line: lines.count, column: (lines.last?.count ?? 0) + 1)
            throw PlanErrors([PlanError(at: place, "remove the byte order mark (U+FEFF) here")])
        }
        // The parser, the reader and the writer call themselves for each nested value, so they need a large stack.
        let result = Deadline.run(seconds: seconds) { Result { try form(of: text, node, file: file) } }
        guard let result else {
            let place = PlanPlace(file: file, line: 1, column: 1)
            throw PlanErrors([PlanError(at: place, "formatting the file takes longer than \(seconds) s")])
        }
        return try result.get()
    }

    private static func form(of text: String, _ node: PlanNode, file: String) throws -> String {
        let old = try FormattedFileReader.read(text)
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

    /// Checks that a form has the values and comments of the file.
    ///
    /// - Throws: ``FormattingDefect`` if a value or a comment differs. The formatter must not write such a form.
    static func verify(_ form: String, _ node: PlanNode, comments: [String], file: String) throws {
        do {
            guard try node.isSame(as: PlanNode(yaml: Array(form.utf8), file: file)) else {
                throw FormattingDefect("\(file): the result would have other values")
            }
        } catch let error as PlanErrors {
            throw FormattingDefect("\(file): the result would not be a plan: \(error.list.first?.description ?? "")")
        }
        guard try FormattedFileReader.read(form).comments == comments else {
            throw FormattingDefect("\(file): the result would have other comments")
        }
    }
}

extension [UInt8] {
    /// The text without a byte order mark, and with `\n` instead of `\r\n` and `\r`.
    fileprivate var withUnixLineBreaks: [UInt8] {
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
    /// Returns whether another node has the same values and names, in the same order.
    ///
    /// Two numbers are the same only if they have the same text.
    fileprivate func isSame(as other: PlanNode) -> Bool {
        switch (content, other.content) {
        case (.null, .null): true
        case (.bool(let one), .bool(let other)): one == other
        case (.number(let one), .number(let other)): one.text == other.text
        // For Swift's `==`, different Unicode forms of a text are equal. The comparison of the bytes tells them apart.
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

    /// Returns the place of the first name that is longer than `limit` characters when it is in quotes.
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
