@_spi(Tooling) internal import TrackproofSnapshots

/// The classes of equal schemas in a table.
///
/// All schemas begin in one class. Each round divides the classes by the spaces of their schemas. In these spaces, each
/// inner schema is replaced by its class. The search ends after a round that divides no class (E. F. Moore, 1956). So
/// two types that contain themselves are equal if their rules are equal.
struct SpaceClasses {
    /// The maximum number of rounds. If the schemas need more rounds, each schema gets its own class.
    private static let roundLimit = 50

    /// For each schema, the index of its class. Schemas of one class allow the same values.
    let values: [Int]
    /// The number of each schema's class. Schemas of one class allow the same values and have the same notes.
    let all: [Int]

    private struct Key: Hashable {
        /// The index of the space if it has no inner schemas. An index is faster to compare than a space.
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
        // If each schema has its own class, all schemas count as different. This is the cautious answer.
        return Array(classes.indices)
    }
}
