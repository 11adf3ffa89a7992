import Foundation
package import Trackproof

/// A run of a command or of tests, as a report describes it.
package struct ReportedRun: Sendable, Hashable {
    /// The unique id of the run. Reports and histories use the id to count each run once.
    package var id: String
    /// The name of the run: the command, the recording, or the name of a test target or shard.
    package var name: String
    /// The time when the run started.
    package var started: EventTime
    /// The duration in whole milliseconds, as seconds, or `nil` if it was not measured.
    ///
    /// A more exact duration could look different in a report that is made from the report as JSON: 0.0346 s is 0.03 s,
    /// but 0.035 s is 0.04 s.
    package var seconds: Double? {
        didSet { seconds = seconds?.wholeMilliseconds }
    }
    /// The id of the app's commit, or `nil` if it is unknown.
    package var revision: String?
    /// The branch of the app, or `nil` if it is unknown.
    package var branch: String?
    /// The CI job, or `nil` if the run was not part of a CI job.
    package var job: CIJob?
    /// The problems that are not results of checks, one sentence each.
    ///
    /// For example, the command failed, or events were lost.
    package var failures: [String]
    /// The events of the run, or `nil` if the report does not contain them.
    package var recording: ReportedRecording?
    /// The screenshots of failed tests.
    package var screenshots: [ReportedScreenshot] = []

    /// Creates a description of a run.
    package init(
        id: String = UUID().uuidString, name: String, started: EventTime = .now, seconds: Double? = nil,
        revision: String? = nil, branch: String? = nil, job: CIJob? = nil, failures: [String] = [],
        recording: ReportedRecording? = nil
    ) {
        self.id = id
        self.name = name
        self.started = started
        self.seconds = seconds?.wholeMilliseconds
        self.revision = revision
        self.branch = branch
        self.job = job
        self.failures = failures
        self.recording = recording
    }
}

/// A job of a CI server.
package struct CIJob: Sendable, Hashable {
    /// The name of the CI server, such as `GitHub`.
    package var server: String
    /// The address of the job's page, or `nil` if it is unknown.
    package var url: String?

    /// Creates a description of a job.
    package init(server: String, url: String? = nil) {
        self.server = server
        self.url = url
    }
}
