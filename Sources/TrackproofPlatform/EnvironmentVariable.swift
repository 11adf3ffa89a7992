/// The names of Trackproof's environment variables.
public enum EnvironmentVariable {
    /// The beginning of all names in this list.
    public static let prefix = "TRACKPROOF_"

    /// The address of the bridge to which an app sends its events.
    public static let bridge = "TRACKPROOF_BRIDGE"
    /// The token that authenticates the app to the reader of the bridge.
    public static let token = "TRACKPROOF_TOKEN"
    /// The speed of the app's animations: `fast` speeds them up.
    public static let animations = "TRACKPROOF_ANIMATIONS"

    /// The mode that decides when tests and `trackproof run` write snapshots.
    public static let record = "TRACKPROOF_RECORD"
    /// The number of times that a test runs to record its snapshots.
    public static let recordRuns = "TRACKPROOF_RECORD_RUNS"
    /// The folder of all snapshots: `FOLDER` in `FOLDER/Module/TestFile/name.json`.
    public static let snapshots = "TRACKPROOF_SNAPSHOTS"
    /// The file to which tests append the paths of the snapshots that they use.
    public static let usedSnapshots = "TRACKPROOF_USED_SNAPSHOTS"
    /// The folder in which UI tests save a picture of the screen when they fail.
    public static let screenshots = "TRACKPROOF_SCREENSHOTS"

    /// The folder through which `trackproof mutate` and the tests that it runs exchange files.
    public static let mutation = "TRACKPROOF_MUTATION"

    /// The address of the collector or one of its sessions. For the address of a vendor, `_` and the vendor's name in
    /// uppercase follow.
    public static let collector = "TRACKPROOF_COLLECTOR"
    /// The token of the collector's control API.
    public static let collectorToken = "TRACKPROOF_COLLECTOR_TOKEN"
    /// The address of the collector that `trackproof run --collect` started. The test runner does not forward the events
    /// of this collector, because the command reads them itself.
    public static let runCollector = "TRACKPROOF_RUN_COLLECTOR"

    /// The version of `trackproof`, which it passes on to `trackproof-collector`.
    public static let version = "TRACKPROOF_VERSION"
    /// The address of the job in CI that made a report.
    public static let jobURL = "TRACKPROOF_JOB_URL"
    /// The revision of the app that a report is about.
    public static let revision = "TRACKPROOF_REVISION"
    /// The branch of the app that a report is about.
    public static let branch = "TRACKPROOF_BRANCH"
    /// The address at which people find the report.
    public static let reportURL = "TRACKPROOF_REPORT_URL"
    /// The address of the Slack webhook.
    public static let slackWebhook = "TRACKPROOF_SLACK_WEBHOOK"
    /// The key that signs messages to webhooks.
    public static let webhookSecret = "TRACKPROOF_WEBHOOK_SECRET"
}
