internal import ArgumentParser
internal import TrackproofReports
internal import TrackproofSnapshots

struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Compare a recording with a snapshot.",
        discussion: """
            Prints the differences and exits 1 where there are any; a pending snapshot is then left beside the \
            snapshot, for `trackproof accept`. Neither file need fit in memory.

            EXAMPLES
              trackproof verify run.ndjson --snapshot Tracking/checkout.json
              trackproof verify run.ndjson --snapshot Tracking/checkout.json --order strict
              trackproof verify run.ndjson --snapshot app.ndjson --source wire:segment
              ssh device cat run.ndjson | trackproof verify - --snapshot Tracking/checkout.json --format json
              trackproof verify run.ndjson --snapshot s.json --report junit=results.xml --report github
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    @Argument(help: "The recording; - is standard input.")
    var recording: String

    @Option(help: ArgumentHelp("The snapshot, or a recording that stands for one.", valueName: "file"))
    var snapshot: String

    @OptionGroup var flags: ComparisonFlags

    @Option(help: "How the differences are printed.")
    var format: Format = .text

    @Option(help: ReportOption.help)
    var report: [ReportOption] = []

    func run() throws {
        let verification = try Verification(recording: recording, snapshot: snapshot, options: flags.options)
        let report = Report(
            snapshot: snapshot, recording: recording, comparison: verification.result.comparison)
        verification.noteOddities()
        try self.report.write(report) { try Console.write(report.render($0)) }
        // A report on standard output stands for the differences there.
        if !self.report.contains(where: { $0.file == nil }) {
            try Console.write(report.render(format == .json ? .json : .text, style: Console.outputStyle))
        }
        try verification.leavePending()
        try verification.status.end()
    }
}
