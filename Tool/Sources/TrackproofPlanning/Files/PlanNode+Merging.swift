package import TrackproofPlans

extension PlanNode {
    /// Merges the contents of a plan's files into one node.
    ///
    /// Types, shared groups, events, owners, destinations and severities may be spread over several files. Each file
    /// must have the member `plan`. All other members may occur in only one file.
    ///
    /// - Throws: ``PlanErrors`` if a file is not a plan, or if two files have a member that may occur in only one file.
    package static func merged(_ files: [PlanNode]) throws(PlanErrors) -> PlanNode {
        guard let first = files.first, files.count > 1 else {
            return files.first ?? PlanNode(.object([]), at: PlanPlace(file: "", line: 1, column: 1))
        }
        var problems = PlanProblems()
        var merged: [PlanMember] = []
        for file in files {
            guard case .object(let members) = file.content else {
                problems.expected("a tracking plan", at: file, isRoot: true)
                continue
            }
            if !members.contains(where: { $0.name == "plan" }) {
                problems.add(file.place, "a tracking plan needs the member \"plan\" with the format version 1")
            }
            ObjectReader.checkRepeated(members, &problems)
            for member in members {
                guard let index = merged.firstIndex(where: { $0.name == member.name }) else {
                    merged.append(member)
                    continue
                }
                if member.name == "plan" { continue }
                merged[index].merge(member, &problems)
            }
        }
        if !problems.list.isEmpty { throw PlanErrors(problems.list) }
        return PlanNode(.object(merged), at: first.place)
    }
}

extension PlanMember {
    /// The members that may occur in several files. The merged node has the contents of all files for these members.
    private static let mergeable: Set<String> = [
        "owners", "destinations", "types", "shared", "events", "lint", "check",
    ]

    fileprivate mutating func merge(_ other: PlanMember, _ problems: inout PlanProblems) {
        guard Self.mergeable.contains(name), case .object(let own) = value.content,
            case .object(let others) = other.value.content
        else {
            problems.add(other.place, "\"\(name)\" is given twice; the first is at \(place)")
            return
        }
        // If both files have a member of the same name here, the reader of the plan reports it later, with both places.
        value.content = .object(own + others)
    }
}
