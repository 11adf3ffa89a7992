import TestSupport
import Testing
import Trackproof
import TrackproofMutation
import TrackproofReports

@testable import TrackproofCommand

/// Tests of the choice of mutants and of what the results mean, with tests that exist only as rules.
@Suite struct MutationCampaignTests {
    /// What happens to a test under a mutant.
    private enum Effect: CaseIterable {
        case passes, fails, crashes, hangs, doesNotTrack
    }

    /// Tests, mutants, and what happens to each test under each mutant.
    private struct World {
        let targets: [MutationTarget]
        private let effects: [[String: Effect]]
        /// Whether all tests run at the same time, so that a crash interrupts many of them.
        let isParallel: Bool

        init(seed: UInt64) {
            var random = SeededGenerator(seed: seed)
            let tests = (0..<Int.random(in: 1...12, using: &random)).map { "T.test\($0)" }
            targets = (0..<Int.random(in: 1...25, using: &random)).map { number in
                let own = tests.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
                return MutationTarget(
                    mutant: Mutant(of: Event("event_\(number)"), .lost), tests: own.isEmpty ? [tests[0]] : own)
            }
            let all: [Effect] = [.passes, .passes, .passes, .fails, .crashes, .hangs, .doesNotTrack]
            var effects: [[String: Effect]] = []
            for target in targets {
                var own: [String: Effect] = [:]
                for test in target.tests { own[test] = all.randomElement(using: &random) }
                effects.append(own)
            }
            self.effects = effects
            isParallel = Bool.random(using: &random)
        }

        func effect(_ test: String, _ target: Int) -> Effect { effects[target][test] ?? .passes }

        /// Returns what the tests would tell in a run.
        func run(_ round: [String: Int]) -> (notes: [String: TestNotes.OneTest], ending: MutationCampaign.Ending) {
            var notes: [String: TestNotes.OneTest] = [:]
            let tests = Set(targets.flatMap(\.tests)).sorted()
            let fatal = tests.first { test in
                round[test].map { [.crashes, .hangs].contains(effect(test, $0)) } ?? false
            }
            for test in tests {
                // One after the other, the tests before the crash have ended, and the tests after it have not begun.
                if !isParallel, let fatal, test > fatal { continue }
                var note = TestNotes.OneTest()
                note.hasBegun = true
                let effect: Effect? = round[test].map { self.effect(test, $0) }
                note.isPlanted = effect != nil && effect != .doesNotTrack
                note.hasFailed = effect == .fails
                note.hasEnded = fatal == nil || (!isParallel && test != fatal) || note.hasFailed
                notes[test] = note
            }
            let cause: Effect? = fatal.flatMap { test in round[test].map { self.effect(test, $0) } }
            return (notes, cause == .hangs ? .timedOut : .ended)
        }
    }

    @Test(arguments: UInt64(0)..<300) func eachMutantGetsItsTrueResult(seed: UInt64) {
        let world = World(seed: seed)
        var campaign = MutationCampaign(world.targets, seed: seed)
        var rounds = 0
        while true {
            let round = campaign.nextRound()
            if round.isEmpty { break }
            rounds += 1
            if rounds > 2_000 {
                Issue.record("the campaign does not end")
                return
            }
            for (test, target) in round { #expect(world.targets[target].tests.contains(test)) }
            let (notes, ending) = world.run(round)
            campaign.learn(round, notes, ending)
        }
        #expect(campaign.remainingRounds(bySuite: true) == 0)
        #expect(campaign.unstable.isEmpty)
        for (index, target) in world.targets.enumerated() {
            let effects = target.tests.map { world.effect($0, index) }
            switch campaign.fate(of: index) {
            case .killed(let kill):
                let effect = world.effect(kill.test, index)
                switch kill.cause {
                case .failure: #expect(effect == .fails)
                case .crash, .timeout: #expect(effect == .crashes || effect == .hangs)
                }
            case .survived(let passed):
                #expect(effects.allSatisfy { $0 == .passes || $0 == .doesNotTrack })
                #expect(passed == target.tests.filter { world.effect($0, index) == .passes }.sorted())
            case .neverPlanted: #expect(effects.allSatisfy { $0 == .doesNotTrack })
            case .undecided, .leftOut: Issue.record("\(target.mutant) is not decided")
            }
        }
    }

    @Test func aFailureMustRepeatIfItIsToBeConfirmed() {
        let targets = ["a", "b"].map { MutationTarget(mutant: Mutant(of: Event($0), .lost), tests: ["T.t"]) }
        var campaign = MutationCampaign(targets, seed: 0, confirms: true)
        var note = TestNotes.OneTest()
        (note.hasBegun, note.hasEnded, note.isPlanted, note.hasFailed) = (true, true, true, true)
        var runs: [Int] = []
        while let target = campaign.nextRound()["T.t"] {
            // Under the second mutant, only the first run fails.
            note.hasFailed = target == 0 || !runs.contains(target)
            runs.append(target)
            campaign.learn(["T.t": target], ["T.t": note], .ended)
        }
        #expect(runs.count == 4 && Set(runs.prefix(2)) == [0, 1])
        guard case .killed = campaign.fate(of: 0), case .survived = campaign.fate(of: 1) else {
            Issue.record("\(campaign.fate(of: 0)), \(campaign.fate(of: 1))")
            return
        }
    }

    @Test func onlyADoubtfulFailureMustRepeat() {
        let target = MutationTarget(mutant: Mutant(of: Event("e"), .lost), tests: ["A.a", "B.b", "C.c"])
        var campaign = MutationCampaign([target], seed: 0, doubtful: ["A.a"])
        var note = TestNotes.OneTest()
        (note.hasBegun, note.hasEnded, note.isPlanted, note.hasFailed) = (true, true, true, true)
        var other = note
        // In this run only, the test has got an event that another test may have tracked.
        other.isDoubtful = true
        campaign.learn(["A.a": 0, "B.b": 0, "C.c": 0], ["A.a": note, "B.b": other, "C.c": note], .ended)
        #expect(campaign.trials[0].keys.sorted() == ["C.c"])
        campaign.learn(["A.a": 0, "B.b": 0], ["A.a": note, "B.b": note], .ended)
        #expect(campaign.trials[0].keys.sorted() == ["A.a", "B.b", "C.c"])
    }

    @Test func inAnInterruptedRunOnlyTheTestsThatHadEndedCount() {
        let tests = ["A.a", "B.b", "C.c"]
        var campaign = MutationCampaign([MutationTarget(mutant: Mutant(of: Event("e"), .lost), tests: tests)], seed: 0)
        var ended = TestNotes.OneTest()
        (ended.hasBegun, ended.isPlanted) = (true, true)
        let open = ended
        ended.hasEnded = true
        campaign.learn(["A.a": 0, "B.b": 0], ["A.a": ended, "B.b": open], .interrupted)
        #expect(campaign.trials[0].keys.sorted() == ["A.a"])
        // Without the signal, the test that had not ended would have crashed.
        campaign.learn(["B.b": 0], ["B.b": open], .ended)
        #expect(campaign.trials[0]["B.b"]?.isKilled == true)
    }

    @Test func eachSuiteTriesAMutantUntilOneOfItsTestsKillsIt() {
        let tests = ["M.A/a", "M.A/b", "M.B/c"]
        var campaign = MutationCampaign([MutationTarget(mutant: Mutant(of: Event("e"), .lost), tests: tests)], seed: 0)
        campaign.note(.killed(.failure, nil), of: 0, in: "M.A/a")
        #expect(campaign.remainingRounds(bySuite: false) == 0 && campaign.remainingRounds(bySuite: true) == 1)
        #expect(campaign.nextRound() == ["M.B/c": 0])
        campaign.note(.passed, of: 0, in: "M.B/c")
        #expect(campaign.nextRound().isEmpty)
        let entry = campaign.entries(hints: MutationHints(tests: [:]))[0]
        #expect(entry.killed == 1 && entry.suites == ["A": true, "B": false])
    }

    @Test func aTestThatIsLeftOutLosesItsResults() {
        let target = MutationTarget(mutant: Mutant(of: Event("e"), .lost), tests: ["T.a", "T.b"])
        var campaign = MutationCampaign([target], seed: 0)
        campaign.note(.killed(.failure, "m"), of: 0, in: "T.a")
        campaign.note(.passed, of: 0, in: "T.b")
        campaign.leaveOut("T.a", "flaky")
        guard case .survived(["T.b"]) = campaign.fate(of: 0) else {
            Issue.record("\(campaign.fate(of: 0))")
            return
        }
        campaign.leaveOut("T.b", "flaky")
        guard case .leftOut = campaign.fate(of: 0) else {
            Issue.record("\(campaign.fate(of: 0))")
            return
        }
        #expect(campaign.nextRound().isEmpty)
    }

    @Test func theSeedDecidesTheOrder() {
        let targets = (0..<50).map { MutationTarget(mutant: Mutant(of: Event("e\($0)"), .lost), tests: ["T.a"]) }
        func order(_ seed: UInt64) -> [Int] {
            var campaign = MutationCampaign(targets, seed: seed)
            var order: [Int] = []
            while let next = campaign.nextRound()["T.a"] {
                order.append(next)
                campaign.note(.passed, of: next, in: "T.a")
            }
            return order
        }
        #expect(order(1) == order(1))
        #expect(order(1) != order(2))
        #expect(order(3).sorted() == Array(0..<50))
    }
}
