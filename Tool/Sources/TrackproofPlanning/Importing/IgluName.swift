import TrackproofPlans

/// The name of a schema in an Iglu registry: a vendor, a name, a format and a version.
struct IgluName {
    let vendor: String
    let name: String
    let format: String
    /// The three numbers of the version.
    let version: [Int]

    /// The vendor and the name, which all versions of a schema share.
    var id: String { vendor + "/" + name }

    /// The name as a URI.
    var uri: String {
        "iglu:\(vendor)/\(name)/\(format)/\(versionText)"
    }

    var versionText: String { version.map(String.init).joined(separator: "-") }

    /// Returns the members of an event that say the vendor and the version of its schema.
    func members(hasOlderVersions: Bool) -> [FormattedItem] {
        // An export gives the version 1-0-0 to an event with one version.
        let isFirst = !hasOlderVersions && version == [1, 0, 0]
        return [FormattedItem("x-vendor", .text(vendor))]
            + (isFirst ? [] : [FormattedItem("x-version", .text(versionText))])
    }

    /// Creates the name of a JSON Schema.
    init(vendor: String, name: String, version: [Int]) {
        (self.vendor, self.name, self.version) = (vendor, name, version)
        format = "jsonschema"
    }

    /// Reads the member `self` of a self-describing schema.
    ///
    /// - Throws: ``PlanErrors`` if the member does not name a schema.
    init(_ own: PlanNode) throws(PlanErrors) {
        guard let vendor = own["vendor"]?.string, let name = own["name"]?.string, let text = own["version"]?.string
        else { throw PlanErrors([PlanError(at: own.place, "expected \"vendor\", \"name\" and \"version\"")]) }
        guard let version = Self.version(text) else {
            let message = "expected a version such as 1-0-0, found \(text.quotedForMessages)"
            throw PlanErrors([PlanError(at: own["version"]?.place ?? own.place, message)])
        }
        (self.vendor, self.name, self.version) = (vendor, name, version)
        format = own["format"]?.string ?? "jsonschema"
    }

    /// Reads a URI such as `iglu:com.acme/tap/jsonschema/1-0-0`. Returns `nil` for other texts.
    init?(uri: String) {
        let parts = uri.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, parts[0].hasPrefix("iglu:"), let version = Self.version(parts[3]),
            !parts[1].isEmpty
        else { return nil }
        (vendor, name, format, self.version) = (String(parts[0].dropFirst(5)), parts[1], parts[2], version)
    }

    /// Returns the three numbers of a version such as 1-0-0, or `nil` for other texts.
    static func version(_ text: String) -> [Int]? {
        let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        let version = numbers.compactMap(\.self)
        return numbers.count == 3 && version.count == 3 ? version : nil
    }
}
