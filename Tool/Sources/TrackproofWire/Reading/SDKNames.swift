/// The names of the properties that a vendor's SDKs add to events.
struct SDKNames: Sendable {
    /// The prefixes of names that `all` cannot list completely, because apps or new SDKs can add such names.
    private let families: [String]
    private let all: Set<String>

    /// Creates the names from prefixes and from a list.
    ///
    /// - Parameters:
    ///   - families: The prefixes of names, each beginning with a dollar sign.
    ///   - list: The other names, separated by white space.
    init(families: [String], list: String) {
        self.families = families
        all = Set(list.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    /// Returns whether the vendor's SDKs add a property with this name.
    func contains(_ name: String) -> Bool {
        all.contains(name) || (name.hasDollar && families.contains { name.hasPrefix($0) })
    }
}
