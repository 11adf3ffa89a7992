@_spi(Tooling) internal import TrackproofJSON
@_spi(Tooling) package import TrackproofPlans

/// A map from places in the compiled plan to places in the plan's own files.
///
/// Processes that check events with the compiled plan report places in the compiled plan.
package struct PlanPlaceMap: Sendable {
    private struct Position: Hashable {
        let line: Int
        let column: Int
    }

    private var places: [Position: PlanPlace] = [:]

    /// Creates the map of a plan.
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

    /// Returns the place in the plan's own files, or `compiled` if the map does not have this place.
    package func place(of compiled: PlanPlace) -> PlanPlace {
        places[Position(line: compiled.line, column: compiled.column)] ?? compiled
    }
}
