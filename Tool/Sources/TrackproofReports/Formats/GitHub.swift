import TrackproofPlans

/// An annotation of GitHub Actions, written as a workflow command: `::error file=…,title=…::message`.
struct Annotation {
    enum Level: String, CaseIterable {
        case error, warning, notice
    }

    let level: Level
    var file: String?
    /// The line and the column in the file, counted from 1.
    var position: (line: Int, column: Int)?
    var title = "trackproof"
    let message: String

    /// The maximum number of annotations of each level that GitHub shows for a step of a job.
    static let limit = 10

    /// The annotation as a workflow command, with escapes in all texts.
    ///
    /// Without the escapes, a text such as an event's name could end this command and start another command.
    var command: String {
        var properties: [String] = []
        if let file { properties.append("file=\(file.escapedForProperty)") }
        if let position { properties += ["line=\(position.line)", "col=\(position.column)"] }
        properties.append("title=\(title.escapedForProperty)")
        return "::\(level.rawValue) \(properties.joined(separator: ","))::\(message.escapedForMessage)\n"
    }
}

extension Report {
    /// The annotations of the report, as workflow commands for GitHub Actions.
    ///
    /// If a level has more annotations than GitHub shows, this property has the first ones, and the result of the report
    /// as the last one.
    var gitHubAnnotations: String {
        let failures = failures.map { Annotation(level: .error, message: $0) }
        let all = failures + sections.filter { !$0.isInformation }.flatMap(\.annotations)
        return Annotation.Level.allCases.map { level in
            let some = all.filter { $0.level == level }
            if some.count <= Annotation.limit { return some.map(\.command).joined() }
            return some.prefix(Annotation.limit - 1).map(\.command).joined()
                + Annotation(level: level, message: headline).command
        }.joined()
    }
}

extension ReportSection {
    /// An annotation for each row, and for the result of the check if the rows do not show it.
    ///
    /// If a level has more rows than GitHub shows, the first rows have an annotation, and the last annotation is the
    /// result.
    fileprivate var annotations: [Annotation] {
        let summary = result.map { Annotation(level: $0.severity.level, message: "\(subject): \($0.message)") }
        let rows = rows.map { (level: $0.severity.level, row: $0) }
        return [summary].compactMap(\.self)
            + Annotation.Level.allCases.flatMap { level -> [Annotation] in
                let some = rows.filter { $0.level == level }
                let fits = some.count < Annotation.limit || summary == nil && some.count == Annotation.limit
                let shown = some.prefix(fits ? some.count : Annotation.limit - 1).map { annotation($0.row) }
                if fits || summary != nil { return shown }
                return shown + [Annotation(level: level, file: file, message: headline)]
            }
    }

    private func annotation(_ row: any ReportRow) -> Annotation {
        var annotation = Annotation(
            level: row.severity.level, file: row.place?.file ?? file,
            position: row.place.map { ($0.line, $0.column) }, message: row.message)
        if !row.isAboutCheck { annotation.title = row.kind + (row.subject.isEmpty ? "" : ": \(row.subject)") }
        return annotation
    }
}

extension Severity {
    fileprivate var level: Annotation.Level {
        switch self {
        case .error: .error
        case .warning: .warning
        case .info: .notice
        }
    }
}

extension String {
    /// The text with escapes, for the message: the part of a workflow command after the second `::`.
    ///
    /// Without escapes, a line break in the text could start another command.
    fileprivate var escapedForMessage: String { displayable.replacing(scalar: "%", with: "%25") }

    /// The text with escapes, for a property such as the title.
    ///
    /// A comma ends a property and a colon can end the list of properties, so both have escapes.
    fileprivate var escapedForProperty: String {
        escapedForMessage.replacing(scalar: ":", with: "%3A").replacing(scalar: ",", with: "%2C")
    }
}
