/// The result of checking a part of an archive, as one of many processes prints it.
///
/// Partial results of different parts are merged by ``PartialMerger``.
@_spi(Tooling) public struct PartialResult: Sendable, Hashable {
    /// The facts that all parts of a check share. Results with different facts are not merged.
    public struct Origin: Sendable, Hashable {
        /// The version of the tool.
        public let tool: String
        /// The hash of the plan.
        public let plan: String
        /// The options that affect the result, as text.
        public let settings: String

        /// Creates an origin.
        public init(tool: String, plan: String, settings: String) {
            (self.tool, self.plan, self.settings) = (tool, plan, settings)
        }
    }

    /// The part of an archive that was checked.
    public enum Part: Sendable, Hashable {
        /// A part of a file whose size is `size` bytes.
        case split(ArchiveSplit, size: UInt64)
        /// Records that can be read only once.
        ///
        /// The name is `-` for standard input, or the path of a pipe. If many processes print results, each result has
        /// a different name.
        case records(name: String)
    }

    /// The facts that all parts of a check share.
    public let origin: Origin
    /// The part that was checked.
    public let part: Part
    /// The result.
    public let tally: ArchiveTally

    /// Creates a partial result.
    public init(_ origin: Origin, _ part: Part, _ tally: ArchiveTally) {
        (self.origin, self.part, self.tally) = (origin, part, tally)
    }
}
