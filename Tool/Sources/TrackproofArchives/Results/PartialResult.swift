package import Trackproof
package import TrackproofJSON
import TrackproofPlans

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
        /// The other options that affect the result, as text. The day to assume for events without a time is not among
        /// them, because parts of an archive may be checked on different days.
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

// This is version 1 of the format. Each result is one line. So a reader notices if a line is cut short, and several
// processes can append their results to one file.
extension PartialResult {
    /// The result as JSON on one line, without a line break.
    package var json: String {
        var members: EventParameters = [
            "partial": 1, "tool": origin.tool, "plan": origin.plan, "source": origin.source.rawValue,
            "settings": origin.settings,
        ]
        switch part {
        case .split(let split, let size):
            members["split"] = .string(split.description)
            members["size"] = .string(String(size))
        case .records(let name): members["records"] = .string(name)
        }
        members["result"] = .object(tally.members)
        return EventValue.object(members).json
    }

    /// Reads a result from JSON.
    ///
    /// - Parameter path: The file and the line for error messages, with a colon at the end: `partial.json:3:`.
    package init(_ value: EventValue, at path: String) throws(DocumentError) {
        let object = try DocumentObject(value, at: path)
        guard try object.count("partial") == 1 else {
            throw DocumentError(
                place: object.path("partial"), message: "this version of trackproof reads only format 1")
        }
        let origin = Origin(
            tool: try object.text("tool"), plan: try object.text("plan"),
            source: EventSource(rawValue: try object.text("source")), settings: try object.text("settings"))
        let part: Part
        if let name = try object.optionalText("records") {
            part = .records(name: name)
        } else {
            guard let split = ArchiveSplit(try object.text("split")) else {
                throw DocumentError(place: object.path("split"), message: "expected PATH:START:LENGTH")
            }
            guard let size = UInt64(try object.text("size")) else {
                throw DocumentError(place: object.path("size"), message: "expected a number of bytes")
            }
            part = .split(split, size: size)
        }
        let result = try object.object("result")
        // Without this limit, the sum of the numbers of many damaged results could be too large for an integer.
        guard Self.hasOnlySmallNumbers(value) else {
            throw DocumentError(
                place: object.path("result"), message: "expected numbers that are not greater than 2^44")
        }
        let tally = try ArchiveTally(result)
        try tally.checkCounts(result)
        self.init(origin, part, tally)
    }

    private static func hasOnlySmallNumbers(_ value: EventValue) -> Bool {
        switch value {
        case .integer(let number): (0...1 << 44).contains(number)
        case .array(let elements): elements.allSatisfy(hasOnlySmallNumbers)
        case .object(let members): members.allSatisfy { hasOnlySmallNumbers($0.value) }
        default: true
        }
    }
}
