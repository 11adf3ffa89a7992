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
    /// The events and assertions of each test, see ``CleanRuns/states``.
    private var states: [String: String] = [:]

    /// The maximum length of a line, in bytes.
    private static let lineLimit = 16 << 20

    /// Opens the file, or creates it.
    ///
    /// - Throws: ``FileAccessError`` if the file cannot be created; ``CommandError`` if another process uses the file.
    init(path: String, command: [String], seed: UInt64) throws {
        header = [
            "mutation": 1, "command": EventValue.array(command.map(EventValue.string)), "seed": String(seed),
        ]
        lines = try ResumeLines(path: path, beginningWith: #"{"mutation":"#)
    }

    /// Passes the results in the file on to a campaign, and returns their number.
    ///
    /// Results about mutants that no longer exist are skipped. So are results of tests that had other events or other
    /// assertions.
    ///
    /// - Throws: ``CommandError`` if the file belongs to another command; ``DocumentError`` or ``EventFormatError`` if a
    ///   line is not a result.
    func read(into campaign: inout MutationCampaign, after clean: CleanRuns) throws -> Int {
        states = clean.states
        let numbers = Dictionary(
            campaign.targets.enumerated().map { ($1.mutant, $0) }, uniquingKeysWith: { first, _ in first })
        var count = 0
        isNew = try lines.read(limit: Self.lineLimit) { line, number in
            let place = "\(lines.path):\(number)"
            let value = try EventValue(json: Array(line), of: place)
            if number == 1 {
                if value == .object(header) { return }
                throw CommandError(
                    "\(lines.path): belongs to another command or another --seed; name another file with --resume",
                    .notUnderstood)
            }
            let object = try DocumentObject(value, at: place + ":")
            let mutant = try Mutant(object.object("mutant"))
            let trial = try MutationCampaign.Trial(object)
            let test = try object.text("test")
            let state = try object.text("state")
            guard let target = numbers[mutant], states[test] == state else { return }
            campaign.note(trial, of: target, in: test)
            count += 1
        }
        return count
    }

    /// Appends the results of one run.
    func add(_ round: [String: Int], of campaign: MutationCampaign) throws {
        var added = isNew ? header.json + "\n" : ""
        isNew = false
        for (test, index) in round.sorted(by: { $0.key < $1.key }) {
            guard let trial = campaign.trials[index][test] else { continue }
            var members: EventParameters = [
                "test": test, "state": states[test] ?? "",
                "mutant": EventValue.object(campaign.targets[index].mutant.members),
            ]
            members = members.merging(trial.members)
            added += members.json + "\n"
        }
        try lines.add(added)
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
