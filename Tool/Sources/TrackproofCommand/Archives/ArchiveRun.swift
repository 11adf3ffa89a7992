internal import Foundation
@_spi(Tooling) internal import TrackproofArchives
internal import TrackproofCompression
@_spi(Tooling) internal import TrackproofPlans

/// Something that checks parts of an archive: the threads of this process, or Spark.
protocol PartsChecker {
    /// Checks the parts.
    ///
    /// - Parameters:
    ///   - shouldStop: A closure that is called a few times a second. If it returns `true`, the check ends early.
    ///   - onRead: A closure that is called from time to time with the number of bytes that were read from files.
    ///   - onResult: A closure that is called with each result, on the caller's thread and in any order.
    /// - Returns: `false` if the check ended early.
    func run(
        _ parts: [PartialResult.Part], shouldStop: () -> Bool, onRead: (UInt64) -> Void,
        onResult: (PartialResult) throws -> Void
    ) throws -> Bool
}

extension ParallelCheck: PartsChecker {}

/// A check of the files of an archive.
struct ArchiveRun {
    let check: any PartsChecker
    let origin: PartialResult.Origin
    /// The path of the file with the results of an earlier check, or `nil`.
    let resumePath: String?

    /// The result of a run.
    struct Outcome {
        var tally: ArchiveTally
        /// The signal that ended the check early, or `nil`.
        var signal: Int32?
        /// The number of parts that were checked, and the number of all parts.
        var parts: (checked: Int, all: Int)
    }

    /// Checks all files.
    ///
    /// - Throws: An error if a file cannot be read.
    func run(_ paths: ArchivePaths) throws -> Outcome {
        let splits = ParallelCheck.parts(of: paths.files.map { ($0.path, $0.size) })
        let parts = splits + paths.streams.map { .records(name: $0) }
        var merger = PartialMerger()
        let resume = try resumePath.map { try ResumeFile(path: $0) }
        // The keys are bytes, because Linux distinguishes canonically equivalent names of files.
        let modified = Dictionary(uniqueKeysWithValues: paths.files.map { (Array($0.path.utf8), $0.modified) })
        if let resume { try add(resume, of: Set(parts), modified, to: &merger) }
        let missing = parts.filter { !merger.contains($0) }
        let total = paths.streams.isEmpty ? paths.files.reduce(0) { $0 + $1.size } : nil
        let left = missing.reduce(0) { $0 + $1.byteCount }
        let progress = ArchiveProgress(total: total, before: (total ?? left) - left)
        let signals = StopSignals()
        var isComplete = false
        do {
            defer { progress.end() }
            isComplete = try check.run(missing, shouldStop: { signals.first != nil }, onRead: progress.show) { result in
                // The next input of a pipe has other records.
                if case .split(let split, _) = result.part, let modified = modified[Array(split.file.utf8)] {
                    try resume?.add(result, modified: modified)
                }
                try merge(result, into: &merger)
            }
        }
        let signal = signals.stop()
        return Outcome(
            tally: isComplete ? try result(of: parts, merger) : merger.resultSoFar(),
            signal: isComplete ? nil : signal, parts: (merger.parts.count, parts.count))
    }

    /// Adds the results of an earlier check that are still valid.
    ///
    /// - Parameters:
    ///   - resume: The file with the results.
    ///   - parts: The parts of this check.
    ///   - modified: The times at which the files of this check were last modified, by the bytes of their paths.
    private func add(
        _ resume: ResumeFile, of parts: Set<PartialResult.Part>, _ modified: [[UInt8]: Int64],
        to merger: inout PartialMerger
    ) throws {
        try resume.read { result, time in
            guard result.origin == origin else {
                throw CommandError(
                    """
                    \(resumePath ?? ""): this file is from a check with another plan, other options or another version \
                    of trackproof; name another file
                    """,
                    .usage)
            }
            // A file that has changed since then is checked again.
            if case .split(let split, _) = result.part, parts.contains(result.part),
                modified[Array(split.file.utf8)] == time, !merger.contains(result.part)
            {
                try merge(result, into: &merger)
            }
        }
    }

    /// Returns the result of all parts.
    ///
    /// - Throws: ``CommandError`` if the result of a part is missing.
    private func result(of parts: [PartialResult.Part], _ merger: PartialMerger) throws -> ArchiveTally {
        let splits = parts.compactMap { if case .split(let split, _) = $0 { split } else { nil } }
        do {
            return try merger.result(splits)
        } catch {
            throw CommandError("\(error)", .notUnderstood)
        }
    }

    private func merge(_ result: PartialResult, into merger: inout PartialMerger) throws {
        do {
            try merger.add(result)
        } catch {
            throw CommandError("\(error)", .notUnderstood)
        }
    }
}

extension PartialResult.Part {
    /// The number of bytes of the part, or 0 if it is unknown.
    fileprivate var byteCount: UInt64 {
        switch self {
        case .split(let split, _): split.length
        case .records: 0
        }
    }
}
