import Foundation
package import Trackproof
import TrackproofJSON
import TrackproofPlanning

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
}

/// A screenshot of the moment when a test failed.
package struct ReportedScreenshot: Sendable, Hashable {
    /// The name of the test.
    package var test: String
    /// The bytes of the PNG file.
    package var png: [UInt8]

    /// Creates a screenshot, or returns `nil` if the bytes do not begin like a PNG file.
    package init?(test: String, png: [UInt8]) {
        // https://www.w3.org/TR/png-3/#5PNG-file-signature
        guard png.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
        (self.test, self.png) = (test, png)
    }
}

extension ReportedRun {
    var members: EventParameters {
        let job = job.map { EventValue.object(["server": $0.server, "url": $0.url]) }
        return [
            "id": id, "name": name, "started": started.description,
            "seconds": seconds, "revision": revision, "branch": branch, "job": job,
            "failures": EventValue.array(failures.map(EventValue.string)),
            "recording": recording.map { EventValue.object($0.members) },
            "screenshots": screenshots.isEmpty ? nil : EventValue.array(screenshots.map(\.json)),
        ]
    }

    init(_ object: DocumentObject) throws(DocumentError) {
        let job = try object.optionalObject("job").map { job throws(DocumentError) in
            CIJob(server: try job.text("server"), url: try job.optionalText("url"))
        }
        self.init(
            id: try object.text("id"), name: try object.text("name"), started: try object.time("started"),
            seconds: try object.optionalNumber("seconds"), revision: try object.optionalText("revision"),
            branch: try object.optionalText("branch"), job: job, failures: try object.texts("failures"),
            recording: try object.optionalObject("recording").map(ReportedRecording.init))
        screenshots = try object.optionalObjects("screenshots").map(ReportedScreenshot.init)
    }
}

extension ReportedScreenshot {
    fileprivate var json: EventValue {
        .object(["test": test, "png": Data(png).base64EncodedString()])
    }

    fileprivate init(_ object: DocumentObject) throws(DocumentError) {
        let data = Data(base64Encoded: try object.text("png"))
        guard let data, let screenshot = Self(test: try object.text("test"), png: Array(data)) else {
            throw DocumentError(place: object.path("png"), message: "expected a PNG file in Base64")
        }
        self = screenshot
    }
}
