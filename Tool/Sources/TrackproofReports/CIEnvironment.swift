import TrackproofPlatform

/// The data about a run from the environment variables of a CI server.
///
/// Trackproof's own variables, such as `TRACKPROOF_BRANCH`, take precedence over the variables of the server. With
/// Trackproof's variables, a user can correct the server's values, or set values on a server that Trackproof does not
/// know.
package struct CIEnvironment: Sendable, Hashable {
    /// The job, or `nil` if the process does not run on a known CI server.
    package var job: CIJob?
    /// The id of the commit that is tested, or `nil` if the id is unknown.
    package var revision: String?
    /// The branch that is tested. For a pull request, this is the branch that would be merged.
    package var branch: String?
    /// The address of the HTML report, from the variable `TRACKPROOF_REPORT_URL`.
    package var reportURL: String?

    /// The variables with the address of the job, the revision and the branch. `CIServer` names the pages that document
    /// them. The first variable with a value counts.
    private static let variables: [CIServer: (url: [String], revision: [String], branch: [String])] = [
        .gitHub: ([], ["GITHUB_SHA"], ["GITHUB_HEAD_REF", "GITHUB_REF_NAME"]),
        .gitLab: (
            ["CI_JOB_URL", "CI_PIPELINE_URL"], ["CI_COMMIT_SHA"],
            ["CI_MERGE_REQUEST_SOURCE_BRANCH_NAME", "CI_COMMIT_REF_NAME"]
        ),
        .bitrise: (["BITRISE_BUILD_URL"], ["BITRISE_GIT_COMMIT", "GIT_CLONE_COMMIT_HASH"], ["BITRISE_GIT_BRANCH"]),
        .xcodeCloud: (
            ["CI_BUILD_URL"], ["CI_PULL_REQUEST_SOURCE_COMMIT", "CI_COMMIT"],
            ["CI_PULL_REQUEST_SOURCE_BRANCH", "CI_BRANCH"]
        ),
        .azurePipelines: ([], ["BUILD_SOURCEVERSION"], ["SYSTEM_PULLREQUEST_SOURCEBRANCH", "BUILD_SOURCEBRANCH"]),
        .buildkite: (["BUILDKITE_BUILD_URL"], ["BUILDKITE_COMMIT"], ["BUILDKITE_BRANCH"]),
        .circleCI: (["CIRCLE_BUILD_URL"], ["CIRCLE_SHA1"], ["CIRCLE_BRANCH"]),
        .jenkins: (["RUN_DISPLAY_URL", "BUILD_URL"], ["GIT_COMMIT"], ["CHANGE_BRANCH", "BRANCH_NAME", "GIT_BRANCH"]),
        .teamCity: ([], ["BUILD_VCS_NUMBER"], []),
        .codeBuild: ([], ["CODEBUILD_RESOLVED_SOURCE_VERSION"], []),
    ]

    /// Reads the data from environment variables.
    package init(_ environment: [String: String]) {
        /// Returns the value of the first variable that is not empty.
        func value(_ names: [String]) -> String? { names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } }
        func values(_ names: String...) -> [String]? {
            let values = names.compactMap { value([$0]) }
            return values.count == names.count ? values : nil
        }
        let server = CIServer(environment)
        let names = server.flatMap { Self.variables[$0] } ?? ([], [], [])
        var url = value(names.url)
        if server == .gitHub, let parts = values("GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_RUN_ID") {
            url = "\(parts[0])/\(parts[1])/actions/runs/\(parts[2])"
        } else if server == .azurePipelines,
            let parts = values("SYSTEM_COLLECTIONURI", "SYSTEM_TEAMPROJECTID", "BUILD_BUILDID")
        {
            url = "\(parts[0])\(parts[1])/_build/results?buildId=\(parts[2])"
        }
        url = value([EnvironmentVariable.jobURL]) ?? url
        if server != nil || url != nil {
            job = CIJob(server: server?.rawValue ?? "CI", url: url?.webHost == nil ? nil : url)
        }
        revision = value([EnvironmentVariable.revision]) ?? value(names.revision)
        // Azure Pipelines has the whole name of the reference. The Git plug-in of Jenkins puts the name of the remote
        // before the branch.
        branch =
            value([EnvironmentVariable.branch])
            ?? value(names.branch).map { String($0.trimmingPrefix("refs/heads/").trimmingPrefix("origin/")) }
        reportURL = value([EnvironmentVariable.reportURL]).flatMap { $0.webHost == nil ? nil : $0 }
    }
}
