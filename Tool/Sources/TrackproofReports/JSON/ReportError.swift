/// A report that cannot be read.
package struct ReportError: Error, CustomStringConvertible {
    /// The path of the report's file and the path of the value: `report.json: sections[0].differences[3].kind`.
    package let place: String
    /// The mistake.
    package let message: String

    /// The error on one line.
    package var description: String { "\(place): \(message)" }
}
