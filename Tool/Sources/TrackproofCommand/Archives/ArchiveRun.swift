import Foundation
import TrackproofArchives
import TrackproofConsole
import TrackproofPlanning
import TrackproofPlans

/// The means by which parts of an archive are checked: threads of this process, or Spark.
protocol PartsChecker {
    /// Checks the parts.
    ///
    /// - Parameters:
    ///   - shouldStop: A closure that is called a few times a second. If it returns `true`, the check ends early.
    ///   - onRead: A closure that is called from time to time with the number of bytes that the check has read so far.
    ///   - onResult: A closure that is called with the result of each part, on the caller's thread and in any order.
    /// - Returns: `false` if the check ended early because of `shouldStop`.
    func run(
        _ parts: [PartialResult.Part], shouldStop: () -> Bool, onRead: (UInt64) -> Void,
        onResult: (PartialResult) throws -> Void
    ) throws -> Bool
}

extension ParallelCheck: PartsChecker {
    /// Creates a check of recordings or of an archive by the threads of this process.
    ///
    /// - Parameter storesParts: Whether the results of the parts are stored, so that they must not depend on each other.
    init(
        _ plan: PlanFiles, _ settings: ArchiveSettings, _ origin: PartialResult.Origin, jobs: Int? = nil,
        storesParts: Bool = false
    ) {
        self.init(
            origin, jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount,
            countsRowsOnce: settings.countsRowsOnce && !storesParts
        ) {
            SplitCheck(plan.plan, settings)
        }
    }
}

extension SplitCheck {
    /// Creates a check that can read files that are compressed with gzip.
    init(_ plan: TrackingPlan, _ settings: ArchiveSettings) {
        let map = settings.measuresCoverage ? CoverageMap(plan, today: nil) : nil
        self.init(PlanChecker(plan), settings, map) { try GzipSource($0) }
    }
}

/// A check of the files of an archive, which can continue an earlier check.
struct ArchiveRun {
    let check: any PartsChecker
    let origin: PartialResult.Origin
    /// The path that the user gave with `--resume`, or `nil`. The file contains the results of an earlier check.
    let resumePath: String?

    /// The result of a check.
    struct Outcome {
        var tally: ArchiveTally
        /// The signal that ended the check early, or `nil` if the check is complete.
        var signal: Int32?
        /// The number of parts that have results, and the number of all parts.
        var parts: (checked: Int, all: Int)

        /// The signal that ended the check early, with a message that ends with `advice`; `nil` if the check is
        /// complete.
        func interruption(advice: String) -> (signal: Int32, message: String)? {
            signal.map { signal in
                let counts = "\(parts.checked) of \(parts.all) parts were checked"
                return (signal, "the check was interrupted: \(counts); \(advice)")
            }
        }
    }

    /// Checks all files, except parts whose results are in the file of `--resume`.
    ///
    /// - Throws: An error if a file cannot be read.
    func run(_ paths: ArchivePaths) throws -> Outcome {
        // A pipe is not in this dictionary, so its result is not stored: the next check reads other records from the pipe.
        var modified: [PartialResult.Part: Int64] = [:]
        var parts: [PartialResult.Part] = []
        for file in paths.files {
            for split in ParallelCheck.splits(of: file.path, size: file.size) {
                let part = PartialResult.Part.split(split, size: file.size)
                modified[part] = file.modified
                parts.append(part)
            }
        }
        parts += paths.streams.map { .records(name: $0) }
        var merger = PartialMerger()
        let resume = try resumePath.map { try ResumeFile(path: $0) }
        if let resume { try add(resume, modified, to: &merger) }
        let missing = parts.filter { !merger.contains($0) }
        let total = paths.streams.isEmpty ? paths.files.reduce(0) { $0 + $1.size } : nil
        let left = missing.reduce(0) { $0 + $1.byteCount }
        let progress = ArchiveProgress(total: total, before: (total ?? left) - left)
        let signals = StopSignals()
        var isComplete = false
        do {
            defer { progress.end() }
            isComplete = try check.run(missing, shouldStop: { signals.first != nil }, onRead: progress.show) { result in
                if let time = modified[result.part] { try resume?.add(result, modified: time) }
                try merger.add(result)
            }
        }
        let signal = signals.stop()
        return Outcome(
            tally: isComplete ? try result(of: parts, merger) : merger.resultSoFar(),
            signal: isComplete ? nil : signal, parts: (merger.parts.count, parts.count))
    }

    /// Adds the results of an earlier check, except results for files that have changed since then.
    ///
    /// - Parameters:
    ///   - resume: The file with the results of the earlier check.
    ///   - modified: For each part of this check, the time at which the part's file was last modified.
    private func add(
        _ resume: ResumeFile, _ modified: [PartialResult.Part: Int64], to merger: inout PartialMerger
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
            // If the file was modified after the earlier check, `run` checks it again.
            if modified[result.part] == time, !merger.contains(result.part) { try merger.add(result) }
        }
    }

    /// Returns the merged result of all parts.
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
}

extension PartialResult.Part {
    /// The number of bytes in the part, or 0 if it is unknown.
    fileprivate var byteCount: UInt64 {
        switch self {
        case .split(let split, _): split.length
        case .records: 0
        }
    }
}
