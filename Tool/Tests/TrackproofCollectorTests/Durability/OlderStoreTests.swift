import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofJSON

/// Tests that the collector migrates the store of an older version, and gives the same answers as that version.
@Suite("Stores of older versions", .timeLimit(.minutes(15)))
struct OlderStoreTests {
    private let folder: TemporaryFolder
    private var store: String { folder.file("s.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    private static let stores = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("Stores")

    /// Returns the answers that the older version gave.
    private func answers() throws -> EventParameters {
        let bytes = try Data(contentsOf: Self.stores.appendingPathComponent("store-1.json"))
        return try #require(try EventValue(json: Array(bytes), of: "store-1.json").object)
    }

    @Test func aVersion1StoreGivesTheSameAnswers() async throws {
        let bytes = try Data(contentsOf: Self.stores.appendingPathComponent("store-1.sqlite"))
        try folder.write(bytes, to: "s.sqlite")
        let answers = try answers()
        let key = try #require(answers["key"]?.string)
        let (_, outcome) = try await withCollector(store: store) { collector async throws in
            #expect(try await collector.get("export").text == answers["main"]?.string)
            #expect(try await collector.get("export?session=\(key)").text == answers["other"]?.string)
            for name in ["rejected", "retries"] {
                let found = try EventValue(json: Array(try await collector.get(name).body), of: name)
                #expect(found == answers[name], "\(name)")
            }
            // A stored event that arrives again is a retry. A new event gets the next sequence number.
            let known = #"{"type":"track","event":"one","userId":"u1","messageId":"m-1","properties":{"x":1.5,"n":1}}"#
            let new = #"{"type":"track","event":"new","userId":"u1","messageId":"m-new"}"#
            let reply = try await HTTP.post(collector.address + "/v1/batch", #"{"batch":[\#(known),\#(new)]}"#)
            #expect(reply.status == 200)
            #expect(try await collector.export().last?.event.name == "new")
            #expect(try await collector.export().last?.sequence == 10)
            #expect(try await collector.retries().last == "m-1")
        }
        let start = "\(store): 12 requests from an older version of trackproof must be decoded again"
        #expect(outcome.errors.contains(start))
    }

    @Test func idsOfRemovedRequestsAreNotUsedAgain() async throws {
        let bytes = try Data(contentsOf: Self.stores.appendingPathComponent("store-1.sqlite"))
        try folder.write(bytes, to: "s.sqlite")
        try await change(store: store, "DELETE FROM request")
        try await withCollector(store: store) { collector async throws in
            #expect(try await collector.track("new").status == 200)
            #expect(try await collector.get("requests/13").status == 200)
        }
    }

    /// Tests requests that an older decoder decoded. The collector decodes them again, and ignores the old results.
    @Test func requestsOfAnOlderDecoderAreDecodedAgain() async throws {
        let items = ["a", "b", "a"].map { #"{"type":"track","event":"\#($0)","userId":"u","messageId":"\#($0)"}"# }
        let body = #"{"batch":[\#(items.joined(separator: ",")),{"type":"no"}]}"#
        let exports = try await withCollector(store: store) { collector async throws in
            for _ in 0..<2 { #expect(try await HTTP.post(collector.address + "/v1/batch", body).status == 200) }
            #expect(try await HTTP.post(collector.address + "/v1/batch", "{").status == 400)
            return (try await collector.get("export").text, try await collector.get("retries").text)
        }.value
        try await change(
            store: store, "UPDATE request SET decoder = 1, items = x'0000', events = 2, retries = 0 WHERE id = 1",
            "UPDATE session SET events = 70, retries = 70, rejected = 70, requests = 70")
        let (_, outcome) = try await withCollector(store: store) { collector async throws in
            #expect(try await collector.get("export").text == exports.0)
            #expect(try await collector.get("retries").text == exports.1)
            #expect(
                try await collector.get("health").text.hasPrefix(
                    #"{"status":"ok","requests":3,"events":2,"rejected":3,"#))
        }
        let start = "\(store): 3 requests from an older version of trackproof must be decoded again"
        #expect(outcome.errors.contains(start))
        let (_, again) = try await withCollector(store: store) { _ async throws in }
        #expect(!again.errors.contains("older version"))
    }

    /// Tests that an event keeps its sequence number, even if the requests before it were removed.
    @Test func decodingAgainKeepsSequenceNumbers() async throws {
        try await withCollector(store: store, ["--keep-events", "3"]) { collector async throws in
            for number in 1...5 { #expect(try await collector.track("event \(number)").status == 200) }
            #expect(try await collector.track("event 5").status == 200)
        }
        try await change(store: store, "UPDATE request SET decoder = 1", "DELETE FROM request WHERE id = 4")
        try await withCollector(store: store) { collector async throws in
            #expect(try await collector.export().map(\.sequence) == [5])
            #expect(try await collector.retries() == ["event 5"])
            #expect(try await collector.track("event 6").status == 200)
            #expect(try await collector.export().map(\.sequence) == [5, 6])
        }
    }

    @Test func decodingAgainOmitsEventsThatAPlannedFailureRejected() async throws {
        let items = ["a", "b"].map { #"{"type":"track","event":"\#($0)","userId":"u"}"# }
        try await withCollector(store: store) { collector async throws in
            #expect(try await collector.post("failures", #"{"reject":1}"#).status == 204)
            let body = #"{"batch":[\#(items.joined(separator: ","))]}"#
            #expect(try await HTTP.post(collector.address + "/v1/batch", body).status == 200)
        }
        try await change(store: store, "UPDATE request SET decoder = 1")
        try await withCollector(store: store) { collector async throws in
            #expect(try await collector.export().map(\.event.name) == ["b"])
            #expect(try await collector.rejections().isEmpty)
        }
    }
}
