internal import Foundation
@_spi(Tooling) internal import TrackproofArchives
internal import TrackproofCompression
@_spi(Tooling) internal import TrackproofPlans

/// A check of an archive by the threads of this process.
struct ArchiveRun {
    let check: ParallelCheck
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

    init(
        _ checker: PlanChecker, _ settings: ArchiveSettings, origin: PartialResult.Origin, jobs: Int, resume: String?
    ) {
        let split = SplitCheck(checker, settings) { try GzipSource($0) }
        check = ParallelCheck(split, origin, jobs: jobs)
        self.origin = origin
        resumePath = resume
    }

    /// Checks all files.
    ///
    /// - Throws: An error if a file cannot be read.
    func run(_ paths: ArchivePaths) throws -> Outcome {
        let parts = ParallelCheck.parts(of: paths.files) + paths.streams.map { .records(name: $0) }
        var merger = PartialMerger()
        let resume = try resumePath.map { try ResumeFile(path: $0) }
        if let resume { try add(resume.results, of: Set(parts), to: &merger) }
        let missing = parts.filter { !merger.contains($0) }
        let total = paths.streams.isEmpty ? paths.files.reduce(0) { $0 + $1.size } : nil
        let left = missing.reduce(0) { $0 + $1.byteCount }
        let progress = ArchiveProgress(total: total, before: (total ?? left) - left)
        let signals = StopSignals()
        var isComplete = false
        do {
            defer { progress.end() }
            isComplete = try check.run(missing, shouldStop: { signals.first != nil }, onRead: progress.show) { result in
                try resume?.add(result)
                try merge(result, into: &merger)
            }
        }
        let signal = signals.stop()
        return Outcome(
            tally: merger.resultSoFar(), signal: isComplete ? nil : signal, parts: (merger.parts.count, parts.count))
    }

    /// Adds the results of an earlier check that are still valid.
    private func add(
        _ results: [PartialResult], of parts: Set<PartialResult.Part>, to merger: inout PartialMerger
    ) throws {
        for result in results {
            guard result.origin == origin else {
                throw CommandError(
                    "\(resumePath ?? ""): this file is from a check with another plan or other options; name another file",
                    .usage)
            }
            // A file that has grown since then is checked again.
            if parts.contains(result.part) { try merge(result, into: &merger) }
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
    /// The number of bytes of the part, as far as it is known.
    fileprivate var byteCount: UInt64 {
        switch self {
        case .split(let split, _): split.length
        case .records: 0
        }
    }
}

/// The signals that end a check early.
private final class StopSignals: @unchecked Sendable {
    // Unchecked: `number` is accessed under `lock` only, and `source` before and after the check only.
    private let lock = NSLock()
    private var number: Int32?
    private var sources: [any DispatchSourceSignal] = []

    init() {
        let queue = DispatchQueue(label: "trackproof.signals")
        for number in [SIGINT, SIGTERM] {
            let before = signal(number, SIG_IGN)
            // A process under nohup, or in the background of a script, ignores some signals on purpose.
            if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { [weak self] in self?.note(number) }
            source.resume()
            sources.append(source)
        }
    }

    private func note(_ signal: Int32) { lock.withLock { number = number ?? signal } }

    /// The first signal, or `nil` if there was none.
    var first: Int32? { lock.withLock { number } }

    /// Restores the effects of the signals, and returns the first one.
    func stop() -> Int32? {
        for source in sources { source.cancel() }
        if !sources.isEmpty { for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) } }
        return first
    }
}
