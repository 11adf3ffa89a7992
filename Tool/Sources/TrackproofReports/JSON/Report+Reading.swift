import Foundation
import Trackproof
import TrackproofJSON

extension Report {
    /// Reads a report from JSON.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - file: The path of the file, for errors.
    /// - Throws: ``/TrackproofJSON/EventFormatError`` with line and column if the file is not JSON; ``DocumentError``
    ///   with the path of the invalid value if the file is not a report of version 1, or if its result is not the result
    ///   of its runs and sections.
    package init(json bytes: [UInt8], file: String) throws {
        let value = try EventValue(json: bytes, of: file)
        let object = try DocumentObject(value, at: file + ":")
        guard let version = object.value("report") else {
            throw DocumentError(
                place: file, message: "not a report: expected {\"report\":1,…}, as --report json=FILE writes it")
        }
        guard version.integer == 1 else {
            throw DocumentError(
                place: file, message: "the version of the report is \(version); this trackproof reads version 1")
        }
        problems = try object.optionalTexts("problems")
        runs = try object.elements("runs").map { value, path throws(DocumentError) in
            try ReportedRun(DocumentObject(value, at: path))
        }
        sections = try object.elements("sections").map { value, path throws(DocumentError) in
            try ReportSection(DocumentObject(value, at: path), path)
        }
        if object.value("history") != nil { history = try HistorySummary(object.object("history")) }
        if object.value("owners") != nil { owners = try EventOwners(object.object("owners")) }
        try expect("passed", "\(isPassed)", try object.bool("passed") == isPassed, object)
        try expect("summary", EventValue.string(headline).description, try object.text("summary") == headline, object)
    }

    /// Throws an error if a result in the file is not the result of what was read, because a part is lost or changed.
    private func expect(
        _ name: String, _ result: String, _ isEqual: Bool, _ object: DocumentObject
    ) throws(DocumentError) {
        if isEqual { return }
        throw DocumentError(
            place: object.path(name), message: "expected \(result), because of the runs and sections of the report")
    }
}

extension EventOwners {
    fileprivate init(_ object: DocumentObject) throws(DocumentError) {
        let events = try object.object("events")
        for entry in try object.entries("events") { self.events[entry.name] = try events.text(entry.name) }
        let members = try object.object("members")
        for entry in try object.entries("members") { self.members[entry.name] = try members.texts(entry.name) }
    }
}

extension ReportSection {
    fileprivate init(_ object: DocumentObject, _ path: String) throws(DocumentError) {
        if object.value("comparison") != nil {
            self = .comparison(try ComparisonSection(object))
        } else if object.value("check") != nil {
            self = .findings(try FindingsSection(object))
        } else if object.value("coverage") != nil {
            self = .coverage(try CoverageSection(object))
        } else {
            throw DocumentError(place: path, message: "expected the member \"comparison\", \"check\" or \"coverage\"")
        }
    }
}

extension ReportedRun {
    init(_ object: DocumentObject) throws(DocumentError) {
        let job: CIJob?
        if object.value("job") == nil {
            job = nil
        } else {
            let members = try object.object("job")
            job = CIJob(server: try members.text("server"), url: try members.optionalText("url"))
        }
        var recording: ReportedRecording?
        if object.value("recording") != nil { recording = try ReportedRecording(object.object("recording")) }
        self.init(
            id: try object.text("id"), name: try object.text("name"), started: try object.time("started"),
            seconds: try object.optionalNumber("seconds"), revision: try object.optionalText("revision"),
            branch: try object.optionalText("branch"), job: job, failures: try object.texts("failures"),
            recording: recording)
        for (value, path) in try object.optionalElements("screenshots") {
            screenshots.append(try ReportedScreenshot(DocumentObject(value, at: path)))
        }
    }
}

extension ReportedScreenshot {
    fileprivate init(_ object: DocumentObject) throws(DocumentError) {
        let data = Data(base64Encoded: try object.text("png"))
        guard let data, let screenshot = Self(test: try object.text("test"), png: Array(data)) else {
            throw DocumentError(place: object.path("png"), message: "expected a PNG file in Base64")
        }
        self = screenshot
    }
}

extension ReportedRecording {
    fileprivate init(_ object: DocumentObject) throws(DocumentError) {
        var events: [NumberedEvent] = []
        for (value, path) in try object.elements("events") {
            let members = try DocumentObject(value, at: path)
            guard let event = try members.optionalEvent("event") else {
                throw DocumentError(place: members.path("event"), message: "is missing")
            }
            events.append(NumberedEvent(number: try members.count("number"), event: event))
        }
        self.init(eventCount: try object.count("count"), events: events)
        let names = try object.object("names")
        for entry in try object.entries("names") { counts[entry.name] = try names.count(entry.name) }
    }
}
