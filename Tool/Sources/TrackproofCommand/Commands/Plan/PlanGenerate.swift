import ArgumentParser
import Foundation
import TrackproofConsole
import TrackproofFiles
import TrackproofPlanning
import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots

struct PlanGenerate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Write Swift functions for the events of a tracking plan.",
        discussion: """
            For each event, the file has a function that makes the event, such as .purchase(price: 19.99, method: .card). \
            Add the file to the app, and commit it. For CI, --check writes nothing and exits with 1 if the file is not up \
            to date.

            EXAMPLES
              trackproof plan generate swift --output App/Events.swift
              trackproof plan generate swift --output App/Events.swift --check
              trackproof plan generate swift --group-by file --access public
              trackproof plan generate swift --suggest-names --output App/Events.swift
            """)

    enum Language: String, ExpressibleByArgument, CaseIterable {
        case swift
    }

    @Argument(help: "The language.")
    var language: Language

    @OptionGroup var plan: PlanOption

    @Option(help: ArgumentHelp("The Swift file, or - for standard output.", valueName: "file"))
    var output = "-"

    @Option(help: "The access level of the functions.")
    var access: SwiftWriter.Access = .internal

    @Option(help: ArgumentHelp("Generate only the events of this platform.", valueName: "name"))
    var platform: String?

    @Option(help: "How the functions are grouped: none gives .purchase(…), file gives .checkout.purchase(…).")
    var groupBy: SwiftPlan.Grouping = .none

    @Flag(help: "Also generate a function for each older version of an event.")
    var oldVersions = false

    @Option(help: ArgumentHelp("The file for tests that build each example of the plan.", valueName: "file"))
    var tests: String?

    @Option(help: ArgumentHelp("The module of the app, which the tests import.", valueName: "name"))
    var module: String?

    @Flag(help: "First write a name into the plan for each name that cannot be one in Swift.")
    var suggestNames = false

    @Flag(help: "Only check whether the files are up to date.")
    var check = false

    func validate() throws {
        if check, suggestNames { throw ValidationError("Give --check or --suggest-names, not both.") }
        if check, output == "-" { throw ValidationError("--check needs --output.") }
        if (tests == nil) != (module == nil) { throw ValidationError("Give --tests and --module together.") }
        if let module, !module.isSwiftIdentifier || SwiftNaming.escaped(module) != module {
            throw ValidationError("--module \(module.quotedForMessages): expected the name of a Swift module.")
        }
        try files.requireDistinct()
    }

    private var files: [CommandFile] {
        CommandFile.written("--output", output) + CommandFile.written("--tests", tests)
    }

    func run() throws {
        let path = try plan.found()
        if suggestNames { try writeNames(path) }
        let files = try PlanFiles(path: path)
        let platforms = files.plan.platforms.map(\.name) + files.plan.events.flatMap { $0.platforms.map(\.name) }
        if let platform, !platforms.contains(where: { $0.isPlatform(platform) }) {
            let known = Set(platforms).sorted().joined(separator: ", ")
            throw CommandError(
                "--platform: the plan has no platform \(platform.quotedForMessages)"
                    + (known.isEmpty ? "" : ", only \(known)"), .usage)
        }
        let swift = SwiftPlan(files.plan, platform: platform, hasOlderVersions: oldVersions)
        let problems = swift.problems(groupBy)
        guard problems.isEmpty else {
            // Without the name of the command before the place, Xcode shows the lines as errors of a build phase.
            let shown = problems.prefix(Self.problemLimit).map { "\($0)\n" }.joined()
            let rest = problems.count - Self.problemLimit
            try Console.error.write(shown + (rest > 0 ? "… and \(rest) more\n" : ""))
            return try ExitStatus.differences.end()
        }
        var written = [(option: "--output", path: output, text: swift.source(access, grouping: groupBy))]
        if let tests, let module {
            written.append(("--tests", tests, swift.testSource(module: module, grouping: groupBy)))
        }
        if check { return try checkFiles(written, path) }
        for file in written {
            if file.path == "-" {
                try Console.output.write(foreign: file.text)
                continue
            }
            try CommandFile.written(file.option, file.path).requireDistinct(from: files.paths, "a file of the plan")
            guard try FileStatus(ofTarget: file.path)?.kind != .regular || Self.isGenerated(file.path) else {
                throw CommandError(
                    "\(file.path): exists, and was not generated; name another file with \(file.option)", .cannotCreate)
            }
            try AtomicFile.write(file.text.utf8, to: file.path)
        }
    }

    /// Writes the suggested names into the plan. A name can collide with one that was written, so this repeats.
    private func writeNames(_ path: String) throws {
        var counts: [String: Int] = [:]
        for _ in 0..<Self.roundLimit {
            let edits = try SwiftNameEdits(SwiftPlan(PlanFiles(path: path).plan, platform: platform).problems)
            if edits.files.isEmpty { break }
            do {
                _ = try PlanFiles(
                    path: path, with: Dictionary(edits.files.map { ($0.path, $0.text) }, uniquingKeysWith: { $1 }))
            } catch let errors as PlanErrors {
                Console.note("no name written: with the names, the plan would be invalid: \(errors)")
                break
            }
            for file in edits.files {
                try AtomicFile.write(file.text.utf8, to: file.path)
                counts[file.path, default: 0] += file.count
            }
        }
        for (file, count) in counts.sorted(by: { $0.key < $1.key }) {
            Console.note("\(file): \(count.counted("name")) written; review the members swift")
        }
        if counts.isEmpty { Console.note("\(path): no name written") }
    }

    /// The maximum number of times that the command writes names.
    private static let roundLimit = 5

    private func checkFiles(_ files: [(option: String, path: String, text: String)], _ plan: String) throws {
        var isUpToDate = true
        for file in files {
            let advice = "run `trackproof plan generate` again without --check"
            if try !PlanOption.isUpToDate(file.path, file.text, with: plan, advice) { isUpToDate = false }
        }
        if !isUpToDate { try ExitStatus.differences.end() }
    }

    /// Returns whether a file is empty or has the first line of generated files.
    private static func isGenerated(_ path: String) throws -> Bool {
        let bytes = try PlanFile.bytes(path: path)
        return bytes.isEmpty || bytes.starts(with: SwiftWriter.firstLine.utf8)
    }

    /// The maximum number of problems that the command prints.
    private static let problemLimit = 100
}

extension SwiftWriter.Access: ExpressibleByArgument {}
extension SwiftPlan.Grouping: ExpressibleByArgument {}
