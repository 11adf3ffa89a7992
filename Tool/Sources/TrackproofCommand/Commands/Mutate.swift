import ArgumentParser
import Trackproof
import TrackproofReports
import TrackproofConsole

struct Mutate: AsyncParsableCommand, ReportingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Plant mistakes into events, and find out which of them nobody notices.",
        discussion: """
            Runs the tests many times. In each run, the events of each test contain at most one mistake, as if the app's \
            code had it: an event is lost, a parameter is missing, a number is a text, and so on. A test that fails has \
            noticed the mistake.

            EXAMPLES
              trackproof mutate -- swift test
              trackproof mutate --rounds 40 --minimum 80 -- swift test
            """)

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The maximum number of runs with mistakes.", valueName: "number"))
    var rounds: Int = 20

    @Option(parsing: .unconditional, help: ArgumentHelp("A number that decides the order of the mistakes.", valueName: "number"))
    var seed: UInt64 = 0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Exit with 1 if a smaller share of the mistakes is noticed.", valueName: "percent"))
    var minimum: Double?

    @OptionGroup var reports: ReportFlags

    @Argument(parsing: .postTerminator, help: "The command that runs the tests, after --.")
    var command: [String] = []

    func validate() throws {
        if command.isEmpty {
            throw ValidationError("Expected a command after --. For example: trackproof mutate -- swift test")
        }
        guard 1...10_000 ~= rounds else { throw ValidationError("--rounds must be a number from 1 to 10000.") }
        if let minimum, !(0...100 ~= minimum) { throw ValidationError("--minimum must be a number from 0 to 100.") }
        try reports.files.requireDistinct()
    }

    func run() async throws {
        let result = try await MutationRunner(command: command, rounds: rounds, seed: seed).run()
        var section = MutationSection(
            subject: command.joined(separator: " "), entries: result.entries, minimum: minimum,
            unstable: result.unstable)
        section.note = result.note
        let run = ReportedRun(name: section.subject, started: result.started, seconds: result.seconds)
        let report = Report(run, [section])
        try reports.end(
            report, failing: ExitStatus.differences.code, default: .text, to: Console.output)
        if let interruption = result.interruption { throw interruption }
    }
}
