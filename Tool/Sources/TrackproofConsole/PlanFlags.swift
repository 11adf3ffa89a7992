package import ArgumentParser
package import TrackproofPlanning
package import TrackproofPlans

/// The options `--plan`, `--platform` and `--app-version` of commands such as `trackproof run`.
package struct PlanFlags: ParsableArguments {
    @Option(
        name: .customLong("plan"),
        help: ArgumentHelp("Also check the events against this tracking plan, a file or a folder.", valueName: "path"))
    package var path: String?

    @Option(help: "The platform of the app, as the plan names it.")
    package var platform: String?

    @Option(help: "The app's version, such as 5.2.0. With --platform, events whose `since` is later are findings.")
    package var appVersion: String?

    package init() {}

    package func validate() throws {
        if path == nil, platform != nil || appVersion != nil {
            throw ValidationError("--platform and --app-version need --plan.")
        }
        _ = try context()
    }

    /// Reads the plan, or returns `nil` if the user did not pass `--plan`.
    ///
    /// Call this method before the command's main task. If the plan has a mistake, the command then fails at once, and
    /// not after a long run.
    package func loaded() throws -> LoadedPlan? {
        guard let path else { return nil }
        let files = try PlanFiles(path: path)
        let refused = files.plan.refusedPatterns
        if let first = refused.first {
            let others = refused.count > 1 ? ", and \(refused.count - 1) more" : ""
            Console.note(
                "\(first.place): texts are not compared with this pattern\(others); `trackproof plan lint` says why")
        }
        return LoadedPlan(path: path, files: files.paths, plan: files.plan, context: try context())
    }

    /// Returns the platform and the app version from the options.
    private func context() throws -> CheckContext {
        try CheckContext(platform: platform, appVersion: Self.version(appVersion))
    }

    /// Parses the value of `--app-version`. Returns `nil` if the user did not set the option.
    package static func version(_ text: String?) throws -> AppVersion? {
        guard let text else { return nil }
        guard let version = AppVersion(text) else {
            throw ValidationError("--app-version needs a version such as 5.2.0.")
        }
        return version
    }
}
