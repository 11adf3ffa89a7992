/// An element of an app, identified by its accessible id.
///
/// This structure stores only the id. Each property and method searches the app's accessibility tree for the element.
package struct Element: Sendable {
    package let id: String
    let app: Application

    // MARK: The current properties of the element

    /// A Boolean value that indicates whether the app has the element, hidden or not.
    package var exists: Bool {
        get throws(DriverError) {
            do throws(DriverError) {
                _ = try app.find(id)
                return true
            } catch .notFound {
                return false
            }
        }
    }

    /// The text that a user sees: the text of an entry or a label, or the name of any other element.
    package var text: String {
        get throws(DriverError) {
            let object = try app.find(id)
            guard try app.interfaces(of: object).contains("Text") else { return try string(object.property("Name")) }
            // The end offset -1 means the end of the text.
            return try string(object.call("Text", "GetText", [.int32(0), .int32(-1)]))
        }
    }

    /// The name that a screen reader speaks.
    package var name: String {
        get throws(DriverError) { try string(app.find(id).property("Name")) }
    }

    /// The description that a screen reader adds to the name.
    package var accessibleDescription: String {
        get throws(DriverError) { try string(app.find(id).property("Description")) }
    }

    /// The role of the element in AT-SPI, such as `push button`, `label` or `text`.
    package var role: String {
        get throws(DriverError) { try string(app.find(id).call("Accessible", "GetRoleName")) }
    }

    package var states: Set<AccessibleState> {
        get throws(DriverError) { try app.states(of: app.find(id)) }
    }

    private func string(_ message: DBusMessage) throws(DriverError) -> String {
        try app.ask(message).first?.string ?? ""
    }

    // MARK: The actions of a user

    /// Waits until the element is on the screen and enabled, and presses it.
    package func press(within limit: Duration = .seconds(5)) throws {
        let object = try waitUntilUsable(within: limit)
        guard try app.interfaces(of: object).contains("Action") else {
            throw DriverError.failed("\"\(id)\" cannot be pressed: it is a \(try role)")
        }
        try perform(object.call("Action", "DoAction", [.int32(0)]), "could not be pressed")
    }

    /// Waits until the element is on the screen and enabled, and replaces its text.
    package func type(_ text: String, within limit: Duration = .seconds(5)) throws {
        let object = try waitUntilUsable(within: limit)
        guard try app.interfaces(of: object).contains("EditableText") else {
            throw DriverError.failed("\"\(id)\" does not accept text: it is a \(try role)")
        }
        try perform(object.call("EditableText", "SetTextContents", [.string(text)]), "did not accept the text")
    }

    private func perform(_ message: DBusMessage, _ what: String) throws(DriverError) {
        guard try app.ask(message).first?.boolean == true else { throw .failed("\"\(id)\" \(what)") }
    }
}
