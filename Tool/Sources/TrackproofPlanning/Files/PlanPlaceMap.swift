import TrackproofJSON
package import TrackproofPlans

/// A map from places in a compiled plan to places in the files from which the plan was compiled.
///
/// A process that checks events with the compiled plan reports places in the compiled plan. A user wants to see the
/// places in the files that the user wrote.
package struct PlanPlaceMap: Sendable {
    private struct Position: Hashable {
        let line: Int
        let column: Int
    }

    private var places: [Position: PlanPlace] = [:]

    /// Creates the map for the compiled plan that ``PlanFiles/json`` returns.
    package init(_ files: PlanFiles) throws {
        add(files.node, try PlanNode(json: Array(files.json.utf8), file: ""))
    }

    private mutating func add(_ node: PlanNode, _ compiled: PlanNode) {
        add(node.place, compiled.place)
        switch (node.content, compiled.content) {
        case (.array(let elements), .array(let others)):
            for (element, other) in zip(elements, others) { add(element, other) }
        case (.object(let members), .object(let others)):
            for (member, other) in zip(members, others) {
                add(member.place, other.place)
                add(member.value, other.value)
            }
        default: break
        }
    }

    private mutating func add(_ place: PlanPlace, _ compiled: PlanPlace) {
        places[Position(line: compiled.line, column: compiled.column)] = place
    }

    /// Returns the place in the files from which the plan was compiled, or `compiled` if the place is unknown.
    package func place(of compiled: PlanPlace) -> PlanPlace {
        places[Position(line: compiled.line, column: compiled.column)] ?? compiled
    }
}
