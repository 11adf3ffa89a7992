// These waits do not poll. They check again when something changes on the desktop. They fail when the app has ended.

extension Application {
    /// Waits until the app has an element with this id on the screen.
    @discardableResult
    package func waitForElement(id: String, within limit: Duration) throws -> Element {
        let element = self[id]
        try element.waitUntilShowing(within: limit)
        return element
    }
}

extension Element {
    package func waitUntilShowing(within limit: Duration) throws {
        try app.wait(within: limit) { try states.contains(.showing) ? .found(()) : .not("\"\(id)\" is hidden") }
    }

    /// Waits until the element is hidden or no longer exists.
    package func waitUntilGone(within limit: Duration) throws {
        try app.wait(within: limit) {
            do throws(DriverError) {
                return try states.contains(.showing) ? .not("\"\(id)\" is still on the screen") : .found(())
            } catch .notFound {
                return .found(())
            }
        }
    }

    /// Waits until the element's text is exactly `expected`.
    package func waitForText(_ expected: String, within limit: Duration) throws {
        try wait(for: "the text", toBe: expected, within: limit) { try text }
    }

    /// Waits until the element's accessible description is exactly `expected`.
    package func waitForDescription(_ expected: String, within limit: Duration) throws {
        try wait(for: "the description", toBe: expected, within: limit) { try accessibleDescription }
    }

    /// Waits until the element's accessible description satisfies `condition`, and returns the description.
    package func waitForDescription(
        within limit: Duration, where condition: (String) throws -> Bool
    ) throws -> String {
        try app.wait(within: limit) {
            let description = try accessibleDescription
            return try condition(description) ? .found(description) : .not(has("the description", description))
        }
    }

    private func wait(
        for what: String, toBe expected: String, within limit: Duration, _ value: () throws -> String
    ) throws {
        try app.wait(within: limit) {
            let actual = try value()
            return actual == expected ? .found(()) : .not(has(what, actual) + ", not \"\(expected)\"")
        }
    }

    private func has(_ what: String, _ value: String) -> String {
        let shown = value.count > 500 ? value.prefix(500) + "…" : value[...]
        return "\"\(id)\" has \(what) \"\(shown)\""
    }

    /// Waits until the element is on the screen and enabled, and returns its object.
    func waitUntilUsable(within limit: Duration) throws -> Accessible {
        try app.wait(within: limit) {
            let object = try app.find(id)
            let states = try app.states(of: object)
            if !states.contains(.showing) { return .not("\"\(id)\" is hidden") }
            if !states.contains(.sensitive) { return .not("\"\(id)\" is disabled") }
            return .found(object)
        }
    }
}
