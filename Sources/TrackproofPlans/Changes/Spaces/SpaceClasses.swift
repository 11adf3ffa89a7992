@_spi(Tooling) internal import TrackproofSnapshots

/// The schemas of a table, divided into classes of equal ones.
///
/// All schemas begin in one class. Then each class is divided by the spaces of its schemas, in which classes stand for
/// the schemas inside, until nothing changes (E. F. Moore, 1956). So types that contain themselves are equal if their
/// rules are.
struct SpaceClasses {
    /// The maximum number of times that schemas get another class.
    private static let stepLimit = 2_000_000

    /// The class of each schema. Schemas of one class allow the same values.
    let values: [Int]
    /// The class of each schema. Schemas of one class also have the same notes.
    let all: [Int]

    private struct Key: Hashable {
        let space: ValueSpace
        let exemptions: FindingIDs
        let notes: SchemaNotes?
    }

    init(_ table: SpaceTable) {
        values = Self.divide(table, byNotes: false)
        all = Self.divide(table, byNotes: true)
    }

    private static func divide(_ table: SpaceTable, byNotes: Bool) -> [Int] {
        var classes = [Int](repeating: 0, count: table.nodes.count)
        var (count, steps) = (1, 0)
        while true {
            var known: [Key: Int] = [:]
            classes = table.nodes.indices.map { index in
                let node = table.nodes[index]
                let space = table.space(of: index).mapped { classes[$0] }
                let key = Key(space: space, exemptions: node.exemptions, notes: byNotes ? node.notes : nil)
                let number = known[key] ?? known.count
                known[key] = number
                return number
            }
            if known.count == count { return classes }
            count = known.count
            steps += classes.count
            // A class of its own makes a schema different from any other, which is the cautious answer.
            if steps > stepLimit { return Array(classes.indices) }
        }
    }
}
