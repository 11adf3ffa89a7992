internal import ArgumentParser
internal import Foundation
@_spi(Tooling) internal import TrackproofPlans

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

extension AppVersion {
    /// Parses the value of `--app-version`, or returns `nil` if the option is not given.
    static func option(_ text: String?) throws -> AppVersion? {
        guard let text else { return nil }
        guard let version = AppVersion(text) else {
            throw ValidationError("--app-version needs a version such as 5.2.0.")
        }
        return version
    }
}
