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

    /// Reads the data from environment variables.
    package init(_ environment: [String: String]) {
        var url: String?
        /// Returns the value of the first variable that is not empty and has at most 1,000 bytes.
        func value(_ names: String...) -> String? {
            names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty && $0.utf8.count <= 1_000 }
        }
        // `CIServer` names the pages that document these variables.
        let server = CIServer(environment)
        switch server {
        case .gitHub:
            if let server = value("GITHUB_SERVER_URL"), let repository = value("GITHUB_REPOSITORY"),
                let run = value("GITHUB_RUN_ID")
            {
                url = "\(server)/\(repository)/actions/runs/\(run)"
            }
            revision = value("GITHUB_SHA")
            branch = value("GITHUB_HEAD_REF", "GITHUB_REF_NAME")
        case .gitLab:
            url = value("CI_JOB_URL", "CI_PIPELINE_URL")
            revision = value("CI_COMMIT_SHA")
            branch = value("CI_MERGE_REQUEST_SOURCE_BRANCH_NAME", "CI_COMMIT_REF_NAME")
        case .bitrise:
            url = value("BITRISE_BUILD_URL")
            revision = value("BITRISE_GIT_COMMIT", "GIT_CLONE_COMMIT_HASH")
            branch = value("BITRISE_GIT_BRANCH")
        case .xcodeCloud:
            url = value("CI_BUILD_URL")
            revision = value("CI_PULL_REQUEST_SOURCE_COMMIT", "CI_COMMIT")
            branch = value("CI_PULL_REQUEST_SOURCE_BRANCH", "CI_BRANCH")
        case .azurePipelines:
            if let collection = value("SYSTEM_COLLECTIONURI"), let project = value("SYSTEM_TEAMPROJECTID"),
                let build = value("BUILD_BUILDID")
            {
                url = "\(collection)\(project)/_build/results?buildId=\(build)"
            }
            revision = value("BUILD_SOURCEVERSION")
            branch = value("SYSTEM_PULLREQUEST_SOURCEBRANCH", "BUILD_SOURCEBRANCH").map {
                String($0.trimmingPrefix("refs/heads/"))
            }
        case .buildkite:
            url = value("BUILDKITE_BUILD_URL")
            revision = value("BUILDKITE_COMMIT")
            branch = value("BUILDKITE_BRANCH")
        case .circleCI:
            url = value("CIRCLE_BUILD_URL")
            revision = value("CIRCLE_SHA1")
            branch = value("CIRCLE_BRANCH")
        case .jenkins:
            url = value("RUN_DISPLAY_URL", "BUILD_URL")
            revision = value("GIT_COMMIT")
            // The Git plug-in of Jenkins puts the name of the remote before the branch, as in `origin/main`.
            branch =
                value("CHANGE_BRANCH", "BRANCH_NAME")
                ?? value("GIT_BRANCH").map { String($0.trimmingPrefix("origin/")) }
        case .teamCity: revision = value("BUILD_VCS_NUMBER")
        case .codeBuild: revision = value("CODEBUILD_RESOLVED_SOURCE_VERSION")
        case .bamboo, .goCD, nil: break
        }
        url = value(EnvironmentVariable.jobURL) ?? url
        if server != nil || url != nil {
            job = CIJob(server: server?.rawValue ?? "CI", url: url?.webHost == nil ? nil : url)
        }
        revision = value(EnvironmentVariable.revision) ?? revision
        branch = value(EnvironmentVariable.branch) ?? branch
        reportURL = value(EnvironmentVariable.reportURL).flatMap { $0.webHost == nil ? nil : $0 }
    }
}
