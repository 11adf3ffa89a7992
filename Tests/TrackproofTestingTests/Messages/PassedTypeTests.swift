import Foundation
import Testing
import Trackproof

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// Tests of the types of values that an app passes in dictionaries, as it passes them to an SDK.
@Suite struct PassedTypeTests {
    private struct Item: Encodable {
        var size = 2
    }

    private struct Vendor: AnalyticsProvider {
        let id: ProviderID = "vendor"
        func track(_ event: Event) {}
    }

    private static let message = """
        1 invalid event:
            track saved {kind: "Up_Next", list: [{size: 2}], ok: "text"}
                JSONSerialization and most SDKs refuse the type of kind (Substring), list.0 (Item)
        convert the value in the app, for example with String(…). If the app itself tracks with Trackproof, its providers \
        get the value converted: use the trait .recordingEvents.converting (with XCTest, override convertsValues)
        """

    @Sendable private static func track(_ analytics: Analytics) {
        let parts = "widget$Up_Next".split(separator: "$")
        analytics.track(name: "saved", dictionary: ["kind": parts[1], "list": [Item()], "ok": "text"])
    }

    @Test func aValueThatSDKsRefuseFailsTheTest() async throws {
        let failures = try await failures { Self.track(.recording()) }
        #expect(failures.map(\.message) == [Self.message])
        let own = try await capturedFailuresOfOwnRecorder(converting: false)
        #expect(own.map(\.message) == [Self.message])
    }

    @Test func aValueThatTrackproofConvertsInTheAppTooFailsNoTest() async throws {
        let rules = RecordingTrait(isExhaustive: true).converting.rules
        #expect(try await failures(rules: rules) { Self.track(.recording()) }.isEmpty)
        #expect(try await failures { Self.track(.recording(Vendor())) }.isEmpty)
        #expect(try await failures { Self.track(Analytics(providers: [Vendor()]).addTestRecorder()) }.isEmpty)
        #expect(try await capturedFailuresOfOwnRecorder(converting: true).isEmpty)
    }

    private func capturedFailuresOfOwnRecorder(converting: Bool) async throws -> [Failure] {
        try await failures {
            let recorder = TestRecorder(exhaustively: false, converting: converting)
            Self.track(Analytics(providers: [recorder]))
        }
    }

    @Test func anAssertionCanAskForTheType() async throws {
        let failures = try await failures(exhaustively: true) {
            Analytics.recording().track(
                name: "trial",
                dictionary: [
                    "ends": Date(timeIntervalSince1970: 0), "link": "https://a.example", "n": 1,
                    "price": Decimal(5), "speed": Float(1.5), "inner": ["data": Data([1])],
                ])
            expectTracked(
                "trial",
                [
                    "ends": .passed(as: Date.self), "price": .passed(as: Decimal.self, 5.0),
                    "speed": .passed(as: Float.self, .in(1.0...2.0)), "link": .passed(as: String.self),
                    "inner": .object(["data": .passed(as: Data.self, "AQ==")]), "n": .passed(as: Int.self, 1),
                ])
        }
        #expect(failures.isEmpty)
    }

    @Test func anotherTypeFailsTheAssertion() async throws {
        let failures = try await failures {
            Analytics.recording().track(name: "trial", dictionary: ["speed": 1.5, "link": "https://a.example"])
            expectTracked("trial", ["speed": .passed(as: Float.self, 1.5), "link": .passed(as: URL.self)])
            expectTracked("trial", including: ["speed": .list(.passed(as: Float.self))])
        }
        #expect(
            failures.map(\.message) == [
                """
                not tracked with these parameters: track trial {speed: 1.5, passed as Float, link: any value, passed as URL}
                closest match is number 1: track trial
                    ~ speed was passed as Double instead of Float
                    ~ link was passed as String instead of URL
                recorded 1 event:
                    1  track trial {link: "https://a.example", speed: 1.5}
                """,
                """
                invalid expectation: track trial {speed: [any value, passed as Float], …}
                    speed.0: passed(as:) has no effect in a list
                """,
            ])
    }
}
