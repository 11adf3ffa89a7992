import ArgumentParser
import Foundation
import Trackproof
import TrackproofArchives
import TrackproofConsole
import TrackproofFiles
import TrackproofJSON
import TrackproofPlanning
import TrackproofPlans
import TrackproofReports

/// The options of a check of a part of an archive, whose result `plan merge` merges with the results of other parts.
struct PartialOptions: ParsableArguments {
    @Flag(help: "Print partial results, which `plan merge` merges into one report.")
    var partial = false

    @Option(
        help: ArgumentHelp(
            "With --partial: check the records that start in this range of a file's bytes.",
            valueName: "path:start:length"))
    var split: [SplitArgument] = []

    @Option(
        help: ArgumentHelp(
            "With --partial: check the splits in this file, the output of `plan split` (- for standard input).",
            valueName: "file"))
    var splits: String?

    @Option(
        help: ArgumentHelp(
            "With --splits: check only the splits of one job of many: 0/3 is the first of three jobs.",
            valueName: "index/count"))
    var job: JobNumber?

    /// Whether the user named splits with `--split` or `--splits`.
    var hasSplits: Bool { !split.isEmpty || splits != nil }

    func validate() throws {
        if hasSplits, !partial { throw ValidationError("--split and --splits need --partial.") }
        if job != nil, splits == nil { throw ValidationError("--job needs --splits.") }
    }

    /// Checks the splits of the options and the files in `recordings`, and prints the results.
    func check(
        _ recordings: [String], _ plan: PlanFiles, _ settings: ArchiveSettings, _ origin: PartialResult.Origin
    ) throws {
        var settings = settings
        // The rows of a table often arrive on standard input. A row has no file, so its findings have no places.
        if recordings == ["-"] { settings.hasPlaces = false }
        let list = try splits.map { try SplitList.read($0, of: job) } ?? []
        try PartialCheck(plan.plan, settings, origin).print(recordings, split.map(\.split) + list)
    }
}

/// The value of `--split`.
struct SplitArgument: ExpressibleByArgument {
    let split: ArchiveSplit

    init?(argument: String) {
        guard let split = ArchiveSplit(argument) else { return nil }
        self.split = split
    }
}

/// The value of `--job`, such as `0/3`: the number of a job, from 0, and the number of all jobs.
struct JobNumber: ExpressibleByArgument {
    let index: Int
    let count: Int

    init?(argument: String) {
        let numbers = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let index = numbers[0], let count = numbers[1], index >= 0, index < count else {
            return nil
        }
        (self.index, self.count) = (index, count)
    }

    /// Returns whether this job checks the split at this index of the list.
    ///
    /// Adjacent splits belong to different jobs. So the splits of a large file are distributed over the jobs.
    func hasSplit(_ indexInList: Int) -> Bool { indexInList % count == index }
}

/// The check of `plan audit --partial`, which prints the result of each part on one line.
struct PartialCheck {
    private let check: SplitCheck
    private let origin: PartialResult.Origin

    init(_ plan: TrackingPlan, _ settings: ArchiveSettings, _ origin: PartialResult.Origin) {
        check = SplitCheck(plan, settings)
        self.origin = origin
    }

    /// Checks splits, files and standard input, and prints each result.
    ///
    /// - Parameter inputs: The paths of files, folders and pipes, patterns, and `-` for standard input.
    func print(_ inputs: [String], _ splits: [ArchiveSplit]) throws {
        for split in splits {
            guard let size = try ArchiveFile(path: split.file, .regular).size else {
                throw CommandError("\(split.file): this is not a file that can be divided", .usage)
            }
            try print(.split(split, size: size))
        }
        if inputs.isEmpty { return }
        let paths = try ArchivePaths(inputs)
        for file in paths.files {
            guard let split = ArchiveSplit(file: file.path, start: 0, length: file.size) else { continue }
            try print(.split(split, size: file.size))
        }
        for stream in paths.streams {
            // For `plan merge`, results with the same name are results of the same part. So each result needs a unique
            // name.
            try print(.records(name: stream), as: .records(name: "-\(UUID().uuidString)"))
        }
    }

    private func print(_ part: PartialResult.Part, as name: PartialResult.Part? = nil) throws {
        var rows = RowIDs()
        let result = PartialResult(origin, name ?? part, try check.tally(part, &rows))
        try Console.output.write(foreign: result.json.jsonWithoutLogCommands + "\n")
    }
}

/// A reader of a file with partial results, one result on each line.
final class PartialLines {
    /// The maximum size of a line, in bytes. Results are smaller, because the numbers of their findings and days are
    /// limited.
    static let lineLimit = 256 << 20

    private let lines: LineReader
    private let path: String

    /// Opens a file with partial results.
    ///
    /// - Parameter path: The path of the file; `-` is standard input.
    init(path: String) throws {
        lines = try LineReader(path: path, limit: Self.lineLimit)
        self.path = path
    }

    /// The number of bytes after the last line break. Read it after ``next()`` has returned `nil`.
    var restCount: Int { lines.restCount }

    /// Returns the next result, or `nil` after the last complete line. Skips blank lines.
    ///
    /// - Throws: ``DocumentError`` or ``EventFormatError``, with the file and the line, if a line is not a result.
    func next() throws -> PartialResult? {
        while let line = try lines.next() {
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { continue }
            return try PartialResult(Self.value(line, path, lines.lineNumber), at: "\(path):\(lines.lineNumber):")
        }
        return nil
    }

    /// Parses a line as JSON. `number` is the number of the line in the file, for error messages.
    static func value(_ line: some Sequence<UInt8>, _ path: String, _ number: Int) throws -> EventValue {
        do {
            return try EventValue(json: Array(line), of: path)
        } catch {
            throw EventFormatError(
                file: path, line: number, column: error.column,
                message: "this is not the result of `plan audit --partial`: \(error.message)")
        }
    }
}
