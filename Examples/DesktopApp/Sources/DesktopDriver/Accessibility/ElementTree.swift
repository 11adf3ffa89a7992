// The search in an app's accessibility tree. It visits the tree level by level. To save time, it sends the calls for
// all objects of a level before it waits for the first answer.

extension Application {
    /// Returns the object with the id. If several objects have this id, prefers an object on the screen.
    func find(_ id: String) throws(DriverError) -> Accessible {
        var hidden: Accessible?
        var known: [String] = []
        let showing = try walk { object, found throws(DriverError) in
            known.append("\"\(found)\"")
            guard found == id else { return false }
            if try states(of: object).contains(.showing) { return true }
            hidden = hidden ?? object
            return false
        }
        if let object = showing ?? hidden { return object }
        let ids = known.isEmpty ? "found no ids" : "found " + known.joined(separator: ", ")
        throw .notFound("no element has the id \"\(id)\"; \(ids)")
    }

    /// Visits all objects that have an id, until `isEnough` returns `true`. Visits objects near the root first.
    ///
    /// - Returns: The object for which `isEnough` returned `true`, or `nil` if there is no such object.
    func walk(
        until isEnough: (Accessible, _ id: String) throws(DriverError) -> Bool
    ) throws(DriverError) -> Accessible? {
        var level = [try rootElement()]
        // The tree of a faulty app can have a cycle. Without this set, the loop would not end.
        var seen = Set(level)
        while !level.isEmpty {
            let ids = try ids(of: level)
            for (object, id) in zip(level, ids) {
                if let id, !id.isEmpty, try isEnough(object, id) { return object }
            }
            level = try children(of: level).filter { seen.insert($0).inserted }
        }
        return nil
    }

    /// A text for failure messages that lists the app's windows and their content, with indentation.
    package var tree: String {
        get throws(DriverError) {
            var text = ""
            for window in try children(of: rootElement()) { text += try tree(from: window, indentation: "") }
            return text
        }
    }

    private func tree(from object: Accessible, indentation: String) throws(DriverError) -> String {
        let answers = try ask([
            object.call("Accessible", "GetRoleName"), object.property("Name"), object.property("AccessibleId"),
        ])
        let texts = answers.map { $0?.first?.string ?? "" }
        let states = try states(of: object)
        var line = indentation + texts[0]
        if !texts[2].isEmpty { line += " #" + texts[2] }
        if !texts[1].isEmpty { line += " \"\(texts[1])\"" }
        if !states.contains(.showing) { line += " hidden" }
        line += "\n"
        for child in try children(of: object) { line += try tree(from: child, indentation: indentation + "  ") }
        return line
    }

    func children(of object: Accessible) throws(DriverError) -> [Accessible] { try children(of: [object]) }

    private func children(of objects: [Accessible]) throws(DriverError) -> [Accessible] {
        try ask(objects.map { $0.call("Accessible", "GetChildren") })
            .flatMap { $0?.first?.elements ?? [] }.compactMap(Accessible.init)
            // If an app could not create an object, it sends this null path instead.
            .filter { $0.path != "/org/a11y/atspi/null" }
    }

    private func ids(of objects: [Accessible]) throws(DriverError) -> [String?] {
        try ask(objects.map { $0.property("AccessibleId") }).map { $0?.first?.string }
    }

    func states(of object: Accessible) throws(DriverError) -> Set<AccessibleState> {
        let answer = try ask([object.call("Accessible", "GetState")])
        return AccessibleState.all(in: answer[0]?.first?.elements?.compactMap(\.uint32) ?? [])
    }

    /// Returns the interfaces of an object by their last name, such as `Text`.
    ///
    /// GTK logs a warning if a caller uses an interface that the object does not have. So callers check the interfaces
    /// first.
    func interfaces(of object: Accessible) throws(DriverError) -> Set<String> {
        let names = try ask(object.call("Accessible", "GetInterfaces")).first?.elements ?? []
        return Set(names.compactMap { $0.string?.split(separator: ".").last.map(String.init) })
    }
}
