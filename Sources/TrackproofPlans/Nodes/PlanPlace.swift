/// A place in a file of a tracking plan.
@_spi(Tooling) public struct PlanPlace: Sendable, Hashable {
    /// The file's path as the caller gave it.
    public let file: String
    /// The line number, from 1.
    public let line: Int
    /// The column in the line, from 1: in bytes for JSON, in Unicode scalars for YAML.
    public let column: Int

    /// Creates a place.
    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }
}

@_spi(Tooling) extension PlanPlace: CustomStringConvertible {
    /// The place in the form that compilers use: `plan.yaml:3:14`.
    public var description: String { "\(file):\(line):\(column)" }
}
