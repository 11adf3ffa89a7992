import Trackproof
import TrackproofTesting
import TrackproofAssertions

extension Scenario {
    /// Scenarios of `expectTracked` that concern the parameters of an event, its source and the length of the wait.
    static let trackedDetails: [Scenario] = [
        Scenario(
            "parameters: nested", after: Event("buy", ["items": [item(1, tags: ["new", "sale"])]]),
            fails: """
                not tracked: track buy {items: [{id: 2, tags: ["new"]}], tags: [1, 2]}
                closest match is number 1: track buy
                    - items.0.id: 2
                    + items.0.id: 1
                    + items.0.tags.1: "sale"
                    - tags: [1, 2]
                recorded 1 event:
                    1  track buy {items: [{id: 1, tags: ["new", "sale"]}]}
                """
        ) {
            line(of: expectTracked("buy", ["items": [item(2, tags: ["new"])], "tags": [1, 2]]))
        },

        Scenario(
            "parameters: an object for a list", after: Event("purchase", ["items": ["id": 1]]),
            fails: """
                not tracked: track purchase {items: [1]}
                closest match is number 1: track purchase
                    - items: [1]
                    + items: {id: 1}  (array became object)
                recorded 1 event:
                    1  track purchase {items: {id: 1}}
                """
        ) {
            line(of: expectTracked("purchase", ["items": [1]]))
        },

        Scenario(
            "parameters: some, one wrong", after: Event("tap", ["id": 1, "slug": "a"]),
            fails: """
                not tracked: track tap {id: 2, …}
                closest match is number 1: track tap
                    - id: 2
                    + id: 1
                recorded 1 event:
                    1  track tap {id: 1, slug: "a"}
                """
        ) {
            line(of: expectTracked("tap", including: ["id": 2]))
        },

        Scenario(
            "parameters: some, one not there", after: Event("tap", ["id": 1]),
            fails: """
                not tracked: track tap {slug: "a", …}
                closest match is number 1: track tap
                    - slug: "a"
                recorded 1 event:
                    1  track tap {id: 1}
                """
        ) {
            line(of: expectTracked("tap", including: ["slug": "a"]))
        },

        Scenario(
            "parameters: they do not matter",
            fails: """
                not tracked: track tap {…}
                nothing was recorded
                """
        ) { line(of: expectTracked("tap", including: [:])) },

        Scenario(
            "a choice of none", after: Event("tap"),
            fails: """
                invalid expectation: track tap {id: one of }
                    id: the list of values is empty
                """
        ) {
            line(of: expectTracked("tap", ["id": .oneOf()], times: 0))
        },

        Scenario(
            "an empty range", after: Event("tap"),
            fails: """
                invalid expectation: {id: an integer in 5..<5, …}
                    id: the range is empty
                """
        ) {
            line(of: expectCount(0, of: "tap", including: ["id": .in(5..<5)]))
        },

        Scenario(
            "a value that cannot be a parameter", after: Event("tap"),
            fails: """
                invalid expectation: track tap {method: no value}
                    method: a value of type Forgotten cannot be a parameter
                """
        ) {
            line(of: expectTracked("tap", ["method": .equal(Forgotten())]))
        },

        Scenario(
            "fewer than no times", after: Event("tap"),
            fails: "an event cannot be tracked -1 times"
        ) {
            line(of: expectTracked("tap", times: -1))
        },

        Scenario(
            "parameters: a name given twice", after: Event("tap", ["id": 2]),
            fails: """
                invalid expectation: track tap {id: 2}
                    id: given twice, as 1 and as 2
                """
        ) {
            line(of: expectTracked("tap", ["id": 1, "id": 2]))
        },

        Scenario(
            "parameters: a name given twice in what is not to be tracked",
            fails: """
                invalid expectation: track tap {item: {id: any integer}, …}
                    item.id: given twice, as a UUID and as any integer
                """
        ) {
            line(of: expectTracked("tap", including: ["item": .object(["id": .uuid, "id": .anyInteger])], times: 0))
        },

        Scenario(
            "parameters: a name given twice in a count",
            fails: """
                invalid expectation: {path: [{id: 2}], …}
                    path.0.id: given twice, as 1 and as 2
                """
        ) {
            line(of: expectCount(0, including: ["path": .list(.object(["id": 1, "id": 2]))]))
        },

        Scenario(
            "parameters: a name given twice in the event that is expected",
            fails: """
                invalid expectation: track tap {id: 2}
                    id: given twice, as 1 and as 2
                """
        ) {
            line(of: expectEvents(Event("tap", ["id": 1, "id": 2])) { track(Event("tap", ["id": 2])) })
        },

        Scenario(
            "parameters: an expected value that cannot be encoded",
            fails: """
                invalid expectation: track tap {item: {id: 1}, only: no value}
                    item.price: no price yet
                    only: no price yet
                """
        ) {
            let (item, only) = (
                ParameterMatcher.equal(.encoding(Priced())), ParameterMatcher.equal(.encoding(NoPrice()))
            )
            return line(of: expectTracked("tap", ["item": item, "only": only]))
        },

        Scenario(
            "parameters: a name given twice when it was tracked",
            fails: """
                not tracked: track tap {id: 2}
                closest match is number 1: track tap
                    the event is invalid: id: given twice, as 1 and as 2
                recorded 1 event:
                    1  track tap {id: 2}  (invalid: id: given twice, as 1 and as 2)
                """,
            atEnd: """
                1 invalid event:
                    track tap {id: 2}
                        id: given twice, as 1 and as 2
                """
        ) {
            track(Event("tap", ["id": 1, "id": 2]))
            return line(of: expectTracked("tap", ["id": 2]))
        },

        Scenario(
            "parameters: more than can be read", after: Event("tap", numbered(25, from: 0)),
            fails: """
                not tracked: track tap \(numbered(25, from: 100))
                closest match is number 1: track tap
                \(lines(10...29) { "    - p\($0): \($0 + 90)\n    + p\($0): \($0 - 10)" })
                    … 5 more parameters
                recorded 1 event:
                    1  track tap {p10: 0, p11: 1, p12: 2, p13: 3, p14: 4, p15: 5, p16: 6, p17: 7, p18: 8, p19: 9, \
                p20: 10, \
                p21: 11, p22: 12, p23: 13, p24: 14, p25: 15, p26: 16, p27: 17, p28: 18, p29: 19, p30: 20, p31: 21, \
                p32: 22, p33: 23, p34: 24}
                """
        ) {
            line(of: expectTracked("tap", ExpectedParameters(numbered(25, from: 100))))
        },

        Scenario(
            "encoding error",
            fails: """
                not tracked: track unencodable {id: 1}
                closest match is number 1: track unencodable
                    - id: 1
                    the event is invalid: the id is not known yet
                recorded 1 event:
                    1  track unencodable  (invalid: the id is not known yet)
                """,
            atEnd: """
                1 invalid event:
                    track unencodable
                        the id is not known yet
                """
        ) {
            Analytics.recording().track(Unencodable())
            return line(of: expectTracked("unencodable", ["id": 1]))
        },

        Scenario(
            "source: no provider takes part", after: Event("tap"),
            fails: """
                not tracked: track tap
                no provider with this id is recorded (provider:firebase): call recorded() on the provider
                nothing was recorded
                """
        ) {
            line(of: expectTracked("tap", source: .provider("firebase")))
        },

        Scenario(
            "source: nothing arrived on the wire", after: Event("tap"),
            fails: """
                not tracked: track tap
                no event from wire:segment was received: make its SDK send to the collector, and flush the SDK
                nothing was recorded
                """
        ) {
            line(of: expectTracked("tap", source: .wire("segment")))
        },

        Scenario(
            "source: another provider's name",
            fails: """
                not tracked: track tap
                recorded 1 event:
                    1  track select
                """
        ) {
            Analytics.recording(ClosureProvider("firebase") { _ in }.recorded()).track(
                Event("tap").named("select", for: "firebase"))
            return line(of: expectTracked("tap", source: .provider("firebase")))
        },

        Scenario(
            "wait: not within", after: Event("view"),
            fails: """
                not tracked within 0.02 seconds: track tap
                while the assertion waited, it blocked a thread of Swift concurrency that the app's code may \
                need: make the test async, and await the assertion
                recorded 1 event:
                    1  track view
                """
        ) {
            line(of: expectTracked("tap", within: .milliseconds(20)))
        },

        Scenario(
            "wait: not within, asynchronous", after: Event("view"),
            fails: """
                not tracked within 0.02 seconds: track tap {id: a UUID}
                recorded 1 event:
                    1  track view
                """
        ) {
            await line(of: expectTracked("tap", ["id": .uuid], within: .milliseconds(20)))
        },

        Scenario(
            "wait: too few within", after: Event("tap"),
            fails: """
                tracked once instead of 2 times within 0.02 seconds: track tap (number 1)
                while the assertion waited, it blocked a thread of Swift concurrency that the app's code may \
                need: make the test async, and await the assertion
                recorded 1 event:
                    1  track tap
                """
        ) {
            line(of: expectTracked("tap", times: 2, within: .milliseconds(20)))
        },

        Scenario(
            "wait: too few within, asynchronous", after: Event("tap"),
            fails: """
                tracked once instead of 2 times within 0.02 seconds: track tap (number 1)
                recorded 1 event:
                    1  track tap
                """
        ) {
            await line(of: expectTracked("tap", times: 2, within: .milliseconds(20)))
        },

        Scenario(
            "wait: too many", after: Event("tap"), Event("tap"),
            fails: """
                tracked 2 times instead of once: track tap (numbers 1, 2)
                recorded 2 events:
                    1  track tap
                    2  track tap
                """
        ) {
            await line(of: expectTracked("tap", within: .seconds(20)))
        },

        Scenario(
            "wait: one that should not come", after: Event("tap"),
            fails: """
                tracked, but should not have been: track tap (number 1)
                recorded 1 event:
                    1  track tap
                """
        ) {
            line(of: expectTracked("tap", times: 0, within: .seconds(20)))
        },

        Scenario(
            "wait: one that should not come, asynchronous", after: Event("tap"),
            fails: """
                tracked, but should not have been: track tap (number 1)
                recorded 1 event:
                    1  track tap
                """
        ) {
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
