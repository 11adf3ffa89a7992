@_spi(Tooling) internal import TrackproofSnapshots

/// The schemas of a table, divided into classes of equal ones.
///
/// All schemas begin in one class. Then each class is divided by the spaces of its schemas, in which classes stand for
/// the schemas inside, until nothing changes (E. F. Moore, 1956). So types that contain themselves are equal if their
/// rules are.
struct SpaceClasses {
    /// The maximum number of times that all classes are divided. Schemas that differ only in deeper levels than
    /// that are not compared by their classes.
    private static let roundLimit = 50

    /// The class of each schema. Schemas of one class allow the same values.
    let values: [Int]
    /// The class of each schema. Schemas of one class also have the same notes.
    let all: [Int]

    private struct Key: Hashable {
        /// The index of the space if there are no schemas inside, which saves time.
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
        // A class of its own makes a schema different from any other, which is the cautious answer.
        return Array(classes.indices)
    }
}
