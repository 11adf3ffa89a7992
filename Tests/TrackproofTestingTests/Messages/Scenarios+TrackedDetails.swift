import Trackproof
import TrackproofTesting
import TrackproofAssertions

extension Scenario {
    /// Scenarios of `expectTracked` that concern the parameters of an event, its source and the length of the wait.
    static let trackedDetails: [Scenario] = [
        Scenario("parameters: nested", after: Event("buy", ["items": [item(1, tags: ["new", "sale"])]])) {
            line(of: expectTracked("buy", ["items": [item(2, tags: ["new"])], "tags": [1, 2]]))
        },
        Scenario("parameters: an object for a list", after: Event("purchase", ["items": ["id": 1]])) {
            line(of: expectTracked("purchase", ["items": [1]]))
        },
        Scenario(
            "parameters: the nearest value", after: Event("purchase", ["price": 18.99]),
            Event("purchase", ["price": .null])
        ) {
            line(of: expectTracked("purchase", ["price": 19.99]))
        },
        Scenario(
            "parameters: only another type", after: Event("purchase", ["price": 18.99]),
            Event("purchase", ["price": "19.99"])
        ) {
            line(of: expectTracked("purchase", ["price": 19.99]))
        },
        Scenario("parameters: some, one wrong", after: Event("tap", ["id": 1, "slug": "a"])) {
            line(of: expectTracked("tap", including: ["id": 2]))
        },
        Scenario("parameters: some, one not there", after: Event("tap", ["id": 1])) {
            line(of: expectTracked("tap", including: ["slug": "a"]))
        },
        Scenario("parameters: they do not matter") { line(of: expectTracked("tap", including: [:])) },
        Scenario("a choice of none", after: Event("tap")) {
            line(of: expectTracked("tap", ["id": .oneOf()], times: 0))
        },
        Scenario("an empty range", after: Event("tap")) {
            line(of: expectCount(0, of: "tap", including: ["id": .in(5..<5)]))
        },
        Scenario("a value that cannot be a parameter", after: Event("tap")) {
            line(of: expectTracked("tap", ["method": .equal(Forgotten())]))
        },
        Scenario("fewer than no times", after: Event("tap")) { line(of: expectTracked("tap", times: -1)) },
        Scenario("parameters: a name given twice", after: Event("tap", ["id": 2])) {
            line(of: expectTracked("tap", ["id": 1, "id": 2]))
        },
        Scenario("parameters: a name given twice in what is not to be tracked") {
            line(of: expectTracked("tap", including: ["item": .object(["id": .uuid, "id": .anyInteger])], times: 0))
        },
        Scenario("parameters: a name given twice in a count") {
            line(of: expectCount(0, including: ["path": .list(.object(["id": 1, "id": 2]))]))
        },
        Scenario("parameters: a name given twice in the event that is expected") {
            line(of: expectEvents(Event("tap", ["id": 1, "id": 2])) { track(Event("tap", ["id": 2])) })
        },
        Scenario("parameters: an expected value that cannot be encoded") {
            let (item, only) = (
                ParameterMatcher.equal(.encoding(Priced())), ParameterMatcher.equal(.encoding(NoPrice()))
            )
            return line(of: expectTracked("tap", ["item": item, "only": only]))
        },
        Scenario("parameters: a name given twice when it was tracked") {
            track(Event("tap", ["id": 1, "id": 2]))
            return line(of: expectTracked("tap", ["id": 2]))
        },
        Scenario("parameters: more than can be read", after: Event("tap", numbered(25, from: 0))) {
            line(of: expectTracked("tap", ExpectedParameters(numbered(25, from: 100))))
        },
        Scenario("encoding error") {
            Analytics.recording().track(Unencodable())
            return line(of: expectTracked("unencodable", ["id": 1]))
        },
        Scenario("source: no provider takes part", after: Event("tap")) {
            line(of: expectTracked("tap", source: .provider("firebase")))
        },
        Scenario("source: nothing arrived on the wire", after: Event("tap")) {
            line(of: expectTracked("tap", source: .wire("segment")))
        },
        Scenario("source: another provider's name") {
            Analytics.recording(ClosureProvider("firebase") { _ in }.recorded()).track(
                Event("tap").named("select", for: "firebase"))
            return line(of: expectTracked("tap", source: .provider("firebase")))
        },
        Scenario("wait: not within", after: Event("view")) {
            line(of: expectTracked("tap", within: .milliseconds(20)))
        },
        Scenario("wait: not within, asynchronous", after: Event("view")) {
            await line(of: expectTracked("tap", ["id": .uuid], within: .milliseconds(20)))
        },
        Scenario("wait: too few within", after: Event("tap")) {
            line(of: expectTracked("tap", times: 2, within: .milliseconds(20)))
        },
        Scenario("wait: too few within, asynchronous", after: Event("tap")) {
            await line(of: expectTracked("tap", times: 2, within: .milliseconds(20)))
        },
        Scenario("wait: too many", after: Event("tap"), Event("tap")) {
            await line(of: expectTracked("tap", within: .seconds(20)))
        },
        Scenario("wait: one that should not come", after: Event("tap")) {
            line(of: expectTracked("tap", times: 0, within: .seconds(20)))
        },
        Scenario("wait: one that should not come, asynchronous", after: Event("tap")) {
            await line(of: expectTracked("tap", times: 0, within: .seconds(20)))
        },
    ]
}

private struct Unencodable: AnalyticsEvent {
    func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self, EncodingError.Context(codingPath: [], debugDescription: "the id is not known yet"))
    }
}

private func item(_ id: Int, tags: [String]) -> EventParameters { ["id": id, "tags": tags] }

/// Returns the parameters `p10`, `p11`, … with consecutive integers as values.
private func numbered(_ count: Int, from first: Int) -> EventParameters {
    EventParameters((0..<count).map { EventParameter("p\(10 + $0)", .integer(Int64(first + $0))) })
}

private struct Priced: Encodable {
    var id = 1
    var price = NoPrice()
}

private struct NoPrice: Encodable, Error, CustomStringConvertible {
    var description: String { "no price yet" }
    func encode(to encoder: any Encoder) throws { throw self }
}

/// A type whose conversion to an `EventValue` returns `nil` by mistake.
private struct Forgotten: EventValueConvertible {
    var eventValue: EventValue? { nil }
}
