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

/// A CI server. Each server announces itself in the environment of the processes that it starts.
public enum CIServer: String, CaseIterable, Sendable {
    case gitHub = "GitHub"
    case gitLab = "GitLab"
    case bitrise = "Bitrise"
    case xcodeCloud = "Xcode Cloud"
    case azurePipelines = "Azure Pipelines"
    case teamCity = "TeamCity"
    case buildkite = "Buildkite"
    case circleCI = "CircleCI"
    case codeBuild = "AWS CodeBuild"
    case bamboo = "Bamboo"
    case goCD = "GoCD"
    case jenkins = "Jenkins"

    /// The lists of environment variables that announce the server. A process of the server has all variables of at least
    /// one list.
    private var signs: [[String]] {
        switch self {
        // https://docs.github.com/actions/reference/workflows-and-actions/variables
        case .gitHub: [["GITHUB_ACTIONS"]]
        // https://docs.gitlab.com/ci/variables/predefined_variables/
        case .gitLab: [["GITLAB_CI"]]
        // https://docs.bitrise.io/en/bitrise-ci/references/available-environment-variables.html
        case .bitrise: [["BITRISE_IO"], ["BITRISE_BUILD_URL"]]
        // https://developer.apple.com/documentation/xcode/environment-variable-reference
        case .xcodeCloud: [["CI_XCODE_CLOUD"], ["CI_XCODEBUILD_ACTION"]]
        // https://learn.microsoft.com/azure/devops/pipelines/build/variables
        case .azurePipelines: [["TF_BUILD"]]
        // https://www.jetbrains.com/help/teamcity/predefined-build-parameters.html
        case .teamCity: [["TEAMCITY_VERSION"]]
        // https://buildkite.com/docs/pipelines/configure/environment-variables
        case .buildkite: [["BUILDKITE"]]
        // https://circleci.com/docs/reference/variables/
        case .circleCI: [["CIRCLECI"]]
        // https://docs.aws.amazon.com/codebuild/latest/userguide/build-env-ref-env-vars.html
        case .codeBuild: [["CODEBUILD_BUILD_ID"]]
        // https://confluence.atlassian.com/bamboo/bamboo-variables-289277087.html
        case .bamboo: [["bamboo_buildKey"], ["bamboo_planKey"]]
        // https://docs.gocd.org/current/faq/dev_use_current_revision_in_build.html
        case .goCD: [["GO_PIPELINE_NAME"]]
        // https://www.jenkins.io/doc/book/pipeline/jenkinsfile/#using-environment-variables
        // People set `JENKINS_URL` on their own machines too, because Jenkins' command line reads this variable.
        case .jenkins: [["JENKINS_URL", "BUILD_NUMBER"]]
        }
    }

    /// Returns the server whose variables are in an environment, or `nil` if there is no known server.
    public init?(_ environment: [String: String]) {
        let server = Self.allCases.first { server in
            server.signs.contains { $0.allSatisfy { environment[$0]?.isEmpty == false } }
        }
        guard let server else { return nil }
        self = server
    }

    /// Returns whether a process with these environment variables runs in continuous integration.
    ///
    /// The variable `CI`, which most servers set, decides if it is set: an empty value, `false` and `0` mean no. Otherwise,
    /// the process runs in continuous integration if a known server has started it.
    public static func isRunning(in environment: [String: String]) -> Bool {
        guard let value = environment["CI"] else { return CIServer(environment) != nil }
        return !["", "false", "0"].contains(value)
    }
}
