import Foundation
import Subprocess
import TestSupport
import Testing
import Trackproof

@Suite("Killing the collector", .timeLimit(.minutes(30)))
struct KillTests {
    /// The number of kills. Set `TRACKPROOF_KILLS=100` for a long run.
    private static let kills = ProcessInfo.processInfo.environment["TRACKPROOF_KILLS"].flatMap { Int($0) } ?? 10

    @Test func acknowledgedEventsAreStoredOnceDespiteKills() async throws {
        let folder = try TemporaryFolder()
        let store = folder.file("s.sqlite")
        let journal = Journal()
        let clients = Task {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<4 { group.addTask { try await send(as: number, journal) } }
                try await group.waitForAll()
            }
        }
        defer { clients.cancel() }
        for _ in 0..<Self.kills {
            let (_, killed) = try await withCollector(store: store) { collector in
                await journal.open(at: collector.address)
                // In one of five rounds, the test does not wait for an acknowledged event before the kill.
                if Int.random(in: 0..<5) > 0 { await journal.nextAcknowledgement() }
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...200)))
                await journal.close()
                try collector.send(.kill)
            }
            try #require(killed.status == 128 + 9, "\(killed.errors)")
        }
        let ((events, counts), outcome) = try await withCollector(store: store) { collector in
            await journal.end()
            await journal.open(at: collector.address)
            try await clients.value
            return (try await collector.export(), try await collector.get("health").text)
        }
        #expect(outcome.status == 0, "\(outcome.errors)")

        let ids = events.compactMap(\.id)
        let (acknowledged, abandoned) = await (journal.acknowledged, journal.abandoned)
        #expect(Set(ids).count == ids.count, "the store has an event twice")
        #expect(acknowledged.subtracting(ids) == [], "an acknowledged event is missing")
        #expect(Set(ids).subtracting(acknowledged).subtracting(abandoned) == [], "an event was not sent")
        #expect(counts.contains("\"events\":\(ids.count),"), "the count differs from the stored events: \(counts)")
        #expect(events.map(\.sequence) == events.indices.map { Int64($0 + 1) })
        #expect(events.allSatisfy { $0.event == Event("Tick", ["of": .string($0.id ?? ""), "größe": "ü"], by: "u") })
        // The test proves something only if some kills happened while clients waited for an answer.
        let unanswered = await journal.unanswered
        #expect(acknowledged.count > Self.kills && unanswered > 0)
        print("\(Self.kills) kills: \(acknowledged.count) events acknowledged, \(unanswered) requests unanswered")

        let script = """
            import sqlite3, sys
            print(sqlite3.connect(sys.argv[1]).execute("PRAGMA integrity_check").fetchall())
            """
        let check = try await Program.python("-c", script, store).run()
        #expect(check.output == "[('ok',)]\n")
    }

    /// Sends batches until `journal.isOver` is `true`. If a batch gets no answer, repeats the batch or abandons it.
    private func send(as client: Int, _ journal: Journal) async throws {
        var number = 0
        while await !journal.isOver {
            number += 1
            let ids = (0..<Int.random(in: 1...8)).map { "\(client)-\(number)-\($0)" }
            let items = ids.map { id in
                #"{"type":"track","event":"Tick","userId":"u","messageId":"\#(id)","properties":{"of":"\#(id)","größe":"ü"}}"#
            }
            let body = #"{"batch":[\#(items.joined(separator: ","))]}"#
            while true {
                do {
                    let reply = try await HTTP.post(await journal.currentAddress() + "/v1/batch", body)
                    try #require(reply.status == 200, "\(reply.text)")
                    await journal.acknowledge(ids)
                    break
                } catch is URLError {
                    await journal.countUnanswered()
                }
                if Int.random(in: 0..<10) == 0 {
                    await journal.abandon(ids)
                    break
                }
                // The client waits before it tries again, as an SDK does.
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }
}

extension Event {
    fileprivate init(_ name: String, _ parameters: EventParameters, by user: String) {
        self.init(name, parameters)
        self.user = user
    }
}
