import Testing
@testable import TrackproofReports

/// Tests that the environment variables of CI servers give the job, the revision and the branch of a run.
struct CIEnvironmentTests {
    @Test func gitHub() {
        let variables = [
            "GITHUB_ACTIONS": "true", "GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "acme/shop",
            "GITHUB_RUN_ID": "7", "GITHUB_SHA": "8f1c2d3", "GITHUB_REF_NAME": "12/merge", "GITHUB_HEAD_REF": "topic",
        ]
        let environment = CIEnvironment(variables)
        #expect(environment.job == CIJob(server: "GitHub", url: "https://github.com/acme/shop/actions/runs/7"))
        #expect(environment.revision == "8f1c2d3")
        #expect(environment.branch == "topic")
        #expect(CIEnvironment(variables.merging(["GITHUB_HEAD_REF": ""]) { $1 }).branch == "12/merge")
    }

    @Test(arguments: [
        (
            [
                "GITLAB_CI": "true", "CI_JOB_URL": "https://gitlab.com/a/b/-/jobs/1", "CI_COMMIT_SHA": "abc",
                "CI_COMMIT_REF_NAME": "main",
            ], "GitLab https://gitlab.com/a/b/-/jobs/1 abc main"
        ),
        (
            [
                "BITRISE_IO": "true", "BITRISE_BUILD_URL": "https://app.bitrise.io/build/1", "BITRISE_GIT_COMMIT": "",
                "GIT_CLONE_COMMIT_HASH": "abc", "BITRISE_GIT_BRANCH": "main",
            ], "Bitrise https://app.bitrise.io/build/1 abc main"
        ),
        (
            [
                "CI_XCODE_CLOUD": "TRUE", "CI_BUILD_URL": "https://appstoreconnect.apple.com/b/1", "CI_COMMIT": "abc",
                "CI_BRANCH": "main",
            ], "Xcode Cloud https://appstoreconnect.apple.com/b/1 abc main"
        ),
        (
            [
                "JENKINS_URL": "https://ci.example.com/", "BUILD_URL": "https://ci.example.com/job/1/",
                "GIT_COMMIT": "abc", "GIT_BRANCH": "origin/main",
            ], "Jenkins https://ci.example.com/job/1/ abc main"
        ),
        (
            [
                "TRACKPROOF_JOB_URL": "https://ci.example.com/1", "TRACKPROOF_REVISION": "abc",
                "TRACKPROOF_BRANCH": "main",
            ],
            "CI https://ci.example.com/1 abc main"
        ),
        ([:], "nil nil nil nil"),
        // Only a web address becomes the link of a job.
        (["GITLAB_CI": "true", "CI_JOB_URL": "javascript:alert(1)"], "GitLab nil nil nil"),
        (["TRACKPROOF_BRANCH": String(repeating: "x", count: 2_000)], "nil nil nil nil"),
    ])
    func otherServers(variables: [String: String], expected: String) {
        let environment = CIEnvironment(variables)
        let parts = [environment.job?.server, environment.job?.url, environment.revision, environment.branch]
        #expect(parts.map { $0 ?? "nil" }.joined(separator: " ") == expected)
    }

    @Test func theVariablesOfTrackproofComeFirst() {
        let environment = CIEnvironment([
            "GITLAB_CI": "true", "CI_COMMIT_SHA": "abc", "TRACKPROOF_REVISION": "def",
            "TRACKPROOF_REPORT_URL": "https://acme.gitlab.io/report.html",
        ])
        #expect(environment.revision == "def")
        #expect(environment.reportURL == "https://acme.gitlab.io/report.html")
        #expect(CIEnvironment(["TRACKPROOF_REPORT_URL": "file:///etc"]).reportURL == nil)
    }
}
