public import Trackproof

/// The result of a check of one part of an archive. `plan check --partial` prints such results.
///
/// ``PartialMerger`` combines the results of all parts.
public struct PartialResult: Sendable, Hashable {
    /// The plan, the tool and the settings of a check. Only results with equal values can be merged.
    public struct Origin: Sendable, Hashable {
        /// The version of `trackproof`.
        public let tool: String
        /// The hash of the plan.
        public let plan: String
        /// The source of the events that the check reads in recordings.
        public let source: EventSource
        /// The other options that affect the result, as text.
        public let settings: String

        /// Creates an origin.
        public init(tool: String, plan: String, source: EventSource, settings: String) {
            (self.tool, self.plan, self.source, self.settings) = (tool, plan, source, settings)
        }
    }

    /// A part of an archive.
    public enum Part: Sendable, Hashable {
        /// A split of a file. `size` is the size of the file in bytes, not of the split.
        case split(ArchiveSplit, size: UInt64)
        /// Records from standard input or from a pipe, which can be read only once.
        ///
        /// In a check without `--partial`, the name is `-` or the path of the pipe. With `--partial`, each result has a
        /// unique name, because results of several processes are merged.
        case records(name: String)
    }

    /// The plan, the tool and the settings of the check.
    public let origin: Origin
    /// The part of the archive that was checked.
    public let part: Part
    /// The findings and the other results of this part.
    public let tally: ArchiveTally

    /// Creates a partial result.
    public init(_ origin: Origin, _ part: Part, _ tally: ArchiveTally) {
        (self.origin, self.part, self.tally) = (origin, part, tally)
    }
}
