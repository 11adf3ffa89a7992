/// A member of an object in a file, with the place of its name.
package struct FileMember: Sendable {
    package let name: String
    package let line: Int
    package let column: Int

    /// Returns whether a name begins with `x-`. The file format reserves such names for users.
    package static func isOwn(_ name: String) -> Bool { name.hasPrefix("x-") }
}

extension EventShape {
    /// The names of an event's members in this shape.
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
