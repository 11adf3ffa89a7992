extension Application {
    /// The accessible description of the element with the id, as ``Element/accessibleDescription``, but without a walk
    /// through the tree each time: the object that had the id before is asked as long as it is there. Of elements of
    /// the same id it is any. Nil where there is none.
    package func description(ofElement id: String) throws(DriverError) -> String? {
        if let object = found.read({ $0[id] }) {
            do throws(DriverError) {
                return try description(of: object)
            } catch .notFound {
                // It is no more; there may be another one now.
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
