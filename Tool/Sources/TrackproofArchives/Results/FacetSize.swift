/// The maximum numbers of versions and platforms in each facet of a breakdown.
///
/// If an app sends thousands of different names of events and hundreds of versions, facets of full size would need a
/// gigabyte of memory.
enum FacetSize: Int, Sendable, CaseIterable, Comparable {
    case full, large, medium, small

    /// The maximum number of versions in a facet.
    var versions: Int { [500, 100, 20, 5][rawValue] }
    /// The maximum number of platforms in a facet.
    var platforms: Int { [50, 20, 10, 5][rawValue] }

    static func < (left: FacetSize, right: FacetSize) -> Bool { left.rawValue < right.rawValue }
}

extension FacetSize {
    /// The name of the size in files.
    var name: String { "\(self)" }

    /// Returns the size with this name in files, or `nil` if the name is unknown.
    init?(name: String) {
        guard let size = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = size
    }
}
