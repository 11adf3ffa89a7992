import TrackproofPlans

/// The formatter of plan files, which `trackproof plan fmt` uses.
package enum PlanFormatter {
    package static let sizeLimit = PlanNode.yamlSizeLimit

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
        let text = String(decoding: bytes.withUnixLineBreaks, as: UTF8.self)
        let old = try FormattedFileReader.read(text, file: file)
        let form = FormattedFileWriter.text(old)
        guard form != text else { return form }
        try verify(form, node, comments: old.comments, file: file)
        return form
    }

    /// Checks that the formatted text has the same values and comments as the file.
    ///
    /// - Throws: ``FormattingDefect`` if a value or a comment differs. The formatter must not write such a text.
    static func verify(_ form: String, _ node: PlanNode, comments: [String], file: String) throws {
        do {
            // Swift's `==` treats different Unicode forms of a text, such as of "é", as equal. Their bytes differ.
            let result = try PlanNode(yaml: Array(form.utf8), file: file)
            guard node.json.utf8.elementsEqual(result.json.utf8) else {
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
