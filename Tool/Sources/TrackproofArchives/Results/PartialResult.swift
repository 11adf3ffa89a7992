package import Trackproof

/// The result of a check of one part of an archive. `plan audit --partial` prints such results.
///
/// ``PartialMerger`` combines the results of all parts.
package struct PartialResult: Sendable, Hashable {
    /// The plan, the tool and the settings of a check. Only results with equal values can be merged.
    package struct Origin: Sendable, Hashable {
        /// The version of `trackproof`.
        package let tool: String
        /// The hash of the plan.
        package let plan: String
        /// The source of the events that the check reads in recordings.
        package let source: EventSource
        /// The other options that affect the result, as text.
        package let settings: String

        /// Creates an origin.
        package init(tool: String, plan: String, source: EventSource, settings: String) {
            (self.tool, self.plan, self.source, self.settings) = (tool, plan, source, settings)
        }
    }

    /// A part of an archive.
    package enum Part: Sendable, Hashable {
        /// A split of a file. `size` is the size of the file in bytes, not of the split.
        case split(ArchiveSplit, size: UInt64)
        /// Records from standard input or from a pipe, which can be read only once.
        ///
        /// In a check without `--partial`, the name is `-` or the path of the pipe. With `--partial`, each result has a
        /// unique name, because results of several processes are merged.
        case records(name: String)
    }

    /// The plan, the tool and the settings of the check.
    package let origin: Origin
    /// The part of the archive that was checked.
    package let part: Part
    /// The findings and the other results of this part.
    package let tally: ArchiveTally

    /// Creates a partial result.
    package init(_ origin: Origin, _ part: Part, _ tally: ArchiveTally) {
        (self.origin, self.part, self.tally) = (origin, part, tally)
    }
}
