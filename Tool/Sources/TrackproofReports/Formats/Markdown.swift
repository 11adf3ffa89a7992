import TrackproofPlanning
import TrackproofPlans

extension Report {
    /// The report in Markdown, which fits in a GitHub comment.
    ///
    /// If differences, findings or failures are left out, the report says how many.
    var markdown: String {
        var text = ""
        if let only {
            only.appendMarkdown(to: &text, level: "###")
            for section in sections where section.isInformation {
                text += "\n"
                section.appendMarkdown(to: &text, level: "####")
            }
            appendHistory(to: &text)
            return text
        }
        text = "### \(verdict ? "✅" : "❌") \(headline)\n"
        if !failures.isEmpty { text += "\n" + Markdown.list(failures.map(Markdown.code)) }
        // If the text becomes too long, the last sections are left out. Therefore, failed sections come first.
        let sorted = sections.filter { !$0.isPassed } + sections.filter(\.isPassed)
        for section in sorted {
            if text.utf16.count > Markdown.reportLength {
                text += "\n… and more.\n"
                break
            }
            text += "\n"
            section.appendMarkdown(to: &text, level: "####")
        }
        appendHistory(to: &text)
        return text
    }

    /// Appends the problems of the history that are failing or flaky, and the problems that recovered in the last run.
    private func appendHistory(to text: inout String) {
        let problems = history?.currentProblems ?? []
        if !problems.isEmpty { text += "\n#### History\n\n" + Markdown.list(problems.map(\.sentence.markdown)) }
    }
}

extension ReportSection {
    /// The maximum number of rows in a table.
    private static var rowLimit: Int { 100 }

    /// Appends the section: a heading, a list of failures, and a table or a list of the rows.
    ///
    /// - Parameter level: The number signs that begin the heading, such as `###`.
    fileprivate func appendMarkdown(to text: inout String, level: String) {
        let mark = isInformation ? "" : isPassed ? "✅ " : "❌ "
        text += "\(level) \(mark)\(headline)\n"
        if let introduction { text += "\n\(introduction.markdown)\n" }
        let rows = rows
        let failures = rows.filter(\.isAboutCheck).map { Markdown.code($0.message) }
        if !failures.isEmpty { text += "\n" + Markdown.list(failures) }
        if !shares.isEmpty {
            text += "\n| | \(headings.share) | of | |\n|---|---:|---:|---:|\n"
            text.append(rows: shares.flatMap(\.markdownRows), limit: Self.rowLimit)
        }
        let results = rows.filter { !$0.isAboutCheck && $0.outcome != .unseen }
        if let first = results.first {
            let counted = first.share == nil ? ("", "") : (" events | owner |", "---|---|")
            text +=
                "\n| | event | \(headings.expected) | \(headings.found) |\(counted.0)\n|---|---|---|---|\(counted.1)\n"
            text.append(rows: results.lazy.map(\.markdownRows), limit: Self.rowLimit)
        }
        for (kind, unseen) in rows.filter({ $0.outcome == .unseen }).byKind {
            text += "\n\(kind.asSentence):\n\n"
            text.append(rows: unseen.lazy.map(\.markdownItem), limit: Report.unseenLimit)
        }
        if let note { text += "\n\(note.asSentence).\n" }
    }
}

extension ReportRow {
    /// The maximum number of lines in the table for one row.
    private static var lineLimit: Int { 20 }

    /// The row as rows of a Markdown table, one for each pair of an expected and a found value.
    fileprivate var markdownRows: String {
        let name = Markdown.code(subject) + (path.isEmpty ? "" : " " + Markdown.code(path))
        let severity = share == nil ? "" : " (\(severity.rawValue))"
        let numbers = extent(after: nil).map { " \($0) | \(owner.map(Markdown.code) ?? "") |" } ?? ""
        let lines = lines
        let shown = lines.prefix(Self.lineLimit).enumerated().map { index, line in
            let start = index == 0 ? "| **\(kind)**\(severity) | \(name)" : "|  | "
            return "\(start) | \(line.expected.markdown) | \(line.found.markdown) |\(numbers)\n"
        }
        let more = lines.count - shown.count
        return shown.joined() + (more > 0 ? "|  | … and \(more) more parameter\(more == 1 ? "" : "s") |  |  |\n" : "")
    }

    /// The row as an item of a list.
    fileprivate var markdownItem: String {
        "- \(sentence.markdown)\(owner.map { ", owner \(Markdown.code($0))" } ?? "")\n"
    }
}

extension Shares {
    fileprivate var markdownRows: [String] {
        rows.map { row in
            let name = noun.isEmpty ? row.name : "\(noun) \(Markdown.code(row.name))"
            return "| \(name) | \(row.ratio.seen) | \(row.ratio.total) | \(row.ratio.percentText) |\n"
        }
    }
}

extension Sentence {
    /// The sentence in Markdown, with the names in code spans.
    fileprivate var markdown: String {
        var markdown = ""
        for part in parts {
            let text =
                switch part {
                case .words(let words): words.unicodeScalars.allSatisfy(\.isPlain) ? words : Markdown.code(words)
                case .name(let text), .code(let text): Markdown.code(text)
                }
            // Without a space, the backticks of two code spans would form one fence, and neither span would end.
            if markdown.utf8.last == UInt8(ascii: "`"), text.utf8.first == UInt8(ascii: "`") { markdown += " " }
            markdown += text
        }
        return markdown
    }
}

extension Unicode.Scalar {
    /// Whether the scalar never has a special meaning in Markdown or HTML.
    fileprivate var isPlain: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", " ", ",", ".", ":", "-", "(", ")", "%", "?": true
        default: false
        }
    }
}

/// The escapes for text in Markdown, as GitHub renders Markdown.
enum Markdown {
    /// The maximum length of the text in a code span, in Unicode scalars.
    private static let spanLimit = 500
    /// The maximum number of items in a list of failures or problems.
    private static let listLimit = 20
    /// The maximum length of a report without its last line, in UTF-16 code units.
    ///
    /// GitHub rejects a comment of more than 65,536 characters. The last line, which counts the omitted rows, is
    /// shorter than the remaining 536 characters.
    fileprivate static let reportLength = 65_000

    /// Returns the text as a code span for one cell of a table.
    ///
    /// No character of the text can end the span or the cell.
    static func code(_ text: String) -> String {
        if text.isEmpty { return "`\"\"`" }
        // The limit counts scalars, because one `Character` can consist of any number of scalars.
        let whole = String(text.unicodeScalars.prefix(spanLimit + 1)).displayable.unicodeScalars
        let shown = whole.count > spanLimit ? String.UnicodeScalarView(whole.prefix(spanLimit) + ["…"]) : whole
        let longest = shown.split { $0 != "`" }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: longest + 1)
        let padding = shown.first == "`" || shown.last == "`" ? " " : ""
        var safe = ""
        var previous: Unicode.Scalar?
        for scalar in shown {
            // A backslash directly before the escape `\|` would undo the escape, so a space separates them.
            if scalar == "|" { safe += previous == "\\" ? " \\" : "\\" }
            safe.unicodeScalars.append(scalar)
            previous = scalar
        }
        return fence + padding + safe + padding + fence
    }

    /// Returns text in which no character has a meaning in Markdown or HTML.
    static func plain(_ text: String) -> String {
        var plain = ""
        for scalar in text.displayable.unicodeScalars {
            if "&<>|`*_[]\\~@#".unicodeScalars.contains(scalar) {
                plain += "&#\(scalar.value);"
            } else {
                plain.unicodeScalars.append(scalar)
            }
        }
        return plain
    }

    /// Returns a list of texts in Markdown. If items are left out, the last item says how many.
    fileprivate static func list(_ items: [String]) -> String {
        let more = items.count - listLimit
        let shown = items.prefix(listLimit) + (more > 0 ? ["… and \(more) more"] : [])
        return shown.map { "- \($0)\n" }.joined()
    }
}

extension String {
    /// Appends rows while the text fits in a GitHub comment. If rows are omitted, appends a line with their number.
    ///
    /// - Parameters:
    ///   - rows: The rows. Each row ends with a line break.
    ///   - limit: The maximum number of rows.
    mutating func append(rows: some Collection<String>, limit: Int) {
        var length = utf16.count
        var shown = 0
        for row in rows.prefix(limit) {
            length += row.utf16.count
            if length > Markdown.reportLength { break }
            self += row
            shown += 1
        }
        if rows.count > shown { self += "\n… and \(rows.count - shown) more.\n" }
    }
}
