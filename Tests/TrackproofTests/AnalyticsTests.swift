import Testing
import Trackproof

/// The log of the calls that several providers received, in order.
private final class CallLog: Sendable {
    private let recorder = EventRecorder()
    private let analytics: Analytics

    init() { analytics = Analytics(providers: [recorder]) }

    func add(_ line: String) { analytics.track(name: line) }
    var lines: [String] { recorder.events.map(\.event.name) }

    func provider(_ id: ProviderID) -> ClosureProvider {
        ClosureProvider(
            id, flush: { self.add("\(id) flush") }, setConsent: { self.add("\(id) consent \($0)") },
            track: { self.add("\(id) \($0)") })
    }
}

@Suite struct AnalyticsTests {
    private let log = CallLog()
    private let recorder = EventRecorder()

    @Test func everyProviderGetsEachEventInOrder() {
        let analytics = Analytics(providers: [log.provider("a"), log.provider("b")])
        analytics.track(Event("tap", ["id": 1]))
        analytics.screen("home")
        analytics.addProvider(log.provider("c"))
        analytics.track(name: "bare", ["id": 2])
        analytics.removeProvider("a")
        analytics.identify("u1", ["plan": "pro"])
        analytics.flush()
        #expect(
            log.lines == [
                "a track tap {id: 1}", "b track tap {id: 1}", "a screen home", "b screen home", "a track bare {id: 2}",
                "b track bare {id: 2}", "c track bare {id: 2}", #"b identify "u1" {plan: "pro"}"#,
                #"c identify "u1" {plan: "pro"}"#, "b flush", "c flush",
            ])
    }

    @Test func defaultParametersAreAddedUnlessTheEventHasThem() {
        let analytics = Analytics(providers: [recorder])
        analytics.setDefaultParameters(["app": "1.0", "id": 0])
        analytics.track(Event("tap", ["id": 5, "x": true]))
        analytics.screen("home")
        analytics.track(.page("page"))
        analytics.identify("u1")
        analytics.track(.group("g1"))
        analytics.track(.alias("u2"))
        analytics.reset()
        analytics.setDefaultParameters([:])
        analytics.track(name: "plain")
        #expect(
            recorder.events.map(\.event.description) == [
                #"track tap {app: "1.0", id: 5, x: true}"#, #"screen home {app: "1.0", id: 0}"#,
                #"page page {app: "1.0", id: 0}"#, #"identify "u1""#, #"group "g1""#, #"alias "u2""#, "reset",
                "track plain",
            ])
    }

    @Test func transformationsAndFiltersApplyInTheOrderTheyWereAdded() {
        let analytics = Analytics(providers: [recorder])
        analytics.setDefaultParameters(["n": 1])
        func rename(_ suffix: String) -> @Sendable (Event) -> Event? {
            { event in
                var event = event
                event.name += suffix
                return event
            }
        }
        analytics.addTransformation(rename("_first"))
        analytics.addFilter { $0.name != "secret_first" && $0.parameters["n"] == .integer(1) }
        analytics.addTransformation(rename("_second"))
        analytics.addTransformation { $0.name == "dropped_first_second" ? nil : $0 }
        analytics.addFilter { $0.name.hasSuffix("_first_second") }
        for name in ["tap", "secret", "dropped", "secret_first"] { analytics.track(name: name) }
        analytics.track(name: "other", ["n": 2])
        #expect(recorder.events.map(\.event.name) == ["tap_first_second", "secret_first_first_second"])
    }

    @Test func nothingIsTrackedOrRecordedWithoutConsent() {
        let analytics = Analytics(providers: [log.provider("a"), recorder], consent: false)
        analytics.track(name: "before")
        analytics.setConsent(true)
        analytics.track(name: "during")
        analytics.setConsent(false)
        analytics.track(name: "after")
        analytics.identify("u1")
        #expect(log.lines == ["a consent true", "a track during", "a consent false"])
        #expect(recorder.events.map(\.event.name) == ["during"])
    }

    @Test func aProviderGetsItsOwnNameAndARecorderTheAppsName() {
        let analytics = Analytics(providers: [log.provider("firebase"), log.provider("segment"), recorder])
        analytics.track(Event("purchase", ["id": 1]).named("ecommerce_purchase", for: "firebase"))
        analytics.track(Event("debug").skipping("firebase", "appmetrica").named("Debug", for: "segment"))
        analytics.track(Event("noise").unrecorded())
        analytics.track(Event("kept").named("other", for: "recorder").skipping("recorder"))
        #expect(
            log.lines == [
                "firebase track ecommerce_purchase {id: 1}", "segment track purchase {id: 1}", "segment track Debug",
                "firebase track noise", "segment track noise", "firebase track kept", "segment track kept",
            ])
        #expect(recorder.events.map(\.event.name) == ["purchase", "debug", "kept"])
        #expect(recorder.events.allSatisfy { $0.source == .app })
    }

    /// Tests that a recorder behind a queue is a recorder too.
    @Test func aWrappedRecorderKeepsNamesAndLeavesOutUnrecordedEvents() {
        let analytics = Analytics(providers: [
            EventRecorder(id: "inner").recorded(in: recorder), recorder.queued(),
        ])
        analytics.track(Event("noise").unrecorded())
        analytics.flush()
        #expect(recorder.events.isEmpty)
        analytics.removeProvider("inner")
        analytics.track(Event("kept").named("other", for: "recorder").skipping("recorder"))
        analytics.flush()
        #expect(recorder.events.map(\.event.name) == ["kept"])
        #expect(recorder.queued().isRecorder && recorder.isRecorder)
        #expect(!ConsoleProvider().queued().isRecorder)
    }

    @Test func aRecordedProviderRecordsTheEventsThatItGets() {
        let analytics = Analytics(providers: [recorder, log.provider("firebase").recorded(in: recorder)])
        analytics.track(Event("purchase", ["id": 1]).named("ecommerce_purchase", for: "firebase"))
        analytics.track(Event("skipped").skipping("firebase"))
        analytics.flush()
        analytics.setConsent(true)
        #expect(
            recorder.events.map { "\($0.source) \($0.event)" } == [
                "app track purchase {id: 1}", "provider:firebase track ecommerce_purchase {id: 1}", "app track skipped",
            ])
        #expect(
            log.lines == ["firebase track ecommerce_purchase {id: 1}", "firebase flush", "firebase consent true"])
    }

    @Test func aQueuedProviderIsCalledInOrderAndFlushWaitsForIt() {
        let analytics = Analytics(providers: [log.provider("slow").queued()])
        let names = (0..<500).map { "event_\($0)" }
        for name in names { analytics.track(name: name) }
        analytics.setConsent(true)
        analytics.flush()
        #expect(log.lines == names.map { "slow track \($0)" } + ["slow consent true", "slow flush"])
    }

    @Test func theConsolePrintsALineForEachEvent() {
        let log = log
        let analytics = Analytics(providers: [
            ConsoleProvider { log.add($0) }, ConsoleProvider(id: "other", prefix: "> ") { log.add($0) },
        ])
        analytics.track(Event("movie_tapped", ["id": 67_563, "slug": "a\nb"]))
        #expect(
            log.lines == [
                #"[analytics] track movie_tapped {id: 67563, slug: "a\nb"}"#,
                #"> track movie_tapped {id: 67563, slug: "a\nb"}"#,
            ])
    }

    @Test func aUserPropertyIsAnIdentifyEventWithoutAUser() {
        let analytics = Analytics(providers: [recorder])
        analytics.setUserProperty("plan", to: "pro")
        analytics.setUserProperty("plan", to: nil)
        analytics.setUserProperty("visits", to: Int?.none)
        #expect(
            recorder.events.map(\.event.description) == [
                #"identify {plan: "pro"}"#, "identify {plan: null}", "identify {visits: null}",
            ])
        #expect(recorder.events.allSatisfy { $0.event.user == nil })
    }

    @Test func aProviderMayTrackAndChangeTheFacadeWhileItIsCalled() {
        let analytics = Analytics(providers: [recorder])
        analytics.addProvider(
            ClosureProvider("echo") { [weak analytics] event in
                guard event.name == "tap" else { return }
                analytics?.removeProvider("echo")
                analytics?.track(name: "echo")
            })
        analytics.track(name: "tap")
        analytics.track(name: "tap")
        #expect(recorder.events.map(\.event.name) == ["tap", "echo", "tap"])
    }

    /// Tests that an event keeps all its properties. The recorder adds a sequence number, and a time if there is no
    /// time.
    @Test func anEventIsRecordedWithAllItsProperties() throws {
        let time = try #require(EventTime("2026-11-21T09:30:00.000Z"))
        let received = RecordedEvent(
            Event("purchase", ["price": 19.99]), source: .wire("segment"), sequence: 77, time: time, id: "m-1",
            anonymous: "a-1", context: ["os": "iOS"], unknown: ["x": 1])
        recorder.record(received)
        recorder.record(Event("plain"), source: .app)
        var expected = received
        expected.sequence = 1
        #expect(recorder.events.first == expected)
        #expect(recorder.events.last?.sequence == 2)
        #expect(recorder.events.last?.time != nil)
    }
}
