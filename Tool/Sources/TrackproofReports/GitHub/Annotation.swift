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

    /// The annotation as a workflow command, with escapes in all texts.
    ///
    /// Without the escapes, a text such as an event's name could end this command and start another command.
    var command: String {
        var properties: [String] = []
        if let file { properties.append("file=\(WorkflowCommand.property(file))") }
        if let position { properties += ["line=\(position.line)", "col=\(position.column)"] }
        properties.append("title=\(WorkflowCommand.property(title))")
        return "::\(level.rawValue) \(properties.joined(separator: ","))::\(WorkflowCommand.message(message))\n"
    }
}

extension Report {
    /// The annotations of the report, as workflow commands for GitHub Actions.
    ///
    /// GitHub shows at most ten annotations of each level. If a level has more than ten annotations, this property has
    /// the first nine, and a tenth annotation with the result of the report.
    var gitHubAnnotations: String {
        let failures = failures.map { Annotation(level: .error, message: $0) }
        let all = failures + sections.flatMap(\.annotations)
        return Annotation.Level.allCases.map { level in
            let some = all.filter { $0.level == level }
            if some.count <= GitHubLimits.annotations { return some.map(\.command).joined() }
            return some.prefix(GitHubLimits.annotations - 1).map(\.command).joined()
                + Annotation(level: level, message: headline).command
        }.joined()
    }
}

extension ReportSection {
    fileprivate var annotations: [Annotation] {
        switch self {
        case .comparison(let section): section.annotations
        case .findings(let section): section.annotations
        case .coverage(let section): section.annotations
        }
    }
}
