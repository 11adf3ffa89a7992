import Trackproof
import TrackproofPlanning
import TrackproofPlatform

/// A merger that combines the results of parts of an archive into the result of the archive.
///
/// The order in which results are added does not matter. A result that is added twice counts once.
package struct PartialMerger: Sendable {
    /// The reason why results cannot be merged.
    package struct Problem: Error, Sendable, CustomStringConvertible {
        /// The reason as a sentence.
        package let description: String
    }

    private struct Split {
        let split: ArchiveSplit
        let size: UInt64
        let recordCount: Int
    }

    /// The origin of the results, or `nil` if there is no result.
    package private(set) var origin: PartialResult.Origin?
    /// For each part of the archive, the hash of the part's result. It shows whether a second result of a part is
    /// equal.
    private var results: [PartialResult.Part: Int] = [:]
    private var splits: [Split] = []
    private var tally = ArchiveTally()

    /// Creates a merger without results.
    package init() {}

    /// The parts of the archive whose results were added.
    package var parts: some Collection<PartialResult.Part> { results.keys }

    /// Returns whether the result of this part was added.
    package func contains(_ part: PartialResult.Part) -> Bool { results[part] != nil }

    /// Adds the result of a part.
    ///
    /// - Throws: ``Problem`` if the result is from another plan, version of the tool or settings than the results
    ///   before, or if a different result of the same part was added before.
    package mutating func add(_ result: PartialResult) throws(Problem) {
        if let origin, origin != result.origin { throw Self.mixed(origin, result.origin) }
        origin = result.origin
        if let known = results[result.part] {
            if known == result.tally.hashValue { return }
            throw Problem(description: "two results of \(result.part.words) differ")
        }
        results[result.part] = result.tally.hashValue
        if case .split(let split, let size) = result.part {
            splits.append(Split(split: split, size: size, recordCount: result.tally.summary.recordCount))
        }
        tally.merge(result.tally)
    }

    private static func mixed(_ one: PartialResult.Origin, _ other: PartialResult.Origin) -> Problem {
        if one.plan != other.plan { return Problem(description: "the results are from different plans") }
        if one.tool != other.tool {
            return Problem(
                description: "the results are from different versions of trackproof: \(one.tool) and \(other.tool)")
        }
        if one.source != other.source {
            return Problem(
                description: "the results are about events of different sources: \(one.source) and \(other.source)")
        }
        return Problem(
            description: "the results are from checks with different options: \(one.settings) and \(other.settings)")
    }

    // MARK: The merged result

    /// Returns the merged result. The numbers in ``EventPlace`` count records from the beginning of the file.
    ///
    /// - Parameter expected: The splits that must have results. Without this list, the merger cannot notice that all
    ///   results of a file are missing.
    /// - Throws: ``Problem`` if the result of a part of a file is missing, or if parts of a file overlap.
    package func result(_ expected: [ArchiveSplit] = []) throws(Problem) -> ArchiveTally {
        var bases: [SplitStart: Int] = [:]
        var place: (file: String, end: UInt64, size: UInt64, count: Int)?
        for split in splits.sorted(by: { $0.split < $1.split }) {
            let range = split.split
            if let known = place, !known.file.isExactly(range.file) {
                try Self.checkEnd(known.file, known.end, known.size)
                place = nil
            }
            let known = place ?? (range.file, 0, split.size, 0)
            guard known.size == split.size else {
                throw Problem(description: "the size of \(range.file) changed: \(known.size) bytes, then \(split.size)")
            }
            if range.start > known.end { throw Self.missing(range.file, known.end, range.start) }
            if range.start < known.end {
                throw Problem(description: "the result of \(range) overlaps with another result")
            }
            bases[SplitStart(file: range.file, start: range.start)] = known.count
            place = (range.file, range.end, known.size, known.count + split.recordCount)
        }
        if let place { try Self.checkEnd(place.file, place.end, place.size) }
        for split in expected where bases[SplitStart(file: split.file, start: split.start)] == nil {
            throw Problem(description: "the result of \(split) is missing")
        }
        try checkSizes(expected)
        return finished(bases)
    }

    /// Checks that no file is smaller than it was when `expected` was written.
    private func checkSizes(_ expected: [ArchiveSplit]) throws(Problem) {
        var ends: [ExactText: UInt64] = [:]
        for split in expected {
            let name = ExactText(split.file)
            ends[name] = max(ends[name] ?? 0, split.end)
        }
        for split in splits {
            guard let end = ends[ExactText(split.split.file)], end > split.size else { continue }
            throw Problem(
                description: "the size of \(split.split.file) changed: \(end) bytes, then \(split.size)")
        }
    }

    /// Returns the merged result of the parts that were added, even if other parts of a file are missing.
    package func resultSoFar() -> ArchiveTally {
        do throws(Problem) {
            return try result()
        } catch {
            return finished([:])
        }
    }

    private struct SplitStart: Hashable {
        let file: ExactText
        let start: UInt64

        init(file: String, start: UInt64) { (self.file, self.start) = (ExactText(file), start) }
    }

    private func finished(_ bases: [SplitStart: Int]) -> ArchiveTally {
        var tally = tally
        tally.finish()
        tally.check = tally.check.mappingPlaces { place in
            guard let base = bases[SplitStart(file: place.origin, start: place.offset)] else { return place }
            return EventPlace(place.origin, number: base + place.number)
        }
        return tally
    }

    private static func checkEnd(_ file: String, _ end: UInt64, _ size: UInt64) throws(Problem) {
        if end < size { throw missing(file, end, size) }
    }

    private static func missing(_ file: String, _ start: UInt64, _ end: UInt64) -> Problem {
        Problem(description: "the result of \(file):\(start):\(end - start) is missing")
    }
}

extension PartialResult.Part {
    fileprivate var words: String {
        switch self {
        case .split(let split, _): "\(split)"
        case .records(let name): "the records \(name)"
        }
    }
}
