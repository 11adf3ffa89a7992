import TestSupport
import Testing
import Trackproof

/// An event whose request fails once, and what its SDK is expected to do about the failure.
struct Trial: Sendable {
    enum Failure: String, Sendable {
        case status500 = #""status":500"#
        case status503 = #""status":503"#
        /// The collector closes the connection and stores nothing.
        case drop = #""drop":true"#
        /// The collector stores the request, but closes the connection without an answer.
        case lostAnswer = #""drop":true,"stored":true"#
    }

    let client: String
    let mode: String
    let failure: Failure
    /// The number of requests that the SDK sends.
    let requests: Int
    /// The number of times that the collector records the event.
    let events: Int
    /// The number of times that the collector lists the event as a retry.
    let retries: Int
    /// The class name of the exception that the app gets, or `nil` if it gets no exception.
    var raised: String?

    /// Returns trials in which the SDK retries, so the collector records the event exactly once.
    private static func retried(_ client: String, _ failures: Failure..., mode: String = "once") -> [Trial] {
        failures.map { failure in
            Trial(
                client: client, mode: mode, failure: failure, requests: 2, events: 1,
                retries: failure == .lostAnswer ? 1 : 0)
        }
    }

    /// Returns trials in which the SDK does not retry. The SDK raises an exception, or fails silently.
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
        // Amplitude's SDK handles a failed attempt to connect. If an open connection breaks, the SDK loses the event.
        // Only an explicit flush raises an exception. The SDK's own thread does not report the loss.
        givenUp("amplitude", [.drop: "RemoteDisconnected", .lostAnswer: "RemoteDisconnected"]),
        retried("mixpanel", .status500, .drop, .lostAnswer),
        // Mixpanel's SDK retries only over https. The trials above make the SDK retry over http.
        givenUp("mixpanel", mode: "once-http", [.status500: "MixpanelException", .lostAnswer: "MixpanelException"]),
        retried("posthog", .status500, .drop, .lostAnswer),
        retried("posthog", .status500, .lostAnswer, mode: "once-v1"),
        retried("snowplow", .status500, .drop, .lostAnswer),
        retried("snowplow", .lostAnswer, mode: "once-get"),
        // GA4's client never retries.
        givenUp("ga4", [.status500: "HTTPError", .drop: "RemoteDisconnected", .lostAnswer: "RemoteDisconnected"]),
        retried("otlp", .status503, .drop, .lostAnswer),
        // Of all 5xx answers, OTLP allows a retry only for 502, 503 and 504. The app gets no exception.
        givenUp("otlp", [.status500: nil]),
        // Without an id, the collector cannot tell a retry from a new event.
        [
            Trial(
                client: "otlp", mode: "once-without-id", failure: .lostAnswer, requests: 2, events: 2, retries: 0)
        ],
    ].flatMap(\.self)
}

/// Tests with the real SDKs, which need most of the time.
@Suite("Retries by real SDKs", .timeLimit(.minutes(15)))
struct RetryTests {
    @Test(arguments: Set(Trial.all.map(\.client)).sorted())
    func aFailedRequestLeadsToTheExpectedEventsAndRetries(client: String) async throws {
        let folder = try TemporaryFolder()
        try await withCollector(store: folder.file("s.sqlite")) { collector in
            for trial in Trial.all where trial.client == client { try await check(trial, collector) }
        }
    }

    private func check(_ trial: Trial, _ collector: RunningCollector) async throws {
        let name: Comment = "\(trial.client), \(trial.mode), \(trial.failure)"
        let session = try await collector.openSession(name.rawValue)
        try await collector.planFailure(trial.failure.rawValue, for: session)
        let output = try await Client.run(trial.client, trial.mode, at: session.url)
        #expect(output.raised == trial.raised, name)
        #expect(output.requests.count == trial.requests, name)

        let events = try await collector.export(session)
        #expect(events.count == trial.events, name)
        #expect(events.map(\.sequence) == (0..<trial.events).map { Int64($0 + 1) }, name)
        let parameters: EventParameters = ["n": 9_007_199_254_740_993]
        #expect(events.allSatisfy { $0.event.parameters == parameters }, name)
        let retries = try await collector.retries(session)
        #expect(retries.count == trial.retries, name)
        #expect(retries.allSatisfy { $0 != nil && $0 == events.first?.id }, name)
        #expect(try await collector.rejections(session) == [], name)
    }
}
