import Testing
import TrackproofArchives
import TrackproofPlanning
import TrackproofPlans

/// Tests of the limits of a `Breakdown`.
struct BreakdownTests {
    /// Returns a breakdown of events. Each tenth event has many versions and platforms.
    private func breakdown(_ names: Range<Int>, versions: Int) -> Breakdown {
        var breakdown = Breakdown()
        for name in names {
            for version in 0..<(name % 10 == 7 ? versions : 1) {
                breakdown.add(
                    "n\(name)", version: "1.\(100 + version)", platform: "p\(version % 60)", period: nil, times: nil,
                    count: 1)
            }
        }
        return breakdown
    }

    @Test func manyVersionsOfManyEventsAreLimited() {
        let few = breakdown(0..<10, versions: 300)
        #expect(few.versionLimit == 500 && few.facet(ofEvent: "n7")?.versions.count == 300)
        var many = breakdown(0..<1_200, versions: 240)
        many.finish()
        #expect(many.versionLimit == 100 && many.platformLimit == 20)
        let facet = many.facet(ofEvent: "n7")
        #expect(facet?.versions.count == 100 && facet?.platforms.count == 20)
        #expect(facet?.versions["1.100"] == 1 && facet?.versions["1.200"] == nil)
    }

    /// Tests that the limits do not depend on the order in which parts are merged.
    @Test func theOrderOfMergesDoesNotMatter() {
        let parts = [
            breakdown(0..<700, versions: 30), breakdown(500..<1_100, versions: 260), breakdown(5..<9, versions: 400),
        ]
        let results = [[0, 1, 2], [2, 1, 0], [1, 0, 2]].map { order in
            var result = Breakdown()
            for index in order { result.merge(parts[index]) }
            result.finish()
            return result
        }
        #expect(results[0] == results[1] && results[1] == results[2])
        #expect(results[0].versionLimit == 100)
    }
}
