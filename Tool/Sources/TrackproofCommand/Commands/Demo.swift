import ArgumentParser
import Foundation
import Subprocess
import Trackproof
import TrackproofFiles
import TrackproofJSON
import TrackproofPlanning
import TrackproofSnapshots
import TrackproofConsole

struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show in a minute how Trackproof catches regressions.",
        discussion: """
            Runs a small app (login, movie posters, a menu, points of interest) as another process, and records what \
            the app tracks. The demo compares a second run with this recording. Then it runs the app with one \
            regression after another, and must catch each regression. Then the tracking plan catches what a careless \
            review accepted. At the end, the demo plants mistakes into the recording, to find out which of them the \
            snapshot would not notice. Every step is a command that you can type yourself. The files of the demo stay \
            in the folder, so you can look at them.
            """)

    @Option(help: ArgumentHelp("A new or empty folder for snapshots, recordings and reports.", valueName: "folder"))
    var output: String = "demo-output"

    func run() async throws {
        let story = try DemoStory(output: output)
        try await story.recordHealthyRun()
        try await story.verifyHealthyRun()
        var missed: [String] = []
        for regression in DemoRegression.all {
            if try await !story.isCaught(regression) { missed.append(regression.name) }
        }
        try await story.writeReports()
        if try await !story.isCaughtByPlan() { missed.append("unplanned, unlisted") }
        try await story.showDefence()
        try story.conclude(missed: missed)
        if !missed.isEmpty { try ExitStatus.differences.end() }
    }
}

/// A bug that the demo app can have, and the kind of difference that `trackproof run` must report for this bug.
private struct DemoRegression {
    let name: String
    let story: String
    let kind: Difference.Kind

    static let all = [
        DemoRegression(name: "lost", story: "a track call is deleted in a refactoring", kind: .missing),
        DemoRegression(name: "twice", story: "a screen that is already shown is tracked again", kind: .duplicated),
        DemoRegression(name: "renamed", story: "a spelling correction renames an event", kind: .renamed),
        DemoRegression(name: "retyped", story: "a price is formatted: a number becomes a string", kind: .changed),
        DemoRegression(name: "changed", story: "every failure gets the same reason", kind: .changed),
        DemoRegression(name: "swapped", story: "success is tracked before the attempt", kind: .moved),
    ]
}

/// The steps of the demo. Each step runs `trackproof` as another process.
private struct DemoStory {
    private let command: String
    private let app: String
    private let folder: String
    private let style = Console.output.style

    private var snapshot: String { folder + "/walk.json" }
    /// The path of a snapshot in which a careless reviewer accepts every change.
    private var careless: String { folder + "/careless.json" }
    private var plan: String { folder + "/plan.yaml" }

    /// The formats of the reports that `writeReports()` requests, each with its file extension.
    private static let reports = ["text": "txt", "json": "json", "markdown": "md", "junit": "xml", "github": "github"]
    /// The name of an empty file that the demo leaves in its output folder, so that a later demo can use the folder again.
    private static let mark = ".trackproof-demo"
    /// The names of the files that the demo writes to its output folder.
    private static let names =
        [mark, "walk.json", "healthy.ndjson", "regressed.ndjson", "careless.json", "plan.yaml"]
        + reports.values.map { "report.\($0)" }
        + DemoRegression.all.map { "\($0.name).json" }

    init(output: String) throws {
        guard let executable = Bundle.main.executableURL?.resolvingSymlinksInPath() else {
            throw CommandError("cannot find the executable of trackproof", .defect)
        }
        command = executable.path
        let folder = executable.deletingLastPathComponent()
        // SwiftPM builds the app beside the command. `make install` puts the app in a folder for programs that users do not
        // start themselves.
        let paths = ["trackproof-demo-app", "../libexec/trackproof/trackproof-demo-app"]
            .map { folder.appendingPathComponent($0).standardizedFileURL.path }
        app = paths.first(where: FileManager.default.isExecutableFile) ?? paths[0]
        guard FileManager.default.isExecutableFile(atPath: app) else {
            throw CommandError(
                "\(app): the demo app is not beside the command; build it with: swift build --package-path Tool",
                .noInput)
        }
        self.folder = output
        // A folder that the demo did not make can have files of the user with the names of the demo's files.
        if let status = FileStatus(ofTarget: output) {
            guard status.kind == .folder else {
                throw CommandError(
                    "\(output): cannot create: it is not a folder; name a folder with --output", .cannotCreate)
            }
            let names = try Folder.names(in: output)
            guard names.isEmpty || names.contains(Self.mark) else {
                throw CommandError(
                    "\(output): has files that are not the demo's; name a new or empty folder with --output",
                    .cannotCreate)
            }
        }
        // The demo's files contain events. Other users of this machine must not read them.
        umask(0o077)
        // The demo itself chooses these file names. If one of these files were a symbolic link, the demo could
        // overwrite any file.
        if let link = Self.names.map({ "\(output)/\($0)" }).first(where: isLink) {
            throw CommandError("\(link): is a symbolic link, which the demo does not follow", .cannotCreate)
        }
        try AtomicFile.write([UInt8](), to: output + "/" + Self.mark)
        // The files `snapshot` and `careless` get rules, but no events. The rules permit ids that vary, and require an
        // order of the login events. The first recorded run adds the events.
        let settings = SnapshotSettings(
            volatile: [
                .init(event: "*", path: "session_id", shape: .uuid),
                .init(event: "purchase", path: "order_id", shape: .uuid),
            ], ordered: [["login_started", "login_succeeded"]])
        for path in [snapshot, careless] { try Snapshot([Event](), settings: settings).write(to: path) }
    }

    func recordHealthyRun() async throws {
        try say("1. Run the app as it is. What it tracks becomes the snapshot.")
        try await expect(
            [0], ["run", "--snapshot", snapshot, "--record", "all", "--recording", folder + "/healthy.ndjson"])
    }

    func verifyHealthyRun() async throws {
        try say("2. Run it again. Session and order ids differ, which the snapshot allows.")
        try await expect([0], ["run", "--snapshot", snapshot, "--record", "never"])
        try say("3. Run it with one bug after another. No screen of the app shows them.")
    }

    /// Runs the demo app with one of its bugs, and compares the app's events with the snapshot.
    ///
    /// - Returns: Whether the comparison failed and found the expected kind of difference.
    func isCaught(_ regression: DemoRegression) async throws -> Bool {
        try Console.output.write("\n   " + style.heading("\(regression.name): \(regression.story)") + "\n")
        let report = "\(folder)/\(regression.name).json"
        let (status, _) = try await invoke(
            ["run", "--snapshot", snapshot, "--record", "never", "--report", "text", "--report", "json=" + report],
            appArguments: ["--regressions", regression.name])
        // If the status is not 1, perhaps there is no report. So this line checks the status before it reads the
        // report.
        let isCaught = try status == 1 && Self.kinds(inReport: report).contains(.string(regression.kind.rawValue))
        try Console.output.write(isCaught ? "   caught: \(regression.kind.rawValue)\n" : "   NOT CAUGHT\n")
        return isCaught
    }

    /// Returns the kinds of the differences in the JSON report at `path`.
    private static func kinds(inReport path: String) throws -> [EventValue] {
        let report = try EventValue(json: OpenFile(path: path).bytes(limit: 1 << 24), of: path)
        let sections = report.object?["sections"]?.array ?? []
        return sections.flatMap { $0.object?["differences"]?.array ?? [] }.compactMap { $0.object?["kind"] }
    }

    func writeReports() async throws {
        try say("4. Run it with all bugs at once, and write the reports for a CI server.")
        let reports = Self.reports.sorted { $0.key < $1.key }.flatMap {
            ["--report", "\($0.key)=\(folder)/report.\($0.value)"]
        }
        try await expect(
            [1],
            ["run", "--snapshot", snapshot, "--record", "never", "--recording", folder + "/regressed.ndjson"] + reports,
            appArguments: ["--regressions", "all"])
    }

    /// Records a snapshot of the demo app with two bugs, and checks the app's events against the tracking plan.
    ///
    /// - Returns: Whether the check against the plan found both bugs.
    func isCaughtByPlan() async throws -> Bool {
        try say("5. A careless review accepts what a new version tracks. The tracking plan does not.")
        let plan = try await Subprocess.run(
            Executable(path: app), arguments: ["--plan"], input: .none, output: .string(limit: 1 << 20),
            error: .discarded)
        try AtomicFile.write(plan.standardOutput.utf8, to: self.plan)
        let changes = ["--regressions", "unplanned,unlisted"]
        try await expect([0], ["run", "--snapshot", careless, "--record", "all"], appArguments: changes)
        let (status, text) = try await invoke(
            ["run", "--snapshot", careless, "--record", "never", "--plan", self.plan], appArguments: changes)
        let isCaught = status == 1 && ["(unplanned-event)", "(not-in-enum)"].allSatisfy(text.contains)
        try Console.output.write(isCaught ? "   caught: unplanned-event, not-in-enum\n" : "   NOT CAUGHT\n")
        return isCaught
    }

    /// Plants mistakes into the recording of the healthy run, and prints which of them the snapshot lets through.
    func showDefence() async throws {
        try say(
            "6. How good is the snapshot? Plant each mistake that an app can make into each event of the recording.")
        let arguments = ["mutate", folder + "/healthy.ndjson", "--snapshot", snapshot]
        try Console.output.write("   $ trackproof \(arguments.joined(separator: " "))\n")
        let result = try await Subprocess.run(
            Executable(path: command), arguments: Arguments(arguments.map { $0.pathBytes + [0] }), input: .none,
            output: .string(limit: 1 << 20), error: .discarded)
        // The shares by event and by mistake follow after the mistakes that the snapshot lets through.
        let text = result.standardOutput.components(separatedBy: "\n\nby event").first ?? ""
        let lines = text.split(separator: "\n")
        let shown = lines.count > 7 ? lines.prefix(5) + ["  …"] + lines.suffix(1) : lines[...]
        try Console.output.write(shown.map { "     \($0)\n" }.joined())
        guard result.terminationStatus.isSuccess else { throw CommandError("the step above failed", .defect) }
    }

    func conclude(missed: [String]) throws {
        let count = DemoRegression.all.count + 2
        try say(missed.isEmpty ? "All \(count) regressions were caught." : "Missed: \(missed.joined(separator: ", ")).")
        try Console.output.write(
            """
               \(folder)/walk.json           the snapshot
               \(folder)/walk.pending.json   the snapshot of the last run, for review; try: trackproof accept \(folder)
               \(folder)/plan.yaml           the tracking plan
               \(folder)/healthy.ndjson      the recording of the app as it is
               \(folder)/report.*            the reports of the last run

            """)
    }

    // MARK: Running

    private func say(_ text: String) throws {
        try Console.output.write("\n" + style.heading(text) + "\n")
    }

    private func expect(_ statuses: [Int32], _ arguments: [String], appArguments: [String] = []) async throws {
        let (status, _) = try await invoke(arguments, appArguments: appArguments)
        guard statuses.contains(status) else {
            throw CommandError("the step above ended with status \(status)", .defect)
        }
    }

    /// Runs `trackproof` with the demo app, and prints the command line and the messages of `trackproof`.
    ///
    /// - Returns: The exit status (128+n if signal n ended `trackproof`), and the text that `trackproof` wrote to
    ///   standard error.
    private func invoke(_ arguments: [String], appArguments: [String]) async throws -> (status: Int32, text: String) {
        let shown = ["trackproof"] + arguments + ["--", "trackproof-demo-app"] + appArguments
        try Console.output.write("   $ " + shown.joined(separator: " ") + "\n")
        let result = try await Subprocess.run(
            Executable(path: command),
            arguments: Arguments((arguments + ["--", app] + appArguments).map { $0.pathBytes + [0] }), input: .none,
            output: .discarded, error: .string(limit: 1 << 20))
        let text = result.standardError.split(separator: "\n", omittingEmptySubsequences: false)
        try Console.output.write(text.dropLast().map { $0.isEmpty ? "\n" : "     \($0)\n" }.joined())
        switch result.terminationStatus {
        case .exited(let code): return (code, result.standardError)
        case .signaled(let signal): return (128 + signal, result.standardError)
        }
    }
}
