import Foundation
import TrackproofArchives
import TrackproofCompression
import TrackproofFiles
import TrackproofJSON
import TrackproofPlans
import TrackproofReports
import TrackproofConsole

/// The check of `plan audit --partial`, which prints the result of each part on one line.
struct PartialCheck {
    private let check: SplitCheck
    private let origin: PartialResult.Origin

    init(_ checker: PlanChecker, _ settings: ArchiveSettings, _ origin: PartialResult.Origin) {
        check = SplitCheck(checker, settings) { try GzipSource($0) }
        self.origin = origin
    }

    /// Checks splits, files and standard input, and prints each result.
    ///
    /// - Parameter inputs: The paths of files, folders and pipes, patterns, and `-` for standard input.
    func print(_ inputs: [String], _ splits: [ArchiveSplit]) throws {
        for split in splits {
            let file = try ArchiveFile(path: split.file, .regular)
            guard let size = file.size else {
                throw CommandError("\(split.file): this is not a file that can be divided", .usage)
            }
            let tally = try check.tally(file, from: split.start, length: split.length)
            try file.checkSize()
            try print(.split(split, size: size), tally)
        }
        if inputs.isEmpty { return }
        let paths = try ArchivePaths(inputs)
        for file in paths.files {
            guard let split = ArchiveSplit(file: file.path, start: 0, length: file.size) else { continue }
            let opened = try ArchiveFile(path: file.path, .regular)
            let tally = try check.tally(opened, from: 0, length: file.size)
            guard opened.size == file.size else { throw ArchiveFile.changed(file.path) }
            try opened.checkSize()
            try print(.split(split, size: file.size), tally)
        }
        for stream in paths.streams {
            // For `plan merge`, results with the same name are results of the same part. So each result needs a unique
            // name.
            try print(.records(name: "-\(UUID().uuidString)"), check.tally(ArchiveFile(path: stream)))
        }
    }

    private func print(_ part: PartialResult.Part, _ tally: ArchiveTally) throws {
        try Console.output.write(foreign: PartialResult(origin, part, tally).json.jsonWithoutLogCommands + "\n")
    }
}
