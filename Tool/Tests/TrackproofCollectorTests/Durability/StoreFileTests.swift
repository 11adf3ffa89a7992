import Foundation
import TestSupport
import Testing
import Trackproof

/// Tests of the size and the age of stores. Writing the megabytes that exceed a limit takes most of the time.
@Suite("The store's file", .timeLimit(.minutes(15)))
struct StoreFileTests {
    private let folder: TemporaryFolder
    private var store: String { folder.file("s.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    @Test func theOldestEventsAreRemovedFirst() async throws {
        try await withCollector(store: store, ["--keep-events", "3"]) { collector async throws in
            for number in 1...5 { #expect(try await collector.track("event \(number)").status == 200) }
            #expect(try await collector.export().map(\.event.name) == ["event 3", "event 4", "event 5"])
            // The events keep their sequence numbers.
            #expect(try await collector.export().map(\.sequence) == [3, 4, 5])
            // Event 5 is still stored, so it counts as a retry. Event 1 was removed, so it counts as a new event.
            #expect(try await collector.track("event 5").status == 200)
            #expect(try await collector.retries() == ["event 5"])
            #expect(try await collector.track("event 1").status == 200)
            // The retry of event 5 counts toward the limit, so it displaced event 3. Event 1 then displaced the retry.
            #expect(try await collector.export().map(\.event.name) == ["event 4", "event 5", "event 1"])
            #expect(try await collector.retries() == [])
        }
        try await withCollector(store: store, ["--keep-events", "3"]) { collector async throws in
            #expect(try await collector.track("event 6").status == 200)
            #expect(try await collector.export().map(\.event.name) == ["event 5", "event 1", "event 6"])
            #expect(try await collector.export().map(\.sequence) == [5, 6, 7])
        }
    }

    @Test func rejectedRequestsCountTowardTheEventLimit() async throws {
        try await withCollector(store: store, ["--keep-events", "3"]) { collector async throws in
            for _ in 1...9 { #expect(try await HTTP.post(collector.address + "/v1/track", "{").status == 400) }
            #expect(try await collector.rejections().count == 3)
            #expect(
                try await collector.get("health").text.hasPrefix(
                    #"{"status":"ok","requests":3,"events":0,"rejected":3,"#))
        }
    }

    @Test func eventsRejectedByAPlannedFailureDoNotCountTowardTheLimit() async throws {
        try await withCollector(store: store, ["--keep-events", "4"]) { collector async throws in
            #expect(try await collector.post("failures", #"{"reject":1,"count":30}"#).status == 204)
            let items = (1...3).map { #"{"type":"track","event":"event \#($0)","userId":"u"}"# }
            let body = #"{"batch":[\#(items.joined(separator: ","))]}"#
            for _ in 1...30 { #expect(try await HTTP.post(collector.address + "/v1/batch", body).status == 200) }
            #expect(try await collector.export().map(\.event.name) == ["event 2", "event 3", "event 2", "event 3"])
        }
    }

    @Test func theSizeLimitRemovesTheOldestEvents() async throws {
        try await withCollector(store: store, ["--keep-megabytes", "1"]) { collector async throws in
            for number in 1...5 { #expect(try await collector.track("event \(number)", size: 400_000).status == 200) }
            #expect(try await collector.export().map(\.event.name) == ["event 4", "event 5"])
        }
    }

    /// Tests that the store compresses a body that arrived uncompressed, and returns it unchanged.
    @Test func bodiesAreStoredCompressed() async throws {
        let text = String(repeating: "0123456789", count: 4_000)
        let body = #"{"type":"track","channel":"mobile","event":"long","userId":"u","properties":{"text":"\#(text)"}}"#
        try await withCollector(store: store) { collector async throws in
            for _ in 1...10 { #expect(try await HTTP.post(collector.address + "/v1/track", body).status == 200) }
            let texts = try await collector.export().map { $0.event.parameters["text"]?.string }
            #expect(texts == Array(repeating: text, count: 10))
            #expect(try await collector.get("requests/1").text.contains(text))
        }
        let size = try FileManager.default.attributesOfItem(atPath: store)[.size] as? Int ?? 0
        #expect(size < body.utf8.count)
    }

    /// Tests that the store and its log together stay near the size limit.
    @Test func theSizeLimitIncludesTheStoresLog() async throws {
        let megabytes = rounds(2, deep: 8)
        try await withCollector(store: store, ["--keep-megabytes", "\(megabytes)"]) { [store] collector async throws in
            var largestSize = 0
            for number in 1...rounds(60, deep: 200) {
                #expect(try await collector.track("event \(number)", size: megabytes * 37_500).status == 200)
                let sizes = try ["", "-wal"].map { suffix in
                    try FileManager.default.attributesOfItem(atPath: store + suffix)[.size] as? Int ?? 0
                }
                largestSize = max(largestSize, sizes.reduce(0, +))
            }
            #expect(largestSize < megabytes * 1_125_000)
        }
    }

    @Test func expiredEventsAreRemovedEvenIfTheClockWentBack() async throws {
        let names = ["future", "old", "older", "fresh"]
        try await withCollector(store: store) { collector async throws in
            for name in names { #expect(try await collector.track(name).status == 200) }
        }
        for (request, days) in [(1, 30), (2, -2), (3, -3)] {
            try await change(
                store: store,
                "UPDATE request SET received = received + \(days) * 86400000 WHERE id = \(request)")
        }
        try await withCollector(store: store, ["--keep-days", "1"]) { collector async throws in
            // The collector removes events at its start, while it already answers requests.
            while try await collector.export().count != 2 {}
            #expect(try await collector.export().map(\.event.name) == ["future", "fresh"])
        }
        try await change(store: store, "UPDATE request SET received = 0")
        try await withCollector(store: store, ["--keep-days", "1"]) { collector async throws in
            while try await !collector.export().isEmpty {}
            #expect(
                try await collector.get("health").text.hasPrefix(
                    #"{"status":"ok","requests":0,"events":0,"rejected":0,"#))
        }
        try await withCollector(store: store) { collector async throws in
            // An event with the id of a removed event counts as new. The sequence numbers continue.
            #expect(try await collector.track("old").status == 200)
            #expect(try await collector.export().map(\.sequence) == [5])
            #expect(try await collector.retries() == [])
        }
    }

    @Test func aBatchLargerThanTheLimitIsStored() async throws {
        try await withCollector(store: store, ["--keep-events", "3"]) { collector async throws in
            #expect(try await collector.track("before").status == 200)
            let items = (1...4).map { number in
                #"{"type":"track","event":"event \#(number)","userId":"u","messageId":"\#(number)"}"#
            }
            let reply = try await HTTP.post(
                collector.address + "/v1/batch", #"{"batch":[\#(items.joined(separator: ","))]}"#)
            #expect(reply.status == 200)
            #expect(try await collector.export().map(\.id) == ["1", "2", "3", "4"])
        }
    }
}
