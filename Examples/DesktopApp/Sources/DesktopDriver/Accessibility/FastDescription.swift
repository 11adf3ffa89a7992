extension Application {
    /// Returns the accessible description of the element with the id, or `nil` if there is no such element.
    ///
    /// Unlike ``Element/accessibleDescription``, this function does not search the tree each time. It asks the object
    /// that the last search found for the id, as long as that object exists. If several elements have the same id, the
    /// function can ask any of these elements.
    package func description(ofElement id: String) throws(DriverError) -> String? {
        if let object = found.read({ $0[id] }) {
            do throws(DriverError) {
                return try description(of: object)
            } catch .notFound {
                // The object no longer exists. Another object can have the id now.
            }
        }
        var objects: [String: Accessible] = [:]
        _ = try walk { object, id in
            objects[id] = objects[id] ?? object
            return false
        }
        found.change { $0 = objects }
        return try objects[id].map { object throws(DriverError) in try description(of: object) }
    }

    private func description(of object: Accessible) throws(DriverError) -> String {
        try ask(object.property("Description")).first?.string ?? ""
    }
}
