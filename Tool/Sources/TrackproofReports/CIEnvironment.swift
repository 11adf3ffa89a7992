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
        /// Returns the value of the first variable that is not empty and has at most 1,000 bytes.
        func value(_ names: String...) -> String? {
            names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty && $0.utf8.count <= 1_000 }
        }
        func has(_ name: String) -> Bool { value(name) != nil }

        if has("GITHUB_ACTIONS") {
            // https://docs.github.com/actions/reference/workflows-and-actions/variables
            job = CIJob(server: "GitHub")
            if let server = value("GITHUB_SERVER_URL"), let repository = value("GITHUB_REPOSITORY"),
                let run = value("GITHUB_RUN_ID")
            {
                job?.url = "\(server)/\(repository)/actions/runs/\(run)"
            }
            revision = value("GITHUB_SHA")
            branch = value("GITHUB_HEAD_REF", "GITHUB_REF_NAME")
        } else if has("GITLAB_CI") {
            // https://docs.gitlab.com/ci/variables/predefined_variables/
            job = CIJob(server: "GitLab", url: value("CI_JOB_URL", "CI_PIPELINE_URL"))
            revision = value("CI_COMMIT_SHA")
            branch = value("CI_MERGE_REQUEST_SOURCE_BRANCH_NAME", "CI_COMMIT_REF_NAME")
        } else if has("BITRISE_IO") || has("BITRISE_BUILD_URL") {
            // https://docs.bitrise.io/en/bitrise-ci/references/available-environment-variables.html
            job = CIJob(server: "Bitrise", url: value("BITRISE_BUILD_URL"))
            revision = value("BITRISE_GIT_COMMIT", "GIT_CLONE_COMMIT_HASH")
            branch = value("BITRISE_GIT_BRANCH")
        } else if has("CI_XCODE_CLOUD") || has("CI_XCODEBUILD_ACTION") {
            // https://developer.apple.com/documentation/xcode/environment-variable-reference
            job = CIJob(server: "Xcode Cloud", url: value("CI_BUILD_URL"))
            revision = value("CI_PULL_REQUEST_SOURCE_COMMIT", "CI_COMMIT")
            branch = value("CI_PULL_REQUEST_SOURCE_BRANCH", "CI_BRANCH")
        } else if has("JENKINS_URL") {
            // https://www.jenkins.io/doc/book/pipeline/jenkinsfile/#using-environment-variables
            job = CIJob(server: "Jenkins", url: value("RUN_DISPLAY_URL", "BUILD_URL"))
            revision = value("GIT_COMMIT")
            // The Git plug-in of Jenkins puts the name of the remote before the branch, as in `origin/main`.
            branch =
                value("CHANGE_BRANCH", "BRANCH_NAME")
                ?? value("GIT_BRANCH").map { branch in
                    branch.hasPrefix("origin/") ? String(branch.dropFirst(7)) : branch
                }
        }
        if let url = value(EnvironmentVariable.jobURL) { job = CIJob(server: job?.server ?? "CI", url: url) }
        revision = value(EnvironmentVariable.revision) ?? revision
        branch = value(EnvironmentVariable.branch) ?? branch
        reportURL = value(EnvironmentVariable.reportURL).flatMap { $0.webHost == nil ? nil : $0 }
        if job?.url?.webHost == nil { job?.url = nil }
    }
}
