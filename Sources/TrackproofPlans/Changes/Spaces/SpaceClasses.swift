@_spi(Tooling) internal import TrackproofSnapshots

/// The schemas of a table, divided into classes of equal ones.
///
/// Two schemas have equal values if their spaces are equal and the schemas inside are, in turn. So each schema gets the
/// class of its space after the schemas inside have theirs. Types that contain themselves begin in one class, which is
/// divided until nothing changes (E. F. Moore, 1956).
struct SpaceClasses {
    /// The maximum number of times that a schema gets another class, all schemas together.
    private static let stepLimit = 2_000_000

    /// The class of each schema. Schemas of one class allow the same values.
    private(set) var values: [Int]
    /// The class of each schema. Schemas of one class also have the same notes.
    private(set) var all: [Int]

    private enum Key: Hashable {
        /// A schema without others inside, with the index of its space.
        case leaf(Int, FindingIDs, SchemaNotes?)
        case space(ValueSpace, FindingIDs, SchemaNotes?)
        /// A schema that only mentions a named type, with the class of the type.
        case alias(Int, FindingIDs, SchemaNotes?)
    }

    /// The number of a class, by what the schemas of the class have in common.
    private struct Numbers {
        private var known: [Key: Int] = [:]
        private var next: Int

        init(from first: Int) { next = first }

        mutating func number(of key: Key) -> Int {
            if let number = known[key] { return number }
            known[key] = next
            next += 1
            return next - 1
        }

        var count: Int { known.count }
    }

    init(_ table: SpaceTable) {
        let count = table.nodes.count
        values = [Int](repeating: -1, count: count)
        all = values
        let rest = classifyFlat(table)
        if !rest.isEmpty { classifyCyclic(rest, table) }
    }

    /// Returns the class of a schema by what is known about the schemas inside.
    private func keys(_ index: Int, _ table: SpaceTable) -> (values: Key, all: Key) {
        let node = table.nodes[index]
        if let same = node.same {
            return (
                .alias(values[same], node.exemptions, nil), .alias(all[same], node.exemptions, node.notes)
            )
        }
        if table.isLeaf(index) {
            return (.leaf(node.space, node.exemptions, nil), .leaf(node.space, node.exemptions, node.notes))
        }
        let space = table.space(of: index)
        return (
            .space(space.mapped { values[$0] }, node.exemptions, nil),
            .space(space.mapped { all[$0] }, node.exemptions, node.notes)
        )
    }

    /// Gives a class to each schema that does not contain itself, and returns the indices of the others.
    private mutating func classifyFlat(_ table: SpaceTable) -> [Int] {
        var (missing, parents) = table.links
        var (valueNumbers, allNumbers) = (Numbers(from: 0), Numbers(from: 0))
        // The three schemas of the table contain each other in name only.
        for index in 0...SpaceTable.any { (values[index], all[index]) = (index, index) }
        for index in 0...SpaceTable.any { classify(index, table, &valueNumbers, &allNumbers) }
        var ready = values.indices.filter { $0 > SpaceTable.any && missing[$0] == 0 }
        while let index = ready.popLast() {
            classify(index, table, &valueNumbers, &allNumbers)
            for parent in parents[index] {
                missing[parent] -= 1
                if missing[parent] == 0 { ready.append(parent) }
            }
        }
        return values.indices.filter { values[$0] < 0 }
    }

    private mutating func classify(
        _ index: Int, _ table: SpaceTable, _ valueNumbers: inout Numbers, _ allNumbers: inout Numbers
    ) {
        let node = table.nodes[index]
        let (valueKey, allKey) = keys(index, table)
        if let same = node.same, node.exemptions == table.nodes[same].exemptions {
            values[index] = values[same]
            all[index] = node.notes == table.nodes[same].notes ? all[same] : allNumbers.number(of: allKey)
        } else {
            (values[index], all[index]) = (valueNumbers.number(of: valueKey), allNumbers.number(of: allKey))
        }
    }

    private mutating func classifyCyclic(_ rest: [Int], _ table: SpaceTable) {
        let start = values.count
        for index in rest { (values[index], all[index]) = (start, start) }
        var counts = (1, 1)
        var steps = 0
        while true {
            var (valueNumbers, allNumbers) = (Numbers(from: start), Numbers(from: start))
            let next = rest.map { index in
                let (valueKey, allKey) = keys(index, table)
                return (valueNumbers.number(of: valueKey), allNumbers.number(of: allKey))
            }
            for (index, classes) in zip(rest, next) { (values[index], all[index]) = classes }
            if (valueNumbers.count, allNumbers.count) == counts { return }
            counts = (valueNumbers.count, allNumbers.count)
            steps += rest.count
            if steps > Self.stepLimit {
                // A class of its own makes a schema different from any other, which is the cautious answer.
                for (number, index) in rest.enumerated() {
                    (values[index], all[index]) = (start + number, start + number)
                }
                return
            }
        }
    }
}

extension SpaceTable {
    /// For each schema, the number of schemas inside, and the schemas that contain it.
    fileprivate var links: (counts: [Int], parents: [[Int]]) {
        var counts = [Int](repeating: 0, count: nodes.count)
        var parents = [[Int]](repeating: [], count: nodes.count)
        for index in nodes.indices.dropFirst(Self.any + 1) {
            let children = nodes[index].same.map { [$0] } ?? space(of: index).children
            for child in children where child > Self.any {
                counts[index] += 1
                parents[child].append(index)
            }
        }
        return (counts, parents)
    }
}
