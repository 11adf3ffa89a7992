import Trackproof
import TrackproofMutation

/// The search for mutants that the tests do not notice, over any number of runs of the tests.
///
/// In one run, each test has at most one mutant. A mutant is killed if one test that tracks its event fails under it. A
/// mutant survives if all of these tests have run with it and none has failed. The suites of the tests are compared by the
/// mutants that they kill, so each of them tries a mutant until one of its tests kills it.
///
/// This type decides which mutants to plant and what the results mean. It runs nothing itself.
struct MutationCampaign {
    /// How a test has killed a mutant.
    enum Cause: String {
        /// The test has failed.
        case failure
        /// The process of the test has crashed.
        case crash
        /// The test did not end in time.
        case timeout
    }

    struct Kill {
        let test: String
        let cause: Cause
        /// The first line of the failure, or `nil` if it is unknown.
        let message: String?
    }

    /// The result for one mutant so far.
    enum Fate {
        case killed(Kill)
        /// The tests that have run with the mutant, and have passed.
        case survived([String])
        /// Some tests that track the event have not run with the mutant.
        case undecided
        /// All tests have run with the mutant, but the mistake could not be planted.
        case neverPlanted
        /// All tests that track the event are left out.
        case leftOut
    }

    /// The result of one test under one mutant.
    enum Trial {
        case passed
        /// The test has passed, but has not tracked what the mistake changes.
        case notPlanted
        case killed(Cause, String?)

        var isKilled: Bool { if case .killed = self { true } else { false } }
    }

    /// How the run of the tests ended.
    enum Ending {
        /// All tests have ended, or the process of a test has crashed.
        case ended
        case timedOut
        /// The user has ended the run, so a test that had not ended proves nothing.
        case interrupted
    }

    let targets: [MutationTarget]
    private let seed: UInt64
    /// Whether a test kills a mutant only if it fails in two runs with it.
    private let confirms: Bool
    /// The tests that need a second failure in any case, because an event of another test can make them fail.
    private let doubtful: Set<String>
    /// The tests that have failed once under each mutant, if a second failure is needed.
    private var failures: [Int: Set<String>] = [:]
    /// The results by target and test.
    private(set) var trials: [[String: Trial]]
    /// The tests that count, without the unstable tests.
    private(set) var tests: Set<String>
    /// The tests that are left out, with the reasons.
    private(set) var unstable: [String: String]
    /// Groups of tests and mutants. In each group, at least one has crashed its process or has kept it from ending. The
    /// last group is a part of the groups before it, or is examined before them.
    private var suspects: [[(test: String, target: Int)]] = []
    /// The targets of each test, in the order in which the test tries them.
    private let queues: [String: [Int]]
    /// The ids of the tests' suites.
    private let suites: [String: String]
    /// The results for the mutants so far. Computing them anew for each question would take longer than many test runs.
    private var fates: [Fate]

    /// Creates a campaign.
    ///
    /// - Parameters:
    ///   - targets: The mutants.
    ///   - unstable: The tests that are left out from the beginning, with the reasons.
    ///   - seed: A number that decides the order of the mutants.
    ///   - confirms: Whether a test kills a mutant only if it fails in two runs with it.
    ///   - doubtful: The tests that need a second failure in any case.
    init(
        _ targets: [MutationTarget], unstable: [String: String] = [:], seed: UInt64, confirms: Bool = false,
        doubtful: Set<String> = []
    ) {
        (self.confirms, self.doubtful) = (confirms, doubtful)
        self.targets = targets
        self.seed = seed
        self.unstable = unstable
        trials = Array(repeating: [:], count: targets.count)
        tests = Set(targets.flatMap(\.tests))
        var queues: [String: [Int]] = [:]
        let ranks = targets.map { SeededOrder.rank("\($0.mutant.description)", seed: seed) }
        for index in targets.indices.sorted(by: { (ranks[$0], $0) < (ranks[$1], $1) }) {
            for test in targets[index].tests { queues[test, default: []].append(index) }
        }
        self.queues = queues
        suites = Dictionary(uniqueKeysWithValues: tests.map { ($0, $0.suiteID) })
        fates = Array(repeating: .undecided, count: targets.count)
    }

    // MARK: Results

    /// Returns the result for a mutant so far.
    func fate(of index: Int) -> Fate { fates[index] }

    private func newFate(of index: Int) -> Fate {
        let trials = trials[index].filter { tests.contains($0.key) }.sorted { $0.key < $1.key }
        for (test, trial) in trials {
            if case .killed(let cause, let message) = trial {
                return .killed(Kill(test: test, cause: cause, message: message))
            }
        }
        let targets = targets[index].tests.filter(tests.contains)
        if targets.isEmpty { return .leftOut }
        if trials.count < targets.count { return .undecided }
        let passed = trials.compactMap { if case .passed = $1 { $0 } else { nil } }
        // Two events are not swapped if the test reads the events between them. An app with the mistake could fail this
        // test, so nobody knows whether the mutant survives.
        let isUnsure = self.targets[index].mutant.mistake == .swapped && passed.count < trials.count
        return passed.isEmpty || isUnsure ? .neverPlanted : .survived(passed)
    }

    /// Returns the tests that have not run with a mutant, if the mutant could still survive in their suite.
    private func openTests(of index: Int) -> [String] {
        let open = targets[index].tests.filter { tests.contains($0) && trials[index][$0] == nil }
        guard !open.isEmpty, isKilled(index) else { return open }
        let killing = Set(trials[index].filter(\.value.isKilled).keys.map(suite))
        return open.filter { !killing.contains(suite($0)) }
    }

    private func suite(_ test: String) -> String { suites[test] ?? test }

    private func isKilled(_ index: Int) -> Bool { if case .killed = fate(of: index) { true } else { false } }

    /// Returns the number of runs that are still needed to decide about all mutants, if none of them is killed.
    ///
    /// - Parameter bySuite: Whether each suite must have tried the mutants that another suite has killed.
    func remainingRounds(bySuite: Bool) -> Int {
        var counts: [String: Int] = [:]
        for index in targets.indices where bySuite || !isKilled(index) {
            for test in openTests(of: index) { counts[test, default: 0] += 1 }
        }
        return max(counts.values.max() ?? 0, suspects.isEmpty ? 0 : 1)
    }

    // MARK: Planning

    /// Returns the mutant of each test for the next run; empty if nothing is left to try.
    func nextRound() -> [String: Int] {
        if let group = suspects.last {
            // Half of the suspects run without mistakes, so that a few runs find the one that crashes.
            let half = group.prefix(max(1, group.count / 2))
            return Dictionary(half.map { ($0.test, $0.target) }) { first, _ in first }
        }
        var round: [String: Int] = [:]
        var taken: [Int: Int] = [:]
        // The tests that each mutant must still survive.
        let open = targets.indices.map { Set(openTests(of: $0)) }
        for test in tests.sorted(by: { SeededOrder.rank($0, seed: seed) < SeededOrder.rank($1, seed: seed) }) {
            let all = (queues[test] ?? []).filter { open[$0].contains(test) }
            // A second try comes late, when the other tests have other mistakes than in the first run.
            let new = all.filter { failures[$0]?.contains(test) != true }
            // One test that fails is enough. So two tests try the same mutant in one run only if nothing else is left.
            // A mutant that few tests must still survive comes first. Otherwise, a limited number of runs would decide
            // about fewer mutants, and most of them would be killed. A mutant that another suite has killed comes last.
            let chosen = (new.isEmpty ? all : new).min { first, second in
                (isKilled(first) ? 1 : 0, taken[first, default: 0], open[first].count)
                    < (isKilled(second) ? 1 : 0, taken[second, default: 0], open[second].count)
            }
            guard let chosen else { continue }
            taken[chosen, default: 0] += 1
            round[test] = chosen
        }
        return round
    }

    /// Notes the results of one run.
    ///
    /// - Parameters:
    ///   - round: The mutants that were planted.
    ///   - notes: What the tests have told.
    ///   - ending: How the run ended.
    mutating func learn(_ round: [String: Int], _ notes: [String: TestNotes.OneTest], _ ending: Ending) {
        var interrupted: [(test: String, target: Int)] = []
        removeSuspects { round[$0.test] == $0.target }
        for (test, index) in round.sorted(by: { $0.key < $1.key }) {
            guard let note = notes[test], note.hasBegun || note.hasFailed || note.isPlanted else { continue }
            if note.hasFailed, !note.isPlanted {
                leaveOut(test, Self.reason(note))
            } else if note.hasFailed {
                let isDoubtful = confirms || note.isDoubtful || doubtful.contains(test)
                if isDoubtful, failures[index, default: []].insert(test).inserted { continue }
                self.note(.killed(.failure, note.failure), of: index, in: test)
            } else if note.hasEnded {
                self.note(note.isPlanted ? .passed : .notPlanted, of: index, in: test)
            } else if note.isPlanted, ending != .interrupted {
                interrupted.append((test, index))
            }
        }
        for (test, note) in notes where round[test] == nil && note.hasFailed {
            leaveOut(test, Self.reason(note))
        }
        if interrupted.count == 1, let only = interrupted.first {
            note(.killed(ending == .timedOut ? .timeout : .crash, nil), of: only.target, in: only.test)
        } else if !interrupted.isEmpty {
            suspects.append(interrupted)
        }
    }

    /// Returns the reason to leave out a test that has failed without a mistake.
    private static func reason(_ note: TestNotes.OneTest) -> String {
        "failed without a mistake in its events\(note.failure.map { ": " + $0 } ?? ""); perhaps it shares state with other tests"
    }

    private mutating func removeSuspects(_ isRemoved: ((test: String, target: Int)) -> Bool) {
        for index in suspects.indices { suspects[index].removeAll(where: isRemoved) }
        suspects.removeAll(where: \.isEmpty)
    }

    /// Leaves out a test, and forgets its results.
    mutating func leaveOut(_ test: String, _ reason: String) {
        guard tests.remove(test) != nil else { return }
        unstable[test] = reason
        removeSuspects { $0.test == test }
        for index in queues[test] ?? [] { fates[index] = newFate(of: index) }
    }

    /// Notes the result of one test under one mutant.
    mutating func note(_ trial: Trial, of index: Int, in test: String) {
        guard tests.contains(test) else { return }
        trials[index][test] = trial
        fates[index] = newFate(of: index)
    }
}
