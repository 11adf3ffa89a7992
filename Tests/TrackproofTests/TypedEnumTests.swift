import Testing
import Trackproof

/// Tests of enums whose cases are events.
@Suite struct TypedEnumTests {
    enum LoginEvent: AnalyticsEvent {
        struct Reason: Encodable { var errorCode = 4 }
        case loginStarted
        case loginFailed(reason: String, attemptCount: Int?)
        case userID(String)
        case detailed(Reason)
        case pair(Int, String)
        case listed([Int])
    }

    @Test(arguments: [
        (LoginEvent.loginStarted, "track login_started"),
        (
            .loginFailed(reason: "password", attemptCount: 2),
            #"track login_failed {reason: "password", attempt_count: 2}"#
        ),
        (.loginFailed(reason: "password", attemptCount: nil), #"track login_failed {reason: "password"}"#),
        (.userID("u1"), #"track user_id {value: "u1"}"#),
        (.detailed(.init()), "track detailed {error_code: 4}"),
        (.pair(1, "a"), #"track pair {_0: 1, _1: "a"}"#),
        (.listed([1, 2]), "track listed {value: [1, 2]}"),
    ])
    func aCaseIsAnEventAndItsValuesAreParameters(event: LoginEvent, text: String) {
        // The first event of a type determines the names of the parameters. The second event must use the same names.
        for _ in 0..<2 { #expect(tracked(event)?.description == text) }
    }

    enum Tab: String, AnalyticsEvent {
        case homeShown
        case settingsShown = "Settings Shown"
    }

    @Test func aStringEnumUsesItsRawValuesAsNames() {
        #expect(tracked(Tab.homeShown)?.description == "track homeShown")
        #expect(tracked(Tab.settingsShown)?.description == "track Settings Shown")
    }

    enum Step: Int, AnalyticsEvent { case first = 1 }

    @Test func anIntegerEnumIsNamedAfterItsType() {
        #expect(tracked(Step.first)?.description == "track step {value: 1}")
    }

    /// A struct that encodes one nested container, as the compiler's code for an enum does.
    struct Wrapped: AnalyticsEvent {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            var properties = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("properties"))
            try properties.encode(1, forKey: AnyKey("id"))
        }
    }

    @Test func aStructWithOneNestedContainerKeepsItsName() {
        for _ in 0..<2 { #expect(tracked(Wrapped())?.description == "track wrapped {properties: {id: 1}}") }
    }

    enum HandWritten: AnalyticsEvent {
        case both
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            var nested = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("first"))
            try nested.encode(1, forKey: AnyKey("id"))
            try container.encode(2, forKey: AnyKey("second"))
        }
    }

    @Test func anEnumThatEncodesSeveralKeysKeepsThemAll() {
        #expect(tracked(HandWritten.both)?.description == "track hand_written {first: {id: 1}, second: 2}")
    }
}
