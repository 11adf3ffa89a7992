public import Foundation

/// A stub of `XCTIssue`.
public struct XCTIssue {
    public enum IssueType: Int { case assertionFailure }
    public enum Severity: Int { case warning = 4, error = 8 }
    public var type: IssueType
    public var compactDescription: String
    public var detailedDescription: String?
    public var sourceCodeContext: XCTSourceCodeContext
    public var associatedError: (any Error)?
    public var attachments: [XCTAttachment]
    public var severity: Severity
    public var isFailure: Bool { severity.rawValue >= Severity.error.rawValue }
    /// Whether a test that must not continue after a failure ends. In Apple's type, this property is private.
    var stubShouldInterruptTest = false

    public init(
        type: IssueType, compactDescription: String, detailedDescription: String? = nil,
        sourceCodeContext: XCTSourceCodeContext = XCTSourceCodeContext(), associatedError: (any Error)? = nil,
        attachments: [XCTAttachment] = [], severity: Severity = .error
    ) {
        self.type = type
        self.compactDescription = compactDescription
        self.detailedDescription = detailedDescription
        self.sourceCodeContext = sourceCodeContext
        self.associatedError = associatedError
        self.attachments = attachments
        self.severity = severity
    }
}

/// A stub of `XCTSourceCodeContext`.
open class XCTSourceCodeContext {
    public let location: XCTSourceCodeLocation?
    public convenience init() { self.init(location: nil) }
    public init(location: XCTSourceCodeLocation?) { self.location = location }
}

/// A stub of `XCTSourceCodeLocation`.
open class XCTSourceCodeLocation {
    public let fileURL: URL
    public let lineNumber: Int
    public init(filePath: String, lineNumber: Int) {
        (fileURL, self.lineNumber) = (URL(fileURLWithPath: filePath), lineNumber)
    }
}
