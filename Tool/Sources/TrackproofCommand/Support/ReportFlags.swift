internal import ArgumentParser
internal import Foundation
internal import TrackproofReports

/// The options that all commands with reports share.
struct ReportFlags: ParsableArguments {
    @Option(help: ReportOption.help)
    var report: [ReportOption] = []

    @Option(
        help: """
            When to post to Slack: `always`, after a `failure`, or on `change`, when the result or a problem differs \
            from the last run in --history.
            """)
    var notify: NotifyMode = .change

    @Option(
        help: ArgumentHelp(
            "Add the result to this folder, and report since when each problem exists.", valueName: "folder"))
    var history: String?

    /// Whether a report goes to a stream.
    ///
    /// That report contains the results, so the command does not print them in another form too.
    var hasStream: Bool { report.hasStream }

    /// Adds the report to the history, prints it, writes its files, and posts it.
    ///
    /// - Parameters:
    ///   - kind: The form that is printed if no report goes to the stream, or `nil` to print nothing.
    ///   - stream: The stream for reports without a file.
    /// - Throws: The first error, after it has tried everything.
    func deliver(_ report: Report, default kind: ReportKind? = nil, to stream: OutputStream) throws {
        let environment = ProcessInfo.processInfo.environment
        var report = report
        var failure: (any Error)?
        func attempt(_ body: () throws -> Void) {
            do { try body() } catch { failure = failure ?? error }
        }
        report.page = CIEnvironment(environment).reportURL
        attempt { try addToHistory(&report) }
        attempt {
            for option in self.report where option.target == .stream { try report.write(option.kind, to: stream) }
            if let kind, !hasStream { try report.write(kind, to: stream) }
        }
        attempt { try report.writeFiles(self.report) }
        Notifier(environment: environment, mode: notify).send(report, self.report)
        if let failure { throw failure }
    }

    private func addToHistory(_ report: inout Report) throws {
        guard let history else { return }
        let folder = HistoryFolder(path: history)
        if let entry = HistoryEntry(report) { try folder.add(entry) }
        let content = try folder.content()
        for note in content.notes { Console.note(note) }
        // Without a run, the history is that of the branch that was checked last.
        let branch = report.runs.isEmpty ? content.entries.last?.run.branch : report.runs[0].branch
        report.history = HistorySummary(content.entries, branch: branch)
    }
}

extension NotifyMode: ExpressibleByArgument {}
