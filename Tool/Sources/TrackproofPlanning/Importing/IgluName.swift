import TrackproofPlans

/// The name of a schema in an Iglu registry: a vendor, a name, a format and a version.
struct IgluName {
    let vendor: String
    let name: String
    var format = "jsonschema"
    let version: VersionedSchema.Version

    /// The vendor and the name, which all versions of a schema share.
    var id: String { vendor + "/" + name }

    /// The path in a registry.
    var path: String { "\(id)/\(format)/\(version.text)" }

    /// The name as a URI.
    var uri: String { "iglu:" + path }
}

extension IgluName {
    /// Reads the member `self` of a self-describing schema.
    ///
    /// - Throws: ``PlanErrors`` if the member does not name a schema.
    init(_ own: PlanNode) throws(PlanErrors) {
        guard let vendor = own["vendor"]?.string, let name = own["name"]?.string, let text = own["version"]?.string
        else { throw PlanErrors(at: own.place, "expected \"vendor\", \"name\" and \"version\"") }
        guard let version = VersionedSchema.Version(text, separators: "-") else {
            let message = "expected a version such as 1-0-0, found \(text.quotedForMessages)"
            throw PlanErrors(at: own["version"]?.place ?? own.place, message)
        }
        self.init(vendor: vendor, name: name, format: own["format"]?.string ?? "jsonschema", version: version)
    }

    /// Reads a URI such as `iglu:com.acme/tap/jsonschema/1-0-0`. Returns `nil` for other texts.
    init?(uri: String) {
        let parts = uri.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, parts[0].hasPrefix("iglu:"), !parts[1].isEmpty,
            let version = VersionedSchema.Version(parts[3], separators: "-")
        else { return nil }
        self.init(vendor: String(parts[0].dropFirst(5)), name: parts[1], format: parts[2], version: version)
    }
}
