/// Names that a vendor's SDKs give to properties which they add by themselves.
struct SDKNames: Sendable {
    /// What the names begin with that depend on what the app set up, or that grow from version to version.
    private let families: [String]
    private let all: Set<String>

    /// - Parameter list: the other names, apart by white space.
    init(families: [String], list: String) {
        self.families = families
        all = Set(list.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    /// Whether SDKs add a property.
    func contains(_ name: String) -> Bool {
        all.contains(name) || (name.hasDollar && families.contains { name.hasPrefix($0) })
    }
}
