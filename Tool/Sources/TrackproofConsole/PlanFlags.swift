package import ArgumentParser
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

    /// Returns the platform and the app version from the options.
    package func context() throws -> CheckContext {
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
