import Foundation
import HTTPTypes
import TestSupport
import Testing
import TrackproofCollector

/// Tests that the store finds retries, counts events and removes requests exactly as a simple model does.
@Suite("Comparison of the store with a model", .timeLimit(.minutes(15)))
struct StoreModelTests {
    private static let maxItems = 40

    @Test(arguments: 1...UInt64(rounds(2, deep: 8))) func theStoreMatchesTheModel(seed: UInt64) async throws {
        let folder = try TemporaryFolder()
        let walk = Walk(seed: seed, store: folder.file("s.sqlite"))
        for _ in 0..<3 { try await walk.runOneCollector() }
        withExtendedLifetime(folder) {}
    }

    /// A walk of random steps. The same seed gives the same steps.
    private actor Walk {
        private var random: SeededGenerator
        private var model = Model(maxItems: StoreModelTests.maxItems)
        private var other: String?
        private let store: String

        init(seed: UInt64, store: String) {
            random = SeededGenerator(seed: seed)
            self.store = store
        }

        func runOneCollector() async throws {
            let retention = Retention(events: Int64(StoreModelTests.maxItems))
            try await Collector.serve(store: store, { $0.retention = retention }) { client in
                for _ in 0..<25 { try await self.step(client) }
            }
        }

        private func step(_ client: ControlClient) async throws {
            if other == nil { other = try await client.open("other") }
            let session = Bool.random(using: &random) ? "default" : other ?? ""
            if Int.random(in: 0..<12, using: &random) == 0 {
                #expect(try await client.send(.post, "reset", #"{"session":"\#(session)"}"#).status == 204)
                model.reset(session)
            } else {
                let items = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    Model.Item(
                        id: Int.random(in: 0..<40, using: &random), value: Int.random(in: 0..<2, using: &random),
                        isValid: Int.random(in: 0..<6, using: &random) > 0)
                }
                let answer = try await client.send(
                    .post, "/s/\(session)/v1/batch", #"{"batch":[\#(items.map(\.json).joined(separator: ","))]}"#)
                #expect(answer.status == 200)
                model.add(items, to: session)
            }
            for session in ["default", other ?? ""] { try await compare(session, client) }
            let health = try await client.send(.get, "health").json()
            #expect(health["requests"]?.integer == Int64(model.requests.count))
        }

        private func compare(_ session: String, _ client: ControlClient) async throws {
            let events = try await client.send(.get, "events?session=\(session)").json()["events"]
            let found = events?.array?.map { "\($0["seq"]?.integer ?? 0): \($0["name"]?.string ?? "")" }
            #expect(found == model.events(session))
            let retries = try await client.send(.get, "retries?session=\(session)").json()["retries"]
            #expect(retries?.names == model.retries(session))
            let summary = try await client.send(.get, "sessions/\(session)").json()
            #expect(summary["events"]?.integer == Int64(model.events(session).count))
            #expect(summary["rejected"]?.integer == Int64(model.rejected(session)))
            #expect(summary["lost"]?["removed"]?.integer == Int64(model.removed[session] ?? 0))
        }
    }

    private struct Model {
        struct Item: Equatable {
            let id: Int
            let value: Int
            let isValid: Bool

            var json: String {
                isValid
                    ? #"{"type":"track","event":"e\#(id)-\#(value)","userId":"u","messageId":"\#(id)"}"#
                    : #"{"type":"no"}"#
            }
        }

        struct Request {
            let session: String
            let size: Int
            var events: [(sequence: Int, item: Item)] = []
            var retries: [Item] = []
            var rejected = 0
        }

        let maxItems: Int
        private(set) var requests: [Request] = []
        private var last: [String: Int] = [:]
        /// The number of events and rejected items that the limit removed from each session.
        private(set) var removed: [String: Int] = [:]

        init(maxItems: Int) { self.maxItems = maxItems }

        mutating func add(_ items: [Item], to session: String) {
            var request = Request(session: session, size: items.count)
            for item in items {
                let known = (requests.filter { $0.session == session } + [request]).flatMap(\.events)
                    .first { $0.item.id == item.id }
                if !item.isValid {
                    request.rejected += 1
                } else if let known {
                    if known.item == item { request.retries.append(item) } else { request.rejected += 1 }
                } else {
                    last[session, default: 0] += 1
                    request.events.append((last[session, default: 0], item))
                }
            }
            requests.append(request)
            // Removes requests without an event before requests with events. The session with the most items that are
            // not events is the first to lose such requests.
            let noisy = Set(requests.map(\.session)).map { ($0, noise($0), $0 == "default") }
            for (session, _, _) in noisy.sorted(by: { ($0.1, $0.2 ? 1 : 0) > ($1.1, $1.2 ? 1 : 0) }) {
                remove { $0.session == session && $0.events.isEmpty }
            }
            remove { _ in true }
        }

        /// Removes the oldest requests that meet a condition until the others fit, but not the newest request.
        private mutating func remove(where condition: (Request) -> Bool) {
            while requests.reduce(0, { $0 + $1.size }) > maxItems,
                let index = requests.dropLast().firstIndex(where: condition)
            {
                let request = requests.remove(at: index)
                removed[request.session, default: 0] += request.events.count + request.rejected
            }
        }

        private func noise(_ session: String) -> Int {
            storedRequests(in: session).reduce(0) { $0 + $1.size - $1.events.count }
        }

        mutating func reset(_ session: String) {
            requests.removeAll { $0.session == session }
            last[session] = 0
            removed[session] = 0
        }

        func events(_ session: String) -> [String] {
            storedRequests(in: session).flatMap(\.events).map { "\($0.sequence): e\($0.item.id)-\($0.item.value)" }
        }

        func retries(_ session: String) -> [String] {
            storedRequests(in: session).flatMap(\.retries).map { "e\($0.id)-\($0.value)" }
        }

        func rejected(_ session: String) -> Int { storedRequests(in: session).reduce(0) { $0 + $1.rejected } }

        private func storedRequests(in session: String) -> [Request] { requests.filter { $0.session == session } }
    }
}
