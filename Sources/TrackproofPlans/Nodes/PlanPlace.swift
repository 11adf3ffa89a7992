/// A line and column in a file of a tracking plan.
public struct PlanPlace: Sendable, Hashable {
    /// The path of the file, as the caller passed it to the reader.
    public let file: String
    /// The line number, from 1.
    public let line: Int
    /// The column in the line, from 1. Counts bytes in JSON files, and Unicode scalars in YAML files.
    public let column: Int

    /// Creates a place.
    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }
}

extension PlanPlace: CustomStringConvertible {
    /// The place in the format that compilers use: `plan.yaml:3:14`.
    public var description: String { "\(file):\(line):\(column)" }
}
