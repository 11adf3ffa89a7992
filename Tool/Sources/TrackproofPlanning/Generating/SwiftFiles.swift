import TrackproofPlans

extension SwiftPlan {
    /// How functions are grouped.
    package enum Grouping: String, Sendable, CaseIterable {
        /// All functions are members of `Event`: `.purchase(…)`.
        case none
        /// Each file of the plan is a group: `.checkout.purchase(…)`.
        case file
    }

    /// Returns the generated source in one file.
    package func source(_ access: SwiftWriter.Access, grouping: Grouping = .none) -> String {
        var writer = SwiftWriter(self, access)
        writer.writeHead(needsFoundation: needsFoundation)
        writer.writeTypes()
        writer.writeGroups()
        switch grouping {
        case .none: writer.write(functions)
        case .file:
            writer.writeGroupNamespace()
            for group in functionsByFile { writer.write(group.functions, group: group.name) }
        }
        return writer.text
    }

    /// Returns the reasons why Swift with this grouping cannot be generated.
    package func problems(_ grouping: Grouping) -> [SwiftProblem] {
        if grouping == .none { return problems }
        return problems
            + functionsByFile.compactMap { group in
                let first = group.functions[0].event.place
                guard let other = group.functions.first(where: { $0.event.place.file != first.file })?.event.place
                else {
                    return nil
                }
                return SwiftProblem(
                    place: other,
                    message: "the file is the group `\(group.name)` in Swift, as \(first.file); rename one of the files"
                )
            }
    }

    /// The functions of each file of the plan, in the order of the plan.
    var functionsByFile: [(name: String, functions: [SwiftFunction])] {
        var groups: [(name: String, functions: [SwiftFunction])] = []
        for function in functions {
            let file = function.event.place.file.split(separator: "/").last ?? ""
            let stem = file.split(separator: ".", omittingEmptySubsequences: false).dropLast().joined(separator: ".")
            let member = SwiftNaming.member(stem) ?? "plan"
            let name = SwiftNaming.takenFunctions.contains(member) ? member + "Group" : member
            if let index = groups.firstIndex(where: { $0.name == name }) {
                groups[index].functions.append(function)
            } else {
                groups.append((name, [function]))
            }
        }
        return groups
    }

    private var needsFoundation: Bool {
        let members =
            functions.flatMap(\.members) + groups.flatMap(\.members)
            + (types + groupTypes.flatMap(\.types)).flatMap(\.members)
        return members.contains { $0.constant == nil && $0.type.needsFoundation }
    }
}
