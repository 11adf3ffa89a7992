/// An element of an app, by its accessible id: a description of what to look for, which costs nothing to make.
package struct Element: Sendable {
    package let id: String
    let app: Application

    // MARK: What it is now

    /// Whether the app has it, on the screen or not.
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

    /// What a user sees: the text of an entry or a label, the name of anything else.
    package var text: String {
        get throws(DriverError) {
            let object = try app.find(id)
            guard try app.interfaces(of: object).contains("Text") else { return try string(object.property("Name")) }
            // To the end.
            return try string(object.call("Text", "GetText", [.int32(0), .int32(-1)]))
        }
    }

    /// What a screen reader calls it.
    package var name: String {
        get throws(DriverError) { try string(app.find(id).property("Name")) }
    }

    /// What a screen reader adds to the name.
    package var accessibleDescription: String {
        get throws(DriverError) { try string(app.find(id).property("Description")) }
    }

    /// What kind of element it is, as AT-SPI says it: `push button`, `label`, `text`.
    package var role: String {
        get throws(DriverError) { try string(app.find(id).call("Accessible", "GetRoleName")) }
    }

    package var states: Set<AccessibleState> {
        get throws(DriverError) { try app.states(of: app.find(id)) }
    }

    private func string(_ message: DBusMessage) throws(DriverError) -> String {
        try app.ask(message).first?.string ?? ""
    }

    // MARK: What a user does

    /// Presses it, once it is on the screen and enabled.
    package func press(within limit: Duration = .seconds(5)) throws {
        let object = try waitUntilUsable(within: limit)
        guard try app.interfaces(of: object).contains("Action") else {
            throw DriverError.failed("\"\(id)\" cannot be pressed: it is a \(try role)")
        }
        try perform(object.call("Action", "DoAction", [.int32(0)]), "be pressed")
    }

    /// Replaces its text, once it is on the screen and enabled.
    package func type(_ text: String, within limit: Duration = .seconds(5)) throws {
        let object = try waitUntilUsable(within: limit)
        guard try app.interfaces(of: object).contains("EditableText") else {
            throw DriverError.failed("\"\(id)\" takes no text: it is a \(try role)")
        }
        try perform(object.call("EditableText", "SetTextContents", [.string(text)]), "take the text")
    }

    private func perform(_ message: DBusMessage, _ what: String) throws(DriverError) {
        guard try app.ask(message).first?.boolean == true else { throw .failed("\"\(id)\" did not \(what)") }
    }
}
