import ArgumentParser
import Foundation
import TrackproofConsole
import TrackproofFiles
import TrackproofPlans

struct Plan: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check events against a tracking plan.",
        discussion: """
            A tracking plan is a YAML file, or a folder of YAML files, that declares which events an app tracks, with \
            which parameters. Without --plan, a command uses Tracking/plan.yaml, Tracking/plan.json or the YAML files \
            of the folder Tracking.

            EXAMPLES
              trackproof plan init run.ndjson
              trackproof plan import segment segment.json
              trackproof plan lint
              trackproof plan fmt
              trackproof plan check run.ndjson
              trackproof plan compile --check
            """,
        subcommands: [
            PlanInit.self, PlanImportCommand.self, PlanLint.self, PlanFormat.self, PlanCheck.self,
            PlanCoverageCommand.self, PlanAudit.self, PlanSplit.self, PlanMerge.self, PlanDiff.self, PlanShow.self,
            PlanCompile.self, PlanGenerate.self, PlanExportCommand.self,
        ])
}

/// The value of `--fail-on`: the lowest severity of a finding that makes a command fail.
enum FailOn: String, ExpressibleByArgument, CaseIterable {
    case error, warning, info

    var severity: Severity {
        switch self {
        case .error: .error
        case .warning: .warning
        case .info: .info
        }
    }
}

/// The option `--plan`, which most subcommands of `trackproof plan` have.
struct PlanOption: ParsableArguments {
    @Option(
        name: .customLong("plan"),
        help: ArgumentHelp("The tracking plan: a file or a folder (default: Tracking/plan.yaml).", valueName: "path"))
    var path: String?

    /// The paths that a command tries, in this order, if the user does not set `--plan`.
    static let defaults = ["Tracking/plan.yaml", "Tracking/plan.yml", "Tracking/plan.json", "Tracking"]

    /// The path that the user set with `--plan`, or else the first default path that exists. `nil` if no default path
    /// exists either.
    var existing: String? { path ?? Self.existing }

    private static var existing: String? { defaults.first { FileStatus(ofTarget: $0) != nil } }

    /// Returns whether a file has the text that a command would write from a plan. If not, prints why, and the advice.
    static func isUpToDate(_ file: String, _ text: String, with plan: String, _ advice: String) throws -> Bool {
        let exists = FileStatus(ofTarget: file) != nil
        if exists, try PlanFile.bytes(path: file) == Array(text.utf8) { return true }
        let problem = exists ? "not up to date with \(plan)" : "does not exist"
        Console.note("\(file): \(problem); \(advice)")
        return false
    }

    /// Returns the path that the user set with `--plan`, or the first default path that exists.
    ///
    /// - Throws: ``CommandError`` if the user did not set `--plan` and no default path exists.
    func found() throws -> String { try path ?? Self.found() }

    /// Returns the first default path that exists.
    ///
    /// - Parameter advice: The end of the error message, which says how to name another path.
    /// - Throws: ``CommandError`` if no default path exists.
    static func found(advice: String = "name the tracking plan with --plan") throws -> String {
        if let existing { return existing }
        throw CommandError("Tracking/plan.yaml: there is no such file; \(advice)", .noInput)
    }
}
