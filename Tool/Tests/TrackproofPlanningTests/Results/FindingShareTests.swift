import Testing

@testable import TrackproofPlanning

@Suite struct FindingShareTests {
    private static let unlike: [(earlier: (Int, Int), now: (Int, Int))] = [
        ((2, 158), (158, 158)), ((1, 1_000_000), (30, 1_000_000)), ((600, 1_000), (700, 1_000)),
        ((2, 1_000), (8, 8)), ((5_000, 100_000), (10_000, 100_000)), ((400_000_000, 1 << 40), (900_000_000, 1 << 40)),
    ]

    @Test(arguments: unlike) func aHigherShareIsARise(earlier: (Int, Int), now: (Int, Int)) {
        let (earlier, now) = (FindingShare(found: earlier.0, all: earlier.1), FindingShare(found: now.0, all: now.1))
        #expect(now.isRise(from: earlier))
        #expect(!earlier.isRise(from: now) && !now.isRise(from: now))
    }

    private static let alike: [(earlier: (Int, Int), now: (Int, Int))] = [
        // Chance explains these.
        ((2, 158), (5, 158)), ((4, 8), (8, 8)), ((1, 10), (4, 10)), ((0, 1), (1, 1)), ((1, 1), (1, 1)),
        // These are too small to matter.
        ((600_000, 1_000_000), (640_000, 1_000_000)), ((100_000, 1_000_000), (149_000, 1_000_000)),
    ]

    @Test(arguments: alike) func aShareThatIsHardlyHigherIsNoRise(earlier: (Int, Int), now: (Int, Int)) {
        #expect(
            !FindingShare(found: now.0, all: now.1).isRise(from: FindingShare(found: earlier.0, all: earlier.1)))
    }

    /// Compares the test with sums of exact binomial coefficients, for all small shares.
    @Test func theProbabilityIsThatOfFishersExactTest() {
        func choices(_ number: Int, of all: Int) -> Double {
            if number < 0 || number > all { return 0 }
            return (0..<number).reduce(1) { $0 * Double(all - $1) / Double($1 + 1) }
        }
        for all in 1...14 {
            for (earlierAll, found) in (1...14).flatMap({ one in (0...all).map { (one, $0) } }) {
                for earlierFound in 0...earlierAll {
                    let marked = found + earlierFound
                    let probability = (found...max(found, min(marked, all))).reduce(0) { sum, count in
                        sum + choices(count, of: marked) * choices(all - count, of: all + earlierAll - marked)
                    }
                    let isUnlikely = probability / choices(all, of: all + earlierAll) < 1e-4
                    let (now, earlier) = (Double(found) / Double(all), Double(earlierFound) / Double(earlierAll))
                    let isHigher = now > earlier && (now >= 2 * earlier || now >= earlier + 0.05)
                    #expect(
                        FindingShare(found: found, all: all)
                            .isRise(from: FindingShare(found: earlierFound, all: earlierAll))
                            == (isHigher && isUnlikely))
                }
            }
        }
    }
}
