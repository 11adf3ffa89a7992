import Foundation
import Trackproof
import TrackproofFiles
import TrackproofJSON
import TrackproofMutation
import TrackproofSnapshots
import TrackproofConsole

/// The file that the user names with `--resume`: the results of all runs with mistakes so far.
///
/// The first line is `{"mutation":1,"command":[…],"seed":0}`. Each further line is the result of one test under one
/// mutant. After each run, its results are appended. If the process is killed while it writes, only the last line is
/// damaged, and the next start removes it.
final class MutationResume {
    private let path: String
    private let file: OpenFile
    private let header: EventParameters
    private var isNew = false

    /// The maximum length of a line, in bytes.
    private static let lineLimit = 16 << 20

    /// Opens the file, or creates it.
    ///
    /// - Throws: ``FileAccessError`` if the file cannot be created; ``CommandError`` if another process uses the file.
    init(path: String, command: [String], seed: UInt64) throws {
        self.path = path
        header = [
            "mutation": 1, "command": EventValue.array(command.map(EventValue.string)), "seed": String(seed),
        ]
        file = try OpenFile(writing: path, flags: O_RDWR)
        guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw CommandError("\(path): another process uses this file", .cannotCreate)
        }
    }

    /// Passes the results in the file on to a campaign, and returns their number.
    ///
    /// Results about mutants or tests that no longer exist are skipped.
    ///
    /// - Throws: ``CommandError`` if the file belongs to another command; ``DocumentError`` or ``EventFormatError`` if a
    ///   line is not a result.
    func read(into campaign: inout MutationCampaign) throws -> Int {
        let numbers = Dictionary(
            campaign.targets.enumerated().map { ($1.mutant, $0) }, uniquingKeysWith: { first, _ in first })
        let lines = LineReader(file, limit: Self.lineLimit)
        var count = 0
        while let line = try lines.next() {
            let place = "\(path):\(lines.lineNumber)"
            let value = try EventValue(json: Array(line), of: place)
            if lines.lineNumber == 1 {
                guard value == .object(header) else {
                    throw CommandError(
                        "\(path): belongs to another command or another --seed; name another file with --resume",
                        .notUnderstood)
                }
                continue
            }
            let object = try DocumentObject(value, at: place + ":")
            let mutant = try Mutant(object.object("mutant"))
            let trial = try MutationCampaign.Trial(object)
            guard let number = numbers[mutant] else { continue }
            campaign.note(trial, of: number, in: try object.text("test"))
            count += 1
        }
        if lines.lineNumber == 0, lines.restCount > 0, !lines.rest(12).starts(with: Array(#"{"mutation""#.utf8)) {
            throw CommandError("\(path): this is not a file that --resume created; name another file", .notUnderstood)
        }
        let end = off_t(lines.offset)
        guard ftruncate(file.descriptor, end) == 0, lseek(file.descriptor, end, SEEK_SET) == end else {
            throw FileAccessError(path, .write, code: errno)
        }
        isNew = end == 0
        return count
    }

    /// Appends the results of one run.
    func add(_ round: [String: Int], of campaign: MutationCampaign) throws {
        var lines = isNew ? header.json + "\n" : ""
        isNew = false
        for (test, index) in round.sorted(by: { $0.key < $1.key }) {
            guard let trial = campaign.trials[index][test] else { continue }
            var members: EventParameters = [
                "test": test, "mutant": EventValue.object(campaign.targets[index].mutant.members),
            ]
            members = members.merging(trial.members)
            lines += members.json + "\n"
        }
        try file.append(Array(lines.utf8))
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
