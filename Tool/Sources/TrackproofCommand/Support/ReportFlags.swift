internal import ArgumentParser
internal import Foundation
internal import TrackproofReports

/// The options that all commands with reports share.
struct ReportFlags: ParsableArguments {
    @Option(help: ReportOption.help)
    var report: [ReportOption] = []

    @Option(
        help: """
            When to post to Slack: `always`, after a `failure`, or on a `change`, if the result or a problem differs \
            from the previous run in --history.
            """)
    var notify: NotifyMode = .change

    @Option(
        help: ArgumentHelp(
            "Add the result to this folder, and report when each problem began.", valueName: "folder"))
    var history: String?

    /// Whether a report goes to a stream.
    ///
    /// If so, that report contains the results, and the command does not print them in another format too.
    var hasStream: Bool { report.hasStream }

    /// Adds the report to the history, prints it, writes its files, and posts it.
    ///
    /// - Parameters:
    ///   - kind: The kind of report to print if no report goes to the stream, or `nil` to print nothing.
    ///   - stream: The stream for reports without a file.
    /// - Throws: The first error. Before that, the method still tries the remaining steps.
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
        // If the report has no run, the history is about the branch of the newest entry.
        let branch = report.runs.isEmpty ? content.entries.last?.run.branch : report.runs[0].branch
        report.history = HistorySummary(content.entries, branch: branch)
    }
}

extension NotifyMode: ExpressibleByArgument {}
