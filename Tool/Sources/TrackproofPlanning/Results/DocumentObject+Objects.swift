package import TrackproofJSON

extension DocumentObject {
    /// Returns the object in a member, or `nil` if the member is absent or null.
    package func optionalObject(_ name: String) throws(DocumentError) -> DocumentObject? {
        value(name) == nil ? nil : try object(name)
    }

    /// Returns the objects of the array in a member.
    package func objects(_ name: String) throws(DocumentError) -> [DocumentObject] {
        try elements(name).map { value, path throws(DocumentError) in try DocumentObject(value, at: path) }
    }

    /// Returns the objects of the array in a member, or an empty array if the member is absent or null.
    package func optionalObjects(_ name: String) throws(DocumentError) -> [DocumentObject] {
        value(name) == nil ? [] : try objects(name)
    }
}
