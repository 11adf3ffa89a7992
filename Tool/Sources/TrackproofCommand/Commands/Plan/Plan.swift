internal import ArgumentParser
internal import Foundation
internal import TrackproofCollector
@_spi(Tooling) internal import TrackproofPlans
internal import TrackproofPlanning

struct Plan: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check events against a tracking plan.",
        discussion: """
            A tracking plan is a YAML file, or a folder of YAML files, that declares which events an app tracks, with \
            which parameters. Without --plan, a command uses Tracking/plan.yaml, Tracking/plan.json or the YAML files \
            of the folder Tracking.

            EXAMPLES
              trackproof plan init run.ndjson
              trackproof plan lint
              trackproof plan fmt
              trackproof plan check run.ndjson
              trackproof plan compile --check
            """,
        subcommands: [
            PlanInit.self, PlanLint.self, PlanFormat.self, PlanCheck.self, PlanSplit.self, PlanMerge.self,
            PlanCoverageCommand.self, PlanDiff.self, PlanShow.self, PlanCompile.self,
        ])
}

/// The options `--plan`, `--platform` and `--app-version` of commands such as `trackproof run`.
struct PlanFlags: ParsableArguments {
    @Option(
        name: .customLong("plan"),
        help: ArgumentHelp("Also check the events against this tracking plan, a file or a folder.", valueName: "path"))
    var path: String?

    @Option(help: "The platform of the app, as the plan names it.")
    var platform: String?

    @Option(help: "The app's version, such as 5.2.0. With --platform, events whose `since` is later are findings.")
    var appVersion: String?

    func validate() throws {
        if path == nil, platform != nil || appVersion != nil {
            throw ValidationError("--platform and --app-version need --plan.")
        }
        _ = try context()
    }

    /// Returns the platform and the app version from the options.
    func context() throws -> CheckContext {
        try CheckContext(platform: platform, appVersion: AppVersion.option(appVersion))
    }

    /// Reads the plan for a collector, or returns `nil` if the user did not pass `--plan`.
    func ofCollector() throws -> CollectorPlan? {
        guard let path else { return nil }
        return CollectorPlan(path: path, plan: try PlanFiles(path: path).plan, context: try context())
    }

    /// Reads the plan, or returns `nil` if the user did not pass `--plan`.
    ///
    /// Call this method before the command's main task. If the plan has a mistake, the command then fails at once, and
    /// not after a long run.
    func loaded() throws -> PlanOfRun? {
        guard let path else { return nil }
        let files = try PlanFiles(path: path)
        let map = CoverageMap(files.plan, platforms: platform.map { [$0] })
        return PlanOfRun(
            path: path, files: files.paths, plan: files.plan, checker: PlanChecker(files.plan),
            context: try context(), map: map)
    }
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
