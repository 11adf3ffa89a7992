/// The place in a test's source code at which the test calls a function of Trackproof, such as an assertion.
///
/// XCTest accepts a path only as a `StaticString`, and does not accept the `SourceLocation` of Swift Testing. Therefore
/// assertions have four parameters: the file's id, the file's path, the line and the column.
package struct CallSite: Sendable {
    package let fileID: StaticString
    package let filePath: StaticString
    package let line: UInt
    package let column: UInt

    package init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
        self.fileID = fileID
        self.filePath = filePath
        self.line = line
        self.column = column
    }

    /// The call site of a failure whose place in the source code is unknown.
    package static let unknown = CallSite("", "", 0, 0)
}
