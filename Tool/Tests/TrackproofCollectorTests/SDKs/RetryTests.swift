import Testing
import Trackproof

/// What an SDK makes of a request that fails: one event, one failure.
struct Trial: Sendable, CustomTestStringConvertible {
    enum Failure: String, Sendable {
        case status500 = #""status":500"#
        case status503 = #""status":503"#
        /// The connection is closed, and nothing was taken.
        case drop = #""drop":true"#
        /// Taken and kept, but the answer gets lost.
        case lostAnswer = #""drop":true,"stored":true"#
    }

    let client: String
    let mode: String
    let failure: Failure
    /// How many requests the SDK makes.
    let requests: Int
    /// How often the event is recorded.
    let events: Int
    /// How often it is listed as a retry.
    let retries: Int
    /// What the app is told.
    var raised: String?

    var testDescription: String { "\(client), \(mode), \(failure)" }

    /// Nothing is lost and nothing is there twice.
    private static func retried(_ client: String, _ failures: Failure..., mode: String = "once") -> [Trial] {
        failures.map { failure in
            Trial(
                client: client, mode: mode, failure: failure, requests: 2, events: 1,
                retries: failure == .lostAnswer ? 1 : 0)
        }
    }

    /// The SDK leaves it to the app, or to nobody.
    private static func givenUp(
        _ client: String, mode: String = "once", _ failures: KeyValuePairs<Failure, String?>
    ) -> [Trial] {
        failures.map { failure, raised in
            Trial(
                client: client, mode: mode, failure: failure, requests: 1, events: failure == .lostAnswer ? 1 : 0,
                retries: 0, raised: raised)
        }
    }

    static let all: [Trial] = [
        retried("segment", .status500, .drop, .lostAnswer),
        givenUp("segment", mode: "once-sync", [.status500: "APIError", .lostAnswer: "ConnectionError"]),
        retried("rudderstack", .status500, .drop, .lostAnswer),
        retried("amplitude", .status500),
        // It knows a connection that cannot be had, not one that breaks: the event is gone. The thread that sends by
        // itself tells nobody; a flush by hand raises.
        givenUp("amplitude", [.drop: "RemoteDisconnected", .lostAnswer: "RemoteDisconnected"]),
        retried("mixpanel", .status500, .drop, .lostAnswer),
        // By http it does not retry; the trials above give http what the SDK gives https.
        givenUp("mixpanel", mode: "once-http", [.status500: "MixpanelException", .lostAnswer: "MixpanelException"]),
        retried("posthog", .status500, .drop, .lostAnswer),
        retried("posthog", .status500, .lostAnswer, mode: "once-v1"),
        retried("snowplow", .status500, .drop, .lostAnswer),
        retried("snowplow", .lostAnswer, mode: "once-get"),
        // It never retries.
        givenUp("ga4", [.status500: "HTTPError", .drop: "RemoteDisconnected", .lostAnswer: "RemoteDisconnected"]),
        retried("otlp", .status503, .drop, .lostAnswer),
        // By OTLP's rules of all 5xx only 502, 503 and 504 are worth another try; the app is not told.
        givenUp("otlp", [.status500: nil]),
        // Without an id nobody can tell a retry from an event.
        [
            Trial(
                client: "otlp", mode: "once-without-id", failure: .lostAnswer, requests: 2, events: 2, retries: 0)
        ],
    ].flatMap(\.self)
}

@Suite("Real SDKs retry, and nothing is lost or there twice but where they lose it", .timeLimit(.minutes(15)))
struct RetryTests {
    @Test(arguments: Trial.all)
    func oneFailure(trial: Trial) async throws {
        let folder = try TemporaryFolder()
        try await withCollector(store: folder.file("s.sqlite")) { collector in
            let session = try await collector.openSession(trial.testDescription)
            try await collector.planFailure(trial.failure.rawValue, for: session)
            let deed = try await Client.run(trial.client, trial.mode, at: session.url)
            #expect(deed.raised == trial.raised)
            #expect(deed.requests.count == trial.requests)

            let events = try await collector.export(session)
            #expect(events.count == trial.events)
            #expect(events.map(\.sequence) == (0..<trial.events).map { Int64($0 + 1) })
            #expect(events.allSatisfy { $0.event.parameters == ["n": 9_007_199_254_740_993] })
            let retries = try await collector.retries(session)
            #expect(retries.count == trial.retries)
            #expect(retries.allSatisfy { $0 != nil && $0 == events.first?.id })
            #expect(try await collector.rejections(session) == [])
        }
    }
}
