import Trackproof
import TrackproofFiles
import TrackproofJSON
import TrackproofPlans
import TrackproofSnapshots

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
    /// - Throws: ``/TrackproofJSON/EventFormatError`` or ``/TrackproofJSON/DocumentError`` if the file is not a baseline;
    ///   ``/TrackproofJSON/FileAccessError`` if the file cannot be read.
    package init(path: String) throws {
        let object = try DocumentObject(EventValue(json: PlanFile.bytes(path: path), of: path), at: path + ":")
        guard object.value("baseline")?.integer == 1 else {
            throw DocumentError(
                place: path, message: "a baseline needs the member \"baseline\" with the format version 1")
        }
        var shares: [FindingKey<ID>: FindingShare] = [:]
        let keys = try object.objects("findings").map { finding throws(DocumentError) in
            let key = try FindingKey<ID>(finding)
            if finding.value("events") != nil { shares[key] = try FindingShare(finding) }
            return key
        }
        self.init(keys, shares: shares)
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
