import Trackproof
import TrackproofJSON
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

/// A list of findings that a team accepts for now. A check or lint does not report these findings.
///
/// A team can use a plan before all events of the app fit it: the baseline accepts the findings that exist today.
///
/// A baseline is stored as a JSON file: `{"baseline": 1, "findings": [{"event": "…", "path": "…", "id": "…"}]}`. The
/// baseline of a check also has the number of events with the finding, and the number of all events with this name:
/// `"events": 2, "of": 158`.
package struct FindingBaseline<ID: RawRepresentable<String> & Hashable & Sendable>: Sendable {
    /// The accepted findings.
    package let keys: Set<FindingKey<ID>>
    /// The shares of events that have the findings. Empty for the findings of a lint.
    package let shares: [FindingKey<ID>: FindingShare]

    /// Creates a baseline that accepts the findings with these keys.
    package init(_ keys: some Sequence<FindingKey<ID>>, shares: [FindingKey<ID>: FindingShare] = [:]) {
        self.keys = Set(keys)
        self.shares = shares
    }

    /// Reads a baseline from a JSON file.
    ///
    /// - Throws: ``PlanErrors`` if the file is not a baseline; ``/TrackproofJSON/FileAccessError`` if the file cannot
    ///   be read.
    package init(path: String) throws {
        var problems = PlanProblems()
        var keys: Set<FindingKey<ID>> = []
        var shares: [FindingKey<ID>: FindingShare] = [:]
        let node = try PlanNode(json: PlanFile.bytes(path: path), file: path)
        if var members = ObjectReader(node, "a baseline", isRoot: true, &problems) {
            if let version = members.take("baseline")?.value, version.eventValue == .integer(1) {
                let findings = members.take("findings")?.value.elements("a list of findings", &problems) ?? []
                for finding in findings {
                    guard let (key, share) = Self.finding(finding, &problems) else { continue }
                    keys.insert(key)
                    shares[key] = share
                }
                members.finish(&problems)
            } else {
                problems.add(node.place, "a baseline needs the member \"baseline\" with the format version 1")
            }
        }
        if !problems.list.isEmpty { throw PlanErrors(problems.list) }
        self.init(keys, shares: shares)
    }

    private static func finding(
        _ node: PlanNode, _ problems: inout PlanProblems
    ) -> (FindingKey<ID>, FindingShare?)? {
        guard var members = ObjectReader(node, "a finding", &problems) else { return nil }
        let event = members.text("event", &problems) ?? ""
        let path = members.text("path", &problems) ?? ""
        let id = members.text("id", &problems) ?? ""
        func count(_ name: String) -> Int? {
            guard let node = members.take(name)?.value else { return nil }
            if let count = node.eventValue.integer, 0...(1 << 53) ~= count { return Int(count) }
            problems.add(node.place, "expected a number of events")
            return nil
        }
        let (found, all) = (count("events"), count("of"))
        members.finish(&problems)
        guard let id = ID(rawValue: id) else {
            problems.add(node.place, "unknown finding id \(id.quotedForDisplay)")
            return nil
        }
        let share = found.flatMap { found in all.map { FindingShare(found: found, all: $0) } }
        return (FindingKey<ID>(event: event, path: path, id: id), share)
    }

    /// Writes the baseline to a file, with one finding on each line. If writing fails, an existing file does not
    /// change.
    package func write(to path: String) throws {
        let lines = keys.sorted().map { key in
            "    " + EventValue.object(key.members.merging(shares[key]?.members ?? [:])).json
        }
        let list = lines.isEmpty ? "[]" : "[\n" + lines.joined(separator: ",\n") + "\n  ]"
        try AtomicFile.write("{\n  \"baseline\": 1,\n  \"findings\": \(list)\n}\n".utf8, to: path)
    }
}
