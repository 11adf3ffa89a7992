import TrackproofPlans
import TrackproofSnapshots

/// The sorting of a table's schemas into classes, so that the schemas in one class are equal.
///
/// At first, all schemas are in one class. Each round splits a class if the spaces of its schemas differ. To compare
/// the spaces, the round replaces each inner schema by the number of its class. The rounds end when a round splits no
/// class (E. F. Moore, 1956). In this way, two types that contain themselves are equal if their rules are equal.
struct SpaceClasses {
    /// The maximum number of rounds. If they do not suffice, each schema gets its own class.
    private static let roundLimit = 50

    /// For each schema, the number of its class. The schemas in a class allow the same values.
    let values: [Int]
    /// For each schema, the number of its class. The schemas in a class allow the same values and have equal notes.
    let all: [Int]

    private struct Key: Hashable {
        /// The index of the schema's space if the schema is a leaf. Otherwise `nil`.
        ///
        /// Comparing indices is faster than comparing spaces.
        let leaf: Int?
        let space: ValueSpace?
        let exemptions: FindingIDs
        let notes: SchemaNotes?
    }

    init(_ table: SpaceTable) {
        values = Self.divide(table, byNotes: false)
        all = Self.divide(table, byNotes: true)
    }

    private static func divide(_ table: SpaceTable, byNotes: Bool) -> [Int] {
        var classes = [Int](repeating: 0, count: table.nodes.count)
        var count = 1
        for _ in 0..<roundLimit {
            var known: [Key: Int] = [:]
            classes = table.nodes.indices.map { index in
                let node = table.nodes[index]
                let isLeaf = table.isLeaf(index)
                let key = Key(
                    leaf: isLeaf ? node.space : nil,
                    space: isLeaf ? nil : table.space(of: index).mapped { classes[$0] }, exemptions: node.exemptions,
                    notes: byNotes ? node.notes : nil)
                let number = known[key] ?? known.count
                known[key] = number
                return number
            }
            if known.count == count { return classes }
            count = known.count
        }
        // With its own class, each schema counts as changed. So the comparison looks at all schemas and misses no
        // change.
        return Array(classes.indices)
    }
}
