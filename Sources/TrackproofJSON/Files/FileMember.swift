/// A member of a file, by its name and the place of the name.
package struct FileMember: Sendable {
    package let name: String
    package let line: Int
    package let column: Int

    /// Whether a member is the file's owner's: no version of the format will give it a meaning.
    package static func isOwn(_ name: String) -> Bool { name.hasPrefix("x-") }
}

extension EventShape {
    /// What the members of an event are called.
    package var memberNames: [String] {
        [
            nameKey, self.kindKey, parametersKey, "user", "source", "seq", "time", "id", "anonymous", "context",
            "error",
        ]
    }

    private var kindKey: String {
        if case .typeIdentifierData = self { "type" } else { "kind" }
    }
}
