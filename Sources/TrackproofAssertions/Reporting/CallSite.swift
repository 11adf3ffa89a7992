/// Where in a test something was written.
///
/// XCTest takes a path only as a StaticString, and refuses Swift Testing's own type of a location; assertions
/// therefore take the four parts.
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
}
