import ArgumentParser
import Foundation
import Trackproof
import TrackproofBridgeReader
import TrackproofMutation
import TrackproofPlanning
import TrackproofReports
import TrackproofPlatform
import TrackproofConsole

/// The search for mistakes that the tests of a command do not notice.
struct MutationRunner {
    let command: [String]
    /// The maximum number of runs with mistakes.
    let rounds: Int
    let seed: UInt64
    /// The mistakes that are not planted.
    let excluded: Set<MutationOperator>
    /// Whether a test must fail in two runs with a mistake.
    let confirms: Bool
    /// The file with the results of earlier runs, or `nil` if the results are not kept.
    let resume: MutationResume?

    struct Result {
        let entries: [MutationEntry]
        let leftOut: [(name: String, reason: String)]
        let note: String?
        let started: EventTime
        let seconds: Double
        /// The status if a signal has ended a run, or if no test has run; `nil` if nothing has ended the search early.
        let interruption: ExitCode?
    }

    /// Runs the tests without mistakes, and then with mistakes until all of them are tried.
    func run() async throws -> Result {
        let (started, begin) = (EventTime.now, Date())
        let folder = try PrivateFolder()
        defer { folder.remove() }
        let clean = try await CleanRuns(command, in: folder)
        var campaign = MutationCampaign(
            MutationTarget.all(in: clean.tests, without: excluded, seed: seed), unstable: clean.unstable,
            seed: seed, confirms: confirms, doubtful: clean.doubtful)
        if !clean.doubtful.isEmpty, !confirms {
            Console.note(
                "tests share a facade, so events of \(clean.doubtful.count.counted("test")) can reach other tests: a "
                    + "mistake counts as noticed by such a test only if it fails in two runs with the mistake")
        }
        let known = resume?.apply(to: &campaign, after: clean) ?? 0
        if known > 0 { Console.note("\(known.counted("result")) of earlier runs") }
        let tests = clean.tests.count
        Console.note(
            "\(campaign.targets.count.counted("mistake")) in the events of \(tests.counted("test")), "
                + "at most \(rounds.counted("run"))")
        let limit = max(10 * clean.seconds, 10)
        var durations: [Double] = []
        var interruption: ExitCode?
        var interruptedRun: String?
        for number in 0..<rounds {
            let round = campaign.nextRound()
            if round.isEmpty { break }
            var planted = MutationRound()
            for (test, index) in round {
                planted.mutants[test] = campaign.targets[index].mutant(in: test)
                planted.usual[test] = clean.usual(test)
            }
            let result = try await TestRun(
                command: SwiftTest.withoutBuild(command), folder: folder, round: planted, limit: limit
            ).run()
            let signal = result.child.signal
            if signal == nil, !round.keys.contains(where: { result.notes.tests[$0]?.hasBegun == true }) {
                Console.note("no test has run with a mistake in run \(number + 1); the command printed:")
                try Console.error.write(result.output + "\n")
                interruption = ExitStatus.ioFailed.code
                break
            }
            campaign.learn(round, result.notes.tests, result.ending)
            try resume?.add(round, of: campaign)
            let cut = result.cut(round).map { "run \(number + 1) was cut off \($0)" }
            if let cut { Console.note(cut) }
            if let signal {
                (interruption, interruptedRun) = (ExitCode(128 + signal), cut)
                break
            }
            durations.append(result.seconds)
            say(number + 1, campaign, durations)
        }
        return Result(
            entries: campaign.entries(hints: MutationHints(tests: clean.tests)),
            leftOut: campaign.leftOut(ignored: clean.ignored),
            note: campaign.note(rounds: durations.count, isInterrupted: interruption != nil, cut: interruptedRun),
            started: started, seconds: Date().timeIntervalSince(begin), interruption: interruption)
    }

    private func say(_ number: Int, _ campaign: MutationCampaign, _ durations: [Double]) {
        let counts = campaign.counts
        let rest = min(campaign.remainingRounds(bySuite: true), rounds - number)
        let seconds = durations.reduce(0, +) / Double(durations.count) * Double(rest)
        let left =
            rest == 0 ? "" : "; at most \(rest.counted("run")) and \(max(1, Int(seconds)).counted("second")) to go"
        Console.note(
            "run \(number): \(counts.killed) killed, \(counts.survived) survived, \(counts.undecided) not decided\(left)"
        )
    }
}

extension MutationCampaign {
    /// The numbers of mutants by their results.
    var counts: (killed: Int, survived: Int, undecided: Int) {
        var counts = (killed: 0, survived: 0, undecided: 0)
        for index in targets.indices {
            switch fate(of: index) {
            case .killed: counts.killed += 1
            case .survived: counts.survived += 1
            case .undecided: counts.undecided += 1
            case .neverPlanted, .leftOut: break
            }
        }
        return counts
    }

    /// Returns an entry for each mutant that was planted, or that could still be planted.
    func entries(hints: MutationHints) -> [MutationEntry] {
        // Suites of several modules can have the same name.
        let showsModules = Set(tests.map { $0.prefix { $0 != "." } }).count > 1
        return targets.indices.compactMap { index in
            var entry = MutationEntry(targets[index].mutant)
            entry.suites = suites(of: index, showsModules: showsModules)
            switch fate(of: index) {
            case .killed(let kill):
                entry.killed = 1
                entry.killer = kill.description
            case .survived(let passed):
                entry.survived = 1
                entry.tests = passed.map(\.withoutModule)
                entry.hint = hints.hint(for: targets[index].mutant, in: passed)
            case .undecided: entry.undecided = 1
            case .neverPlanted, .leftOut: return nil
            }
            return entry
        }
    }

    /// Returns whether each suite has noticed a mutant, for the suites that have tried it in all of their tests.
    private func suites(of index: Int, showsModules: Bool) -> [String: Bool] {
        var suites: [String: Bool] = [:]
        for (suite, tests) in Dictionary(grouping: targets[index].tests.filter(tests.contains), by: \.suiteID) {
            let trials = tests.map { (test: $0, trial: self.trials[index][$0]) }
            let isKilled = trials.contains { $0.trial?.isKilled == true }
            // A test that discards the event says nothing about the quality of its suite's assertions.
            let hasPassed = trials.contains { test, trial in
                if case .passed? = trial { !targets[index].discarding.contains(test) } else { false }
            }
            guard isKilled || hasPassed && trials.allSatisfy({ $0.trial != nil }) else { continue }
            suites[showsModules ? suite : tests[0].suite] = isKilled
        }
        return suites
    }

    /// Returns the tests, the parameters and the mistakes that do not count, with the reasons.
    ///
    /// - Parameter ignored: The tests that ignore each parameter.
    func leftOut(ignored: [String: Set<String>]) -> [(name: String, reason: String)] {
        let tests = unstable.sorted { $0.key < $1.key }.map { (name: $0.key.withoutModule, reason: $0.value) }
        let parameters = ignored.sorted { $0.key < $1.key }.map { name, tests in
            let count = tests.count.counted("test")
            return (name: "`\(name)`", reason: "ignored in \(count), so mistakes in it were not planted there")
        }
        let mistakes = targets.indices.compactMap { index -> (name: String, reason: String)? in
            guard case .neverPlanted = fate(of: index) else { return nil }
            let mutant = targets[index].mutant
            let open = trials[index].filter { if case .notPlanted = $0.value { true } else { false } }.keys.sorted()
            let reason =
                switch mutant.mistake {
                case .swapped: "its code reads the events between the two, or waits for the first"
                case .providerLost: "its facade does not have the provider"
                default: "it has not tracked such an event in the run with the mistake"
                }
            let names = open.map(\.withoutModule).listed(upTo: 3)
            return ("\(mutant)", "could not be planted in \(names): \(reason)")
        }
        return tests + parameters + mistakes
    }

    /// Returns a note about mutants that need more runs, and about mocks that get no mutants.
    ///
    /// - Parameters:
    ///   - rounds: The number of runs that have ended.
    ///   - isInterrupted: Whether something has ended the search early.
    ///   - cut: How the last run was cut off; `nil` if it was not.
    func note(rounds: Int, isInterrupted: Bool, cut: String?) -> String? {
        let counts = counts
        var notes = [cut].compactMap(\.self)
        if counts.undecided > 0 {
            let mistakes = counts.undecided.counted("mistake")
            notes.append(
                isInterrupted
                    ? "interrupted after \(rounds.counted("run")), before the result of \(mistakes) was known"
                    : "\(mistakes) need more runs than \(rounds): repeat the command with --rounds "
                        + "\(rounds + remainingRounds(bySuite: false))")
        }
        if counts.killed == 0, counts.survived > 0 {
            notes.append(
                "no test failed: a test that checks a mock's events notices mistakes only if the mock is a provider of "
                    + "the test's facade")
        }
        return notes.isEmpty ? nil : notes.joined(separator: "; ")
    }
}

extension TestRun.Result {
    fileprivate var ending: MutationCampaign.Ending {
        switch child {
        case .exited: .ended
        case .timedOut: .timedOut
        case .signalled: .interrupted
        }
    }

    /// Returns how the run was cut off, and which results count nevertheless; `nil` if all tests with a mistake have ended.
    fileprivate func cut(_ round: [String: Int]) -> String? {
        let tests = round.keys.compactMap { notes.tests[$0] }.filter(\.hasBegun)
        let count = tests.count { $0.hasEnded || $0.hasFailed }
        let cause: String
        switch child {
        case .exited where count == tests.count: return nil
        case .exited(let status): cause = "by the end of its process (status \(status))"
        case .timedOut: cause = "at its time limit"
        case .signalled(let signal, _): cause = "by signal \(signal)"
        }
        let results = count == 0 ? "" : count == 1 ? ", and its result counts" : ", and their results count"
        return "\(cause): \(count) of \(round.count.counted("test")) with a mistake had ended\(results)"
    }
}

extension MutationCampaign.Kill: CustomStringConvertible {
    /// The test, and what happened in it.
    var description: String {
        switch cause {
        case .failure: "\(test.withoutModule)\(message.map { ": " + $0 } ?? "")"
        case .crash: "\(test.withoutModule) crashed"
        case .timeout: "\(test.withoutModule) did not end in time"
        }
    }
}

extension String {
    /// The id of a test without its module, such as `CheckoutTests/buys()`.
    fileprivate var withoutModule: String { firstIndex(of: ".").map { String(self[index(after: $0)...]) } ?? self }

    /// The suite of the test with this id. A test outside of suites has its module as its suite.
    fileprivate var suite: String {
        let path = withoutModule
        guard let slash = path.lastIndex(of: "/") else { return String(prefix { $0 != "." }) }
        return String(path[..<slash])
    }
}
