/// A member of an object in a file, with the line and column of its name.
package struct FileMember: Sendable {
    package let name: String
    package let line: Int
    package let column: Int

    /// Returns whether `name` begins with `x-`. Users can choose such names for their own members.
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
