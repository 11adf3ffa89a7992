import ArgumentParser
import Foundation
import TrackproofPlatform
import TrackproofReports
import TrackproofConsole

/// A command that writes reports.
protocol ReportingCommand: ParsableCommand {
    var reports: ReportFlags { get }
}

/// The options `--report`, `--notify` and `--history`, which all commands with reports have.
struct ReportFlags: ParsableArguments {
    @Option(help: ReportOption.help)
    var report: [ReportOption] = []

    @Option(
        help: """
            When to post to Slack: `always`, after a `failure`, or after a `change`: the result or a problem differs \
            from the previous run in --history.
            """)
    var notify: NotifyMode = .change

    @Option(
        help: ArgumentHelp(
            "Add the result to the history in this folder, and report when each problem began.", valueName: "folder"))
    var history: String?

    func validate() throws {
        for option in report where option.file?.contains("://") == true {
            if option.kind == .slack {
                throw ValidationError(
                    "--report slack: set \(EnvironmentVariable.slackWebhook) to the address of the webhook, and pass no address."
                )
            }
            throw ValidationError(
                "--report \(option.kind.rawValue): expected a file, found an address. Only webhook=URL posts a report.")
        }
    }

    /// Whether the user asked for a report on standard output or standard error.
    ///
    /// If so, the command prints this report instead of its usual text.
    var hasStream: Bool { report.hasStream }

    /// Whether the user asked for a report or a history.
    var isSet: Bool { !report.isEmpty || history != nil }

    /// The files of the reports, and the folder of the history.
    var files: [CommandFile] {
        report.flatMap { CommandFile.written("--report \($0.kind.rawValue)", $0.file) }
            + CommandFile.history(history)
    }

    /// Adds the report to the history, prints, writes and posts the report as the options say, and ends the command.
    ///
    /// The report decides whether the command succeeds: the exit status is 0 if and only if the report passed.
    ///
    /// - Parameters:
    ///   - status: The exit status if the report failed.
    ///   - kind: The kind of report to print if no option sends a report to `stream`, or `nil` to print nothing.
    ///   - stream: The stream for the reports that do not go to a file, to Slack or to a webhook.
    ///   - printing: The steps that printed other text before the report.
    /// - Throws: The first error of `printing` and of this method's steps, after all steps were tried; otherwise
    ///   `status` if the report failed.
    func end(
        _ report: Report, failing status: ExitCode, default kind: ReportKind? = nil, to stream: ConsoleStream,
        after printing: FirstError = FirstError()
    ) throws {
        let environment = ProcessInfo.processInfo.environment
        var report = report
        var steps = printing
        report.page = CIEnvironment(environment).reportURL
        steps.attempt { try addToHistory(&report) }
        steps.attempt {
            for option in self.report where option.target == .stream { try report.write(option.kind, to: stream) }
            if let kind, !hasStream { try report.write(kind, to: stream) }
        }
        steps.attempt { try report.writeFiles(self.report) }
        Notifier(environment: environment, mode: notify).send(report, self.report)
        try steps.rethrow()
        if !report.isPassed { throw status }
    }

    private func addToHistory(_ report: inout Report) throws {
        guard let history else { return }
        let folder = HistoryFolder(path: history)
        if let entry = HistoryEntry(report) { try folder.add(entry) }
        let content = try folder.content()
        for note in content.notes { Console.note(note) }
        // `trackproof report` without `--from` has no run. In this case, the summary is about the newest entry's
        // branch.
        let branch = report.runs.isEmpty ? content.entries.last?.run.branch : report.runs[0].branch
        report.history = HistorySummary(content.entries, branch: branch)
    }
}

extension NotifyMode: ExpressibleByArgument {}
