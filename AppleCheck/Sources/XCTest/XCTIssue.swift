/// A stub of `XCTIssue`.
public struct XCTIssue {
    public enum IssueType: Int { case assertionFailure }
    public var type: IssueType
    public var compactDescription: String
    public var detailedDescription: String?
    public var sourceCodeContext: XCTSourceCodeContext
    public var associatedError: (any Error)?
    public var attachments: [XCTAttachment]

    public init(
        type: IssueType, compactDescription: String, detailedDescription: String? = nil,
        sourceCodeContext: XCTSourceCodeContext = XCTSourceCodeContext(), associatedError: (any Error)? = nil,
        attachments: [XCTAttachment] = []
    ) {
        self.type = type
        self.compactDescription = compactDescription
        self.detailedDescription = detailedDescription
        self.sourceCodeContext = sourceCodeContext
        self.associatedError = associatedError
        self.attachments = attachments
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
    public let lineNumber: Int
    public init(filePath: String, lineNumber: Int) { self.lineNumber = lineNumber }
}
