import _TrackproofTestSupport
import Testing
import Trackproof

@testable import TrackproofSnapshots

@Suite struct DifferenceTests {
    private let list = Event.screen("poiList", ["tab": "map"])
    private let tap = Event("poi_tapped", ["id": 7, "slug": "old-town"])
    private let buy = Event("purchase", ["order": "A1", "price": 19.99, "items": [["id": 1], ["id": 2]]])

    @Test func equalEventsHaveNoDifference() {
        let comparison = Comparison(of: Recording([list, tap, buy]), with: Snapshot([buy, list, tap]))
        #expect(comparison.isEmpty)
        #expect(comparison.matched == 3)
        #expect(comparison.unchangedAfter == 3)
    }

    @Test func aMissingEventIsReported() {
        #expect(differences([list, tap, buy], [list, buy]) == ["missing poi_tapped 1>-"])
    }

    @Test func anUnexpectedEventIsReported() {
        #expect(differences([list, buy], [list, tap, buy]) == ["unexpected poi_tapped ->1"])
    }

    @Test func aDuplicatedEventIsReported() {
        #expect(differences([list, tap, buy], [list, tap, buy, tap]) == ["duplicated poi_tapped 1>3"])
    }

    @Test func aDuplicateIsNotReportedAsTheChange() {
        // The second actual event is a duplicate of `one`. The third actual event is changed, because it equals no
        // expected event.
        let one = Event("tap", ["n": 1])
        #expect(
            differences([one, Event("tap", ["n": 2])], [one, one, Event("tap", ["n": 3])])
                == ["changed tap 1>2 [n value 2>3]", "duplicated tap 0>1"])
    }

    @Test func aDuplicateInPlaceOfAnotherEventIsAChange() {
        #expect(
            differences(
                [Event("tap", ["n": 1]), Event("tap", ["n": 2])], [Event("tap", ["n": 1]), Event("tap", ["n": 1])])
                == ["changed tap 1>1 [n value 2>1]"])
    }

    @Test(
        arguments: [
            (["order": "A1", "price": 20.5], "price value 19.99>20.5"),
            (["order": "A1", "price": "19.99"], "price type 19.99>\"19.99\""),
            (["order": "A1", "price": .null], "price type 19.99>null"),
            (["order": "A1"], "price missing 19.99>-"),
            (["order": "A1", "price": 19.99, "coupon": true], "coupon unexpected ->true"),
            (["order": "A1", "Price": 19.99], "price missing 19.99>-, Price unexpected ->19.99"),
            (["order": "A1", "price": [19.99]], "price type 19.99>[19.99]"),
        ] as [(EventParameters, String)])
    func aChangedParameterIsReported(actual: EventParameters, change: String) {
        #expect(
            differences([Event("purchase", ["order": "A1", "price": 19.99])], [Event("purchase", actual)])
                == ["changed purchase 0>0 [\(change)]"])
    }

    @Test(arguments: [
        (#"[{"id":9},{"id":2}]"#, "items.0.id value 1>9"),
        (#"[{"id":"1"},{"id":2}]"#, "items.0.id type 1>\"1\""),
        (#"[{"id":1}]"#, "items.1 missing {id: 2}>-"),
        (#"[{"id":1},{"id":2},{"id":3}]"#, "items.2 unexpected ->{id: 3}"),
        (#"[{"id":1},{"ident":2}]"#, "items.1.id missing 2>-, items.1.ident unexpected ->2"),
        (#"[1,{"id":2}]"#, "items.0 type {id: 1}>1"),
    ])
    func aNestedChangeIsReportedWithItsPath(items: String, change: String) throws {
        let actual = try events(#"{"name":"purchase","parameters":{"order":"A1","price":19.99,"items":\#(items)}}"#)
        #expect(differences([buy], actual) == ["changed purchase 0>0 [\(change)]"])
    }

    @Test func aDotInANameIsEscaped() {
        #expect(
            differences(
                [Event("x", ["a.b": 1, "a": ["b": 1], "c\\d": 1])], [Event("x", ["a.b": 2, "a": ["b": 3], "c\\d": 4])])
                == ["changed x 0>0 [a\\.b value 1>2, a.b value 1>3, c\\\\d value 1>4]"])
    }

    @Test func theUserOfAnIdentityEventIsCompared() {
        #expect(
            differences([.identify("u1", ["plan": "pro"])], [.identify("u2", ["plan": "pro"])])
                == ["changed identify 0>0 [user value \"u1\">\"u2\"]"])
        #expect(
            differences([.identify("u1")], [.identify(nil)]) == ["changed identify 0>0 [user missing \"u1\">-]"])
        #expect(differences([.group("g")], [.group("h")]) == ["changed group 0>0 [user value \"g\">\"h\"]"])
    }

    @Test func anUnexpectedUserOfATrackEventIsIgnored() {
        var event = tap
        event.user = "u1"
        #expect(differences([tap], [event]).isEmpty)
    }

    // MARK: Renamed

    @Test func anEventWithEqualParametersIsRenamed() {
        #expect(
            differences([Event("movie_tapped", ["id": 1])], [Event("filmSelected", ["id": 1])])
                == ["renamed movie_tapped>filmSelected 0>0"])
    }

    @Test func anEventWithSimilarParametersIsRenamed() {
        #expect(
            differences(
                [Event("movie_tapped", ["id": 1, "slug": "a", "index": 3])],
                [Event("filmSelected", ["id": 1, "slug": "a", "index": 4])])
                == ["renamed movie_tapped>filmSelected 0>0 [index value 3>4]"])
    }

    @Test func aSimilarNameNeedsOnlyHalfTheParameters() {
        #expect(
            differences([Event("movie_tapped", ["id": 1, "n": 1])], [Event("movieTapped", ["id": 1, "n": 2])])
                == ["renamed movie_tapped>movieTapped 0>0 [n value 1>2]"])
        #expect(
            differences([Event("movie_tapped", ["id": 1, "n": 1])], [Event("refund", ["id": 1, "n": 2])])
                == ["missing movie_tapped 0>-", "unexpected refund ->0"])
    }

    @Test func anEventWithoutParametersNeedsASimilarName() {
        #expect(
            differences([Event("login_succeeded"), Event("open")], [Event("open"), Event("login_success")])
                == ["renamed login_succeeded>login_success 0>1"])
        #expect(
            differences([Event("login_succeeded")], [Event("purchase")])
                == ["missing login_succeeded 0>-", "unexpected purchase ->0"])
    }

    @Test func anEventWithoutCommonParametersIsNotRenamed() {
        #expect(
            differences([Event("movie_tapped", ["id": 1])], [Event("movie_tapped2", ["other": 2])])
                == ["missing movie_tapped 0>-", "unexpected movie_tapped2 ->0"])
    }

    @Test func anotherKindOfTheSameNameIsARename() {
        let found = Comparison(
            of: Recording([.screen("home", ["tab": 1])]), with: Snapshot([Event("home", ["tab": 1])])
        ).differences
        #expect(found.map(\.brief) == ["renamed home 0>0"])
        #expect(found.first?.expected?.kind == .track)
        #expect(found.first?.actual?.kind == .screen)
        #expect(differences([Event("home")], [.screen("home")]) == ["renamed home 0>0"])
    }

    @Test func aVolatileParameterDoesNotHideARename() {
        let settings = SnapshotSettings(volatile: [
            .init(event: "purchase", path: "order", shape: .uuid),
            .init(event: "purchase", path: "at", shape: .timestamp),
        ])
        let expected = Event("purchase", ["order": "<uuid>", "at": "<timestamp>", "price": 1])
        let actual = Event(
            "checkout", ["order": "67E55044-10B1-426F-9247-BB680E5FE0C8", "at": "2026-11-21T09:30:00Z", "price": 1])
        #expect(differences([expected], [actual], settings) == ["renamed purchase>checkout 0>0"])
    }

    @Test func theMostSimilarEventsArePairedAsRenamed() {
        #expect(
            differences(
                [Event("a_shown", ["id": 1, "x": 1]), Event("b_shown", ["id": 2, "x": 1])],
                [Event("q", ["id": 2, "x": 1]), Event("r", ["id": 1, "x": 1])])
                == ["renamed a_shown>r 0>1", "renamed b_shown>q 1>0"])
    }

    // MARK: Order

    @Test func aMovedEventIsReportedOnlyInStrictOrder() {
        let strict = SnapshotSettings(order: .strict)
        #expect(differences([list, tap, buy], [tap, buy, list], strict) == ["moved poiList 0>2"])
        #expect(differences([list, tap, buy], [list, tap, buy], strict).isEmpty)
        #expect(differences([list, tap, buy], [tap, buy, list]).isEmpty)
    }

    @Test func aMovedEventInAnOrderedGroupIsReported() {
        let (started, sent, done) = (Event("login_started"), Event("login_sent"), Event("login_succeeded"))
        let settings = SnapshotSettings(ordered: [["login_*"]])
        #expect(
            differences([started, sent, tap, done], [tap, sent, done, started], settings)
                == ["moved login_started 0>3"])
        #expect(differences([started, sent, tap, done], [started, tap, sent, done], settings).isEmpty)
        #expect(
            differences(
                [started, tap, done], [tap, done, started], SnapshotSettings(ordered: [["login_started"], ["poi*"]])
            )
            .isEmpty)
    }

    @Test func aChangedAndMovedEventIsReportedAsChanged() {
        #expect(
            differences([Event("a", ["n": 1]), list], [list, Event("a", ["n": 2])], SnapshotSettings(order: .strict))
                == ["changed a 0>1 [n value 1>2]"])
    }

    @Test(arguments: 0..<200) func everyEventIsInAtMostOneDifference(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let (expected, actual) = (random.smallEvents(0...15), random.smallEvents(0...15))
        let settings = SnapshotSettings(
            order: random.pick([.any, .strict]), ordered: random.pick([[], [["tap*"]], [["tap", "view"], ["*"]]]))
        let comparison = Comparison(of: Recording(actual), with: Snapshot(expected, settings: settings))
        let found = comparison.differences
        let fromSnapshot = found.filter { $0.kind != .duplicated }.compactMap(\.expectedPosition)
        let fromRecording = found.compactMap(\.actualPosition)
        #expect(Set(fromSnapshot).count == fromSnapshot.count)
        #expect(Set(fromRecording).count == fromRecording.count)
        // An event that is not part of a difference must count as a match.
        #expect(fromSnapshot.count + comparison.matched == expected.count)
        #expect(fromRecording.count + comparison.matched == actual.count)
        #expect(found.map(\.unchangedBefore).reduce(comparison.unchangedAfter, +) == comparison.matched)
        for difference in found where difference.kind == .changed { #expect(!difference.parameters.isEmpty) }
        for difference in found {
            if let position = difference.expectedPosition { #expect(difference.expected == expected[position]) }
            if let position = difference.actualPosition { #expect(difference.actual == actual[position]) }
        }
        #expect(comparison.isEmpty == found.isEmpty)
    }

    @Test func unchangedEventsAreCounted() {
        let comparison = Comparison(
            of: Recording([list, list, buy, list]), with: Snapshot([list, list, tap, buy, list]))
        #expect(comparison.differences.map(\.brief) == ["missing poi_tapped 2>-"])
        #expect(comparison.differences.map(\.unchangedBefore) == [2])
        #expect(comparison.unchangedAfter == 2)
    }

    @Test func eventsThatCouldNotBeEncodedAreCounted() {
        var broken = tap
        broken.encodingError = "no value"
        #expect(Comparison(of: Recording([broken, list]), with: Snapshot([tap, list])).encodingErrors == 1)
    }
}
