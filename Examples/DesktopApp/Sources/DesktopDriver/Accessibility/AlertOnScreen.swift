/// An alert of an app: a window above the app's other windows, in which the app asks the user for an answer.
package struct AlertOnScreen: Sendable {
    /// The texts of the alert without its buttons, from top to bottom.
    package let texts: [String]
    fileprivate let button: Accessible
    fileprivate let title: String
    fileprivate let app: Application

    /// Presses the button that ``Application/alert(withButton:)`` found.
    package func press() throws(DriverError) {
        guard try app.ask(button.call("Action", "DoAction", [.int32(0)])).first?.boolean == true else {
            throw .failed("the button \"\(title)\" could not be pressed")
        }
    }
}

extension Application {
    /// Returns the alert on the screen that has a button with this title, or `nil` if there is no such alert.
    package func alert(withButton title: String) throws(DriverError) -> AlertOnScreen? {
        for window in try children(of: rootElement()) {
            guard let sight = try look(at: window), ["alert", "dialog"].contains(sight.role) else { continue }
            if let alert = try alert(in: sight, withButton: title) { return alert }
        }
        return nil
    }

    private func alert(in window: Sight, withButton title: String) throws(DriverError) -> AlertOnScreen? {
        var button: Accessible?
        var texts: [String] = []
        // The stack is in reverse reading order, so its last object is the next object to visit.
        var objects = Array(window.children.reversed())
        while let object = objects.popLast() {
            guard let sight = try look(at: object) else { continue }
            switch sight.role {
            case "push button": if sight.name == title { button = object }
            case "label": texts.append(sight.name)
            default: objects += sight.children.reversed()
            }
        }
        return button.map { AlertOnScreen(texts: texts, button: $0, title: title, app: self) }
    }

    private struct Sight {
        let role: String
        let name: String
        let children: [Accessible]
    }

    /// Returns the role, the name and the children of an object, in one batch of calls.
    ///
    /// - Returns: `nil` if the object is not on the screen, or no longer exists.
    private func look(at object: Accessible) throws(DriverError) -> Sight? {
        let answers = try ask([
            object.call("Accessible", "GetState"), object.call("Accessible", "GetRoleName"), object.property("Name"),
            object.call("Accessible", "GetChildren"),
        ])
        guard AccessibleState.all(in: answers[0]?.first?.elements?.compactMap(\.uint32) ?? []).contains(.showing),
            let role = answers[1]?.first?.string, let name = answers[2]?.first?.string
        else { return nil }
        return Sight(role: role, name: name, children: (answers[3]?.first?.elements ?? []).compactMap(Accessible.init))
    }
}
