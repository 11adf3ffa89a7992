import TrackproofPlans

/// A JSON Schema that describes an event, or one version of an event.
struct VersionedSchema {
    let document: SchemaDocument
    /// The name of the event.
    let event: String
    /// The text that all versions of the schema share.
    let id: String
    /// The vendor, or `nil` if the schema does not say it.
    var vendor: String?
    /// The version, or `nil` if the schema has no version.
    var version: Version?
    /// Whether the name of the file says that this is the newest version, as `current.yaml` does.
    var isCurrent = false
    let place: PlanPlace
    /// The parameter that contains the event's name, or `nil` if there is no such parameter.
    var nameParameter: PlanMember?

    var node: PlanNode { document.root }
    var isClosed: Bool { node["additionalProperties"]?.bool == false }

    /// The numbers by which versions are sorted. A schema without a version is the newest.
    var order: [Int] { version?.numbers ?? [.max] }

    /// The numbers of a version, with the text in which the numbers are written.
    struct Version: Equatable, Comparable {
        let numbers: [Int]
        let text: String

        static func == (one: Version, two: Version) -> Bool { one.numbers == two.numbers }

        static func < (one: Version, two: Version) -> Bool { one.numbers.lexicographicallyPrecedes(two.numbers) }
    }
}

extension VersionedSchema.Version {
    /// Reads three numbers with separators between them, such as 1.0.0. Returns `nil` for other texts.
    init?(_ text: String, separators: String = ".-") {
        let parts = text.split(omittingEmptySubsequences: false, whereSeparator: separators.contains)
        (numbers, self.text) = (parts.compactMap { Int32($0).map(Int.init) }, text)
        if parts.count != 3 || numbers.count != 3 { return nil }
    }

    /// Creates a version whose text has a separator between the numbers.
    init(_ numbers: [Int], separator: String) {
        (self.numbers, text) = (numbers, numbers.map(String.init).joined(separator: separator))
    }
}

extension VersionedSchema {
    /// Creates the schema of an event from a self-describing schema.
    ///
    /// The collector gives events the name of their schema, without its vendor.
    init(_ node: PlanNode, _ name: IgluName) {
        document = SchemaDocument(node, name: name.name)
        (event, id, vendor, version) = (name.name, name.id, name.vendor, name.version)
        place = (node["self"] ?? node).place
    }

    /// Creates the schema of an event from a file.
    ///
    /// If the name of the file is a version, the name of the event is the path in `$id` before the version, because
    /// such events can say this path in `$schema`. Without a path in `$id`, it is the name of the folder. A parameter
    /// `eventName` with only one value takes precedence over all these names.
    ///
    /// - Parameter hasVersions: Whether the folder has a file whose name is a version.
    init(_ node: PlanNode, _ file: ImportFiles.File, hasVersions: Bool) {
        let name = file.shortName
        let own = Self.path(node["$id"]?.string ?? "")
        let version = Version(name)
        let isCurrent = ["current", "latest"].contains(name) && (hasVersions || own != nil)
        let folder = file.folder.split(separator: "/").last.map(String.init) ?? name
        (place, self.isCurrent) = (node.place, isCurrent)
        nameParameter = node["properties"]?.members.first { $0.name == "eventName" && $0.value.onlyString != nil }
        var event = name
        if version == nil, !isCurrent {
            id = name
        } else {
            self.version = version ?? own?.version
            (event, id) = own.map { ($0.name, "/" + $0.name) } ?? (folder, file.folder + "/")
        }
        self.event = nameParameter?.value.onlyString ?? event
        document = SchemaDocument(node, name: self.event)
    }

    /// Returns the parts of a path such as `/analytics/tap/1.0.0`, or `nil` for other texts.
    private static func path(_ id: String) -> (name: String, version: Version)? {
        guard id.hasPrefix("/") else { return nil }
        var parts = id.split(separator: "/")
        guard parts.count > 1, let version = parts.popLast().flatMap({ Version(String($0)) }) else { return nil }
        return (parts.joined(separator: "/"), version)
    }
}

extension PlanNode {
    /// The string that a schema allows; `nil` if it does not allow exactly one string.
    fileprivate var onlyString: String? {
        if let constant = self["const"] { return constant.string }
        return self["enum"].flatMap { $0.elements.count == 1 ? $0.elements[0].string : nil }
    }
}

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
