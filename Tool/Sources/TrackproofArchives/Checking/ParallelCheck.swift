import Trackproof
import TrackproofFiles
import TrackproofJSON
import TrackproofPlatform

/// A check of the parts of an archive by several threads.
package struct ParallelCheck: Sendable {
    /// The default size of a split, in bytes.
    package static let splitSize: UInt64 = 64 << 20

    private let makeCheck: @Sendable () -> SplitCheck
    private let origin: PartialResult.Origin
    private let jobs: Int
    private let countsRowsOnce: Bool

    /// Creates a check of the parts of an archive.
    ///
    /// - Parameters:
    ///   - origin: The plan, the tool and the settings, which each result names.
    ///   - jobs: The number of threads, at least 1.
    ///   - countsRowsOnce: Whether rows with the same id count once among all parts. The results then depend on each other.
    ///   - makeCheck: A closure that creates the check of one part. Each thread calls it once. Return a check with a new
    ///     ``/TrackproofPlans/PlanChecker`` each time: if threads share a checker, they also share the reference counts
    ///     of its rules, and wait for each other to change them.
    package init(
        _ origin: PartialResult.Origin, jobs: Int, countsRowsOnce: Bool = false,
        _ makeCheck: @escaping @Sendable () -> SplitCheck
    ) {
        self.origin = origin
        self.countsRowsOnce = countsRowsOnce
        self.jobs = max(1, jobs)
        self.makeCheck = makeCheck
    }

    /// Divides a file into splits of `splitSize` bytes. The last split can be smaller.
    ///
    /// The sequence makes each split when it is needed, because a large file can have more splits than fit in memory.
    package static func splits(
        of file: String, size: UInt64, splitSize: UInt64 = splitSize
    ) -> some Sequence<ArchiveSplit> {
        // An empty file has one split, which is empty too.
        sequence(state: 0 as UInt64?) { (next: inout UInt64?) -> ArchiveSplit? in
            guard let start = next else { return nil }
            let length = min(splitSize, size - start)
            next = start + length < size ? start + length : nil
            return ArchiveSplit(file: file, start: start, length: length)
        }
    }

    /// Checks the parts. The threads check the parts in the order of the list.
    ///
    /// If rows count once, the first row in the order of the list counts, whatever thread reads it first.
    ///
    /// - Parameters:
    ///   - shouldStop: A closure that is called a few times a second. If it returns `true`, the check ends early. There
    ///     is no result for a part that is not finished by then.
    ///   - onRead: A closure that is called a few times a second with the number of bytes that the check has read so
    ///     far.
    ///   - onResult: A closure that is called with the result of each part, on the caller's thread. The results can
    ///     come in any order.
    /// - Returns: `false` if the check ended early because of `shouldStop`.
    /// - Throws: The first error of a file, or the error that `onResult` throws.
    package func run(
        _ parts: [PartialResult.Part], shouldStop: () -> Bool, onRead: (UInt64) -> Void,
        onResult: (PartialResult) throws -> Void
    ) throws -> Bool {
        let work = SharedWork(parts, isOrdered: countsRowsOnce)
        var seen = RowIDs(limit: RowIDs.limitOfArchive)
        func deliver(_ checked: SharedWork.Checked) throws {
            let result = try countsRowsOnce ? joined(checked, &seen, shouldStop) : nil
            try onResult(result ?? checked.result)
        }
        defer { work.cancel() }
        var threads = 0
        for _ in 0..<min(jobs, parts.count) {
            if Platform.startThread({ work.work(makeCheck(), origin) }) { threads += 1 }
        }
        // If the system starts no thread, the caller's thread checks the parts.
        guard threads > 0 else {
            let check = makeCheck()
            for part in parts {
                try deliver(SharedWork.Checked(part, check, origin, onRead: work.count))
                if shouldStop() { return false }
            }
            return true
        }
        while true {
            let news = work.wait()
            onRead(news.byteCount)
            do {
                for checked in news.results { try deliver(checked) }
            } catch is SharedWork.Cancellation {
                return false
            }
            if let error = news.error { throw error }
            if news.isFinished { return true }
            if shouldStop() { return false }
        }
    }
}

extension ParallelCheck {
    /// Adds the ids of a part's rows to `seen`. If earlier parts have some of the rows, checks the part again without them.
    ///
    /// - Returns: The new result, or `nil` if the old result is right, or if the records can be read only once.
    private func joined(
        _ checked: SharedWork.Checked, _ seen: inout RowIDs, _ shouldStop: () -> Bool
    ) throws -> PartialResult? {
        var copies = seen.merge(checked.rows)
        guard copies.count > 0, case .split = checked.result.part else { return nil }
        let tally = try withoutActuallyEscaping(shouldStop) { shouldStop in
            try makeCheck().tally(checked.result.part, &copies) { _ in
                if shouldStop() { throw SharedWork.Cancellation() }
            }
        }
        return PartialResult(origin, checked.result.part, tally)
    }
}

/// The parts that the threads of a ``ParallelCheck`` still have to check, and the results for the caller's thread.
private final class SharedWork: Sendable {
    /// The result of a part, and the ids of the rows that count in it.
    struct Checked {
        let result: PartialResult
        let rows: RowIDs

        /// Checks a part.
        ///
        /// - Parameter expectsCopies: Whether the part probably has rows with the same id. Otherwise, the check only notes
        ///   the ids, which takes less time, and reads the part again if two are the same.
        init(
            _ part: PartialResult.Part, _ check: SplitCheck, _ origin: PartialResult.Origin, expectsCopies: Bool = true,
            onRead: @escaping (Int) throws -> Void
        ) throws {
            // Records that are no split can be read only once.
            let isNoting = if case .split = part { !expectsCopies } else { false }
            var rows = RowIDs(isNoting: isNoting)
            var tally = try check.tally(part, &rows, onRead: onRead)
            if !rows.addNoted() {
                rows = RowIDs()
                tally = try check.tally(part, &rows) { _ in try onRead(0) }
            }
            result = PartialResult(origin, part, tally)
            self.rows = rows
        }
    }

    struct News {
        var results: [Checked] = []
        var byteCount: UInt64 = 0
        var error: (any Error)?
        var isFinished = false
    }

    struct Cancellation: Error {}

    private struct State {
        var next = 0
        var unfinished: Int
        var byteCount: UInt64 = 0
        /// The results that the caller's thread has not taken yet, by the index of the part.
        var results: [Int: Checked] = [:]
        /// The index of the first part whose result the caller's thread has not taken yet, if the results are in order.
        var taken = 0
        var error: (any Error)?
        var isCancelled = false
    }

    /// The longest time for which ``wait()`` waits for results, in nanoseconds.
    private static let interval: UInt64 = 200_000_000
    /// The maximum number of results in ``State``. It limits the memory if `onResult` is slow.
    private static let resultLimit = 32

    private let parts: [PartialResult.Part]
    /// Whether the caller's thread takes the results in the order of the parts.
    private let isOrdered: Bool
    private let state: Lock<State>

    init(_ parts: [PartialResult.Part], isOrdered: Bool) {
        (self.parts, self.isOrdered) = (parts, isOrdered)
        state = Lock(State(unfinished: parts.count))
    }

    // MARK: Methods for the working threads

    func work(_ check: SplitCheck, _ origin: PartialResult.Origin) {
        do {
            // If a part has copies of its own rows, later parts probably have copies, too.
            var expectsCopies = false
            while let index = take() {
                let checked = try Checked(parts[index], check, origin, expectsCopies: expectsCopies, onRead: count)
                expectsCopies = expectsCopies || checked.result.tally.summary.copyCount > 0
                state.withLock {
                    $0.results[index] = checked
                    $0.unfinished -= 1
                }
                state.wakeAll()
            }
        } catch is Cancellation {
            // The caller's thread has ended the check and needs no result.
        } catch {
            state.withLock { $0.error = $0.error ?? error }
            state.wakeAll()
        }
    }

    /// Returns the index of the next part to check, or `nil` if there is no further part or the check has ended.
    ///
    /// If ``State`` has `resultLimit` results, the method first waits until the caller's thread has taken these
    /// results.
    private func take() -> Int? {
        let index = state.wait(until: nil) { state -> Int?? in
            if state.isCancelled || state.error != nil || state.next == parts.count { return .some(nil) }
            guard state.results.count < Self.resultLimit else { return nil }
            state.next += 1
            return .some(state.next - 1)
        }
        return index ?? nil
    }

    func count(_ bytes: Int) throws {
        let isCancelled = state.withLock { state in
            state.byteCount += UInt64(bytes)
            return state.isCancelled
        }
        if isCancelled { throw Cancellation() }
    }

    // MARK: Methods for the caller's thread

    func cancel() {
        state.withLock { $0.isCancelled = true }
        state.wakeAll()
    }

    /// Returns the results since the last call. Waits up to ``interval`` for a result.
    func wait() -> News {
        let deadline = Platform.monotonicNanoseconds() + Self.interval
        _ = state.wait(until: deadline) { state -> Bool? in
            let hasResult = isOrdered ? state.results[state.taken] != nil : !state.results.isEmpty
            return hasResult || state.error != nil || state.unfinished == 0 ? true : nil
        }
        let news = state.withLock { state in
            var results: [Checked] = []
            if isOrdered {
                while let next = state.results.removeValue(forKey: state.taken) {
                    results.append(next)
                    state.taken += 1
                }
            } else {
                results = Array(state.results.values)
                state.results = [:]
            }
            return News(
                results: results, byteCount: state.byteCount, error: state.error,
                isFinished: state.unfinished == 0)
        }
        state.wakeAll()
        return news
    }
}
