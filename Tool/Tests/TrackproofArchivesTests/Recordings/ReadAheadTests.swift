import Foundation
import TestSupport
import Testing
import Trackproof
import TrackproofArchives
import TrackproofJSON
import TrackproofSnapshots

/// Tests that reading a file ahead on another thread does not change the events and errors that a caller gets.
struct ReadAheadTests {
    private struct Reading: Equatable {
        var names: [String] = []
        var error: String?
        var truncation: String?
    }

    /// Reads a file, with or without reading ahead. Throws an error if the file has more than `limit` events.
    private func reading(_ path: String, ahead: Bool, limit: Int = .max) throws -> Reading {
        struct Enough: Error, CustomStringConvertible { let description = "enough" }
        var reading = Reading()
        let body = { (event: RecordedEvent) throws in
            if reading.names.count == limit { throw Enough() }
            reading.names.append(event.event.name)
        }
        let file = try EventFile(path: path)
        do {
            reading.truncation = try (ahead ? file.forEachReadingAhead(body) : file.forEach(body))?.description
        } catch {
            reading.error = "\(error)"
        }
        return reading
    }

    /// Tests files with numbers of events that are near the sizes of a batch and of the queue.
    @Test(arguments: [0, 1, 1_023, 1_024, 1_025, 2_049])
    func theEventsErrorsAndTheirOrderAreTheSame(count: Int) throws {
        let folder = try TemporaryFolder()
        let lines = (0..<count).map { "{\"name\":\"e\($0)\"}\n" }.joined()
        for (name, text) in [
            "complete": lines, "cut": lines + "{\"name\":\"e", "wrong": lines + "{\"name\":7}\n" + lines,
            "array": "[" + lines.split(separator: "\n").joined(separator: ",") + "]", "open": "[" + lines,
            "repeated": "{\"recording\":1,\"recording\":1}\n" + lines,
        ] {
            let path = try folder.write(text, to: name)
            let plain = try reading(path, ahead: false)
            #expect(try reading(path, ahead: true) == plain, "\(name)")
            if name == "complete" || name == "cut" { #expect(plain.names == (0..<count).map { "e\($0)" }) }
        }
    }

    @Test(arguments: [0, 1, 1_024, 1_500])
    func aCallerCanStopEarly(limit: Int) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write((0..<5_000).map { "{\"name\":\"e\($0)\"}\n" }.joined(), to: "r.ndjson")
        let expected = Reading(names: (0..<limit).map { "e\($0)" }, error: "enough")
        #expect(try reading(path, ahead: true, limit: limit) == expected)
    }

    /// Tests that the reading thread ends and releases the file if the caller stops early.
    @Test func theThreadEndsAfterAnEarlyEnd() throws {
        struct Enough: Error {}
        let folder = try TemporaryFolder()
        let path = try folder.write(String(repeating: "{\"name\":\"a\"}\n", count: 5_000), to: "r.ndjson")
        weak var released: EventFile?
        try {
            let file = try EventFile(path: path)
            released = file
            #expect(throws: Enough.self) { try file.forEachReadingAhead { _ in throw Enough() } }
        }()
        let end = Date() + 30
        while released != nil, Date() < end { sched_yield() }
        #expect(released == nil)
    }
}
