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

/// The option `--plan`, which most subcommands of `trackproof plan` have.
struct PlanOption: ParsableArguments {
    @Option(
        name: .customLong("plan"),
        help: ArgumentHelp("The tracking plan: a file or a folder (default: Tracking/plan.yaml).", valueName: "path"))
    var path: String?

    /// The paths that a command tries without the option, in this order.
    private static let defaults = ["Tracking/plan.yaml", "Tracking/plan.yml", "Tracking/plan.json", "Tracking"]

    /// Returns the path of the plan.
    ///
    /// - Throws: ``CommandError`` if the option is not given and no default exists.
    func found() throws -> String { try path ?? Self.found() }

    /// Returns the first default path that exists.
    ///
    /// - Parameter advice: The end of the error's message, which says how to name another path.
    /// - Throws: ``CommandError`` if no default exists.
    static func found(advice: String = "name the tracking plan with --plan") throws -> String {
        if let found = Self.defaults.first(where: { FileManager.default.fileExists(atPath: $0) }) { return found }
        throw CommandError("Tracking/plan.yaml: there is no such file; \(advice)", .noInput)
    }
}

/// The plan options of commands with another main task, such as `trackproof run`.
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
        try CheckContext(platform: platform, appVersion: Self.version(appVersion))
    }

    /// Parses the value of `--app-version`, or returns `nil` if the option is not given.
    static func version(_ text: String?) throws -> AppVersion? {
        guard let text else { return nil }
        guard let version = AppVersion(text) else {
            throw ValidationError("--app-version needs a version such as 5.2.0.")
        }
        return version
    }

    /// Reads the plan for a collector, or returns `nil` if the option `--plan` is not given.
    func ofCollector() throws -> CollectorPlan? {
        guard let path else { return nil }
        return CollectorPlan(path: path, plan: try PlanFiles(path: path).plan, context: try context())
    }

    /// Reads the plan, or returns `nil` if the option `--plan` is not given.
    ///
    /// A command calls this method before a run. A mistake in the plan then ends the command early.
    func loaded() throws -> PlanOfRun? {
        guard let path else { return nil }
        let plan = try PlanFiles(path: path).plan
        let map = CoverageMap(plan, platforms: platform.map { [$0] })
        return PlanOfRun(
            path: path, plan: plan, checker: PlanChecker(plan), context: try context(), map: map)
    }
}

/// The value of `--fail-on`: the least severity that makes a command fail.
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
