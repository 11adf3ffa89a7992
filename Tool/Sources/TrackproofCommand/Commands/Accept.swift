import ArgumentParser
import Foundation
import Trackproof
import TrackproofArchives
import TrackproofFiles
import TrackproofPlanning
import TrackproofReports
import TrackproofSnapshots
import TrackproofConsole
import TrackproofPlatform

struct Accept: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Review pending snapshots and accept them.",
        discussion: """
            A failed comparison leaves NAME.pending.json beside its snapshot. This command shows each pending snapshot \
            and asks whether to accept it. With --all, it does not ask. A snapshot changes only if you accept, and \
            only in the parts that differ. If `run --runs` found that a parameter varies, this command shows the \
            parameter with its shape. If you accept, the shape becomes a volatile rule of the snapshot.

            With --snapshot, the recording becomes the snapshot FILE. If FILE exists, it is updated and keeps its \
            settings. A recording that has only events of one SDK, as `trackproof collect` exports them, becomes a \
            snapshot of what that SDK sends. The snapshot then has a member such as "source": "wire:segment".

            EXAMPLES
              Review everything pending below this folder:
              trackproof accept
              Accept everything pending in a folder:
              trackproof accept Tracking --all
              Make or update a snapshot:
              trackproof accept r.ndjson --snapshot s.json
              Make a snapshot of what a collector stored:
              curl -s http://127.0.0.1:9090/trackproof/v1/export > wire.ndjson
              trackproof accept wire.ndjson --snapshot s.json
            """)

    @Argument(
        help: "Folders, snapshots or pending files (default: the current folder). With --snapshot, one recording.")
    var paths: [String] = []

    @Flag(help: "Accept everything without asking.")
    var all = false

    @Option(help: ArgumentHelp("Make or update this snapshot from the recording.", valueName: "file"))
    var snapshot: String?

    @Option(
        help: """
            With --snapshot, the source of the snapshot's events: app, provider:ID or wire:VENDOR (default: the source \
            in the snapshot, or else app, or else the only source in the recording).
            """)
    var source: String?

    func validate() throws {
        if snapshot != nil, paths.count != 1 {
            throw ValidationError("--snapshot needs exactly one recording.")
        }
        if source != nil, snapshot == nil { throw ValidationError("--source needs --snapshot.") }
        if snapshot == "-" { throw ValidationError("Standard input cannot be the snapshot.") }
        if snapshot != nil {
            try (CommandFile.read("the recording", paths[0]) + CommandFile.snapshot(snapshot, isWritten: true))
                .requireDistinct()
        }
    }

    func run() throws {
        if let snapshot { return try accept(recording: paths[0], as: snapshot) }
        var known: Set<String> = []
        let pending = try (paths.isEmpty ? ["."] : paths).flatMap(PendingSnapshot.find)
            .filter { known.insert($0.path.realPath ?? $0.path).inserted }
        if pending.isEmpty { return try Console.output.write("there are no pending snapshots\n") }
        var review = Review(acceptsAll: all)
        for (index, one) in pending.enumerated() {
            if try !review.decide(one, "\(index + 1)/\(pending.count)") { break }
        }
        try Console.output.write(review.summary(of: pending.count))
        if review.decided < pending.count { try ExitStatus.differences.end() }
    }

    private func accept(recording: String, as path: String) throws {
        var policy = SnapshotPolicy(path: path, mode: .all)
        policy.options.source = source.map { EventSource(rawValue: $0) }
        let words = OutcomeWords(policy: policy)
        let taken = try EventFile(path: recording).recording()
        try policy.checkSource()
        let outcome = try policy.judge(RecordedRun(taken))
        switch outcome.finding {
        case .recordedFirst(let snapshot): try say(outcome, expects: snapshot)
        case .recorded(let recorded):
            try say(outcome, expects: recorded.snapshot)
            if !recorded.rest.isEmpty {
                try words.writeMisfit(recorded.rest, of: "this recording")
                try ExitStatus.differences.end()
            }
        case .nothingRecorded, .nothingCompared, .kept:
            // Throws an error because the snapshot would have no events.
            let sources = Set(taken.events.map(\.source))
            if sources.isEmpty {
                throw CommandError(
                    "\(recording): has no events, and \(SnapshotOutcome.emptySnapshot)", .notUnderstood)
            }
            if sources.contains(outcome.source) {
                throw CommandError(
                    "\(recording): \(path) ignores all events of the source `\(outcome.source)`, and "
                        + SnapshotOutcome.emptySnapshot, .usage)
            }
            throw CommandError(
                "\(recording): has no events of the source `\(outcome.source)` for \(path) (recorded sources: "
                    + "\(sources.names)); name one with --source", .usage)
        case .severalSources(let sources):
            throw CommandError(sources.missing(.app) + "; name one with --source", .usage)
        case .notWritten(let error?): throw error
        case .matches, .differs, .misfit, .missing, .pendingFirst, .learned, .notWritten(nil):
            throw CommandError("\(path): was not accepted", .defect)
        }
    }

    private func say(_ outcome: SnapshotOutcome, expects snapshot: Snapshot) throws {
        if let problem = outcome.pendingProblem { throw problem }
        guard let path = self.snapshot else { return }
        try Console.output.write("\(path.displayable) expects \(snapshot.events.count.counted("event"))\n")
    }
}

/// A dialog that asks the user to accept, reject or skip each pending snapshot.
private struct Review {
    let acceptsAll: Bool
    private(set) var accepted = 0
    private(set) var rejected = 0

    init(acceptsAll: Bool) { self.acceptsAll = acceptsAll }

    var decided: Int { accepted + rejected }

    /// Shows a pending snapshot, asks the user about it, and accepts, removes or skips it.
    ///
    /// If one of the files has changed since it was shown, the method shows the new content and asks again.
    ///
    /// - Returns: `false` if the user answered `quit` or standard input ended. The caller then ends the review.
    mutating func decide(_ pending: PendingSnapshot, _ place: String) throws -> Bool {
        if let problem = pending.ambiguity { throw CommandError(problem, .usage) }
        while true {
            let update = try pending.update()
            try show(update, pending, place)
            switch try acceptsAll ? .accept : ask() {
            case .accept:
                if update.accepted.events.isEmpty {
                    throw CommandError(
                        "\(pending.path): has no events, and \(SnapshotOutcome.emptySnapshot)", .notUnderstood)
                }
                if try pending.accept(update) {
                    accepted += 1
                    return true
                }
            case .reject:
                if try pending.update() == update {
                    try pending.remove()
                    rejected += 1
                    return true
                }
            case .skip: return true
            case .quit: return false
            }
            Console.note("\(pending.path): the pending snapshot or the snapshot has changed since it was shown")
        }
    }

    private enum Answer {
        case accept, reject, skip, quit
    }

    private func ask() throws -> Answer {
        while true {
            try Console.output.write("[a]ccept, [r]eject, [s]kip, [q]uit? ")
            guard let answer = readLine(strippingNewline: true) else {
                try Console.output.write("\n")
                return .quit
            }
            switch answer.trimmingCharacters(in: .whitespaces).lowercased() {
            case "a", "accept": return .accept
            case "r", "reject": return .reject
            case "s", "skip": return .skip
            case "q", "quit": return .quit
            default: try Console.output.write("please answer a, r, s or q\n")
            }
        }
    }

    private func show(_ update: PendingSnapshot.Update, _ pending: PendingSnapshot, _ place: String) throws {
        try Console.output.write("\n\(place)  \(pending.snapshotPath.displayable)\n\n")
        let accepted = update.accepted
        let current = update.current ?? Snapshot([RecordedEvent]())
        if update.current == nil {
            try Console.output.write("a new snapshot of \(accepted.events.count.counted("event"))\n\n")
        }
        try Console.output.write(current.change(to: accepted).text(style: Console.output.style) + "\n")
        let added = Self.settings(accepted).filter { !Self.settings(current).contains($0) }
        if !added.isEmpty { try Console.output.write(added.map { "+ \($0)\n" }.joined() + "\n") }
    }

    /// The settings of a snapshot that excuse differences, one line each. The user must see them before accepting them.
    ///
    /// For example, a volatile rule permits any value of a shape, such as any UUID.
    private static func settings(_ snapshot: Snapshot) -> [String] {
        let settings = snapshot.settings
        var lines = settings.volatile.map { "volatile   \($0)" } + settings.ignore.map { "ignore     \($0)" }
        lines += settings.ordered.map { "ordered    " + $0.joined(separator: ", ") }
        if settings.order != .any { lines.append("order      \(settings.order)") }
        if let source = settings.source { lines.append("source     \(source)") }
        return lines
    }

    func summary(of count: Int) -> String {
        "\(accepted) accepted, \(rejected) rejected, \(count - decided) left\n"
    }
}
