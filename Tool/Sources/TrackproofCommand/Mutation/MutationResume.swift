import Trackproof
import TrackproofJSON
import TrackproofMutation
import TrackproofSnapshots
import TrackproofConsole

/// The file that the user names with `--resume`: the results of all runs with mistakes so far.
///
/// The first line is `{"mutation":1,"command":[…],"seed":0}`. Each further line is the result of one test under one
/// mutant. After each run, its results are appended.
final class MutationResume {
    private let lines: ResumeLines
    private let header: EventParameters
    private var isNew = false
    /// The results of earlier runs.
    private var results: [Result] = []
    /// The events and assertions of each test, see ``CleanRuns/states``.
    private var states: [String: String] = [:]

    /// The maximum length of a line, in bytes.
    private static let lineLimit = 16 << 20

    /// The result of one test under one mutant.
    fileprivate struct Result {
        let test: String
        /// The state of the test at that time.
        let state: String
        let mutant: Mutant
        let trial: MutationCampaign.Trial
    }

    /// Opens and reads the file, or creates it.
    ///
    /// - Throws: ``FileAccessError`` if the file cannot be created or read; ``CommandError`` if another process uses the
    ///   file, or if the file belongs to another command; ``DocumentError`` or ``EventFormatError`` if a line is not a
    ///   result.
    init(path: String, command: [String], seed: UInt64) throws {
        let header: EventParameters = [
            "mutation": 1, "command": command, "seed": String(seed),
        ]
        self.header = header
        lines = try ResumeLines(path: path, beginningWith: #"{"mutation":"#)
        isNew = try lines.read(limit: Self.lineLimit) { line, number in
            let place = "\(path):\(number)"
            let value = try EventValue(json: Array(line), of: place)
            if number > 1 {
                results.append(try Result(DocumentObject(value, at: place + ":")))
            } else if value != .object(header) {
                throw CommandError(
                    "\(path): belongs to another command or another --seed; name another file with --resume",
                    .notUnderstood)
            }
        }
    }

    /// Passes the results of earlier runs on to a campaign, and returns their number.
    ///
    /// Results about mutants that no longer exist are skipped. So are results of tests that had other events or other
    /// assertions.
    func apply(to campaign: inout MutationCampaign, after clean: CleanRuns) -> Int {
        states = clean.states
        let numbers = Dictionary(
            campaign.targets.enumerated().map { ($1.mutant, $0) }, uniquingKeysWith: { first, _ in first })
        var count = 0
        for result in results {
            guard let target = numbers[result.mutant], states[result.test] == result.state else { continue }
            campaign.note(result.trial, of: target, in: result.test)
            count += 1
        }
        results = []
        return count
    }

    /// Appends the results of one run.
    func add(_ round: [String: Int], of campaign: MutationCampaign) throws {
        var added = isNew ? header.json + "\n" : ""
        isNew = false
        for (test, index) in round.sorted(by: { $0.key < $1.key }) {
            guard let trial = campaign.trials[index][test] else { continue }
            let result = Result(
                test: test, state: states[test] ?? "", mutant: campaign.targets[index].mutant, trial: trial)
            added += result.members.json + "\n"
        }
        try lines.add(added)
    }
}

extension MutationResume.Result {
    fileprivate var members: EventParameters {
        (["test": test, "state": state, "mutant": mutant.members] as EventParameters).merging(trial.members)
    }

    fileprivate init(_ object: DocumentObject) throws {
        (test, state) = (try object.text("test"), try object.text("state"))
        (mutant, trial) = (try Mutant(object.object("mutant")), try MutationCampaign.Trial(object))
    }
}

extension MutationCampaign.Trial {
    fileprivate var members: EventParameters {
        switch self {
        case .passed: ["result": "passed"]
        case .notPlanted: ["result": "not-planted"]
        case .killed(let cause, let message): ["result": cause.rawValue, "message": message]
        }
    }

    fileprivate init(_ object: DocumentObject) throws(DocumentError) {
        switch try object.text("result") {
        case "passed": self = .passed
        case "not-planted": self = .notPlanted
        default: self = .killed(try object.choice("result"), try object.optionalText("message"))
        }
    }
}
