import Foundation
package import Trackproof
import TrackproofFiles
package import TrackproofJSON
import TrackproofPlans
import TrackproofPlatform
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

/// The event, the path and the kind of a finding, which say whether two findings are the same.
package struct FindingKey<ID: RawRepresentable<String> & Hashable & Sendable>: Sendable, Hashable, Comparable {
    /// The name of the event. Empty if the finding is about no event.
    package let event: String
    /// The path without positions in lists, such as `items[].sku`. It is empty if the findings are about the event
    /// itself.
    package let path: String
    /// The kind of the findings.
    package let id: ID

    /// Creates a key.
    package init(event: String, path: String, id: ID) {
        self.event = event
        self.path = path
        self.id = id
    }

    /// The members of a JSON object with the key.
    package var members: EventParameters { ["event": event, "path": path, "id": id.rawValue] }

    /// Reads the key from the JSON object that ``members`` describes.
    package init(_ object: DocumentObject) throws(DocumentError) {
        self.init(event: try object.text("event"), path: try object.text("path"), id: try object.choice("id"))
    }

    private var texts: (ExactText, ExactText, String) { (ExactText(event), ExactText(path), id.rawValue) }

    /// Returns whether both keys have the same texts, compared by their Unicode scalars.
    package static func == (left: Self, right: Self) -> Bool { left.texts == right.texts }

    /// Returns whether `left` is before `right`: first by event, then by path, then by id.
    package static func < (left: Self, right: Self) -> Bool { left.texts < right.texts }

    /// Hashes the event, the path and the id.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(event)
        hasher.combine(path)
        hasher.combine(id)
    }
}

/// The number of events that have a finding, among the events that can have it.
package struct FindingShare: Sendable, Hashable {
    /// The number of events that have the finding.
    package let found: Int
    /// The number of events with the finding's name, at least 1.
    package let all: Int

    /// Creates a share from two numbers of events.
    package init(found: Int, all: Int) {
        self.found = found
        self.all = max(all, found, 1)
    }

    /// The share, from 0 to 1.
    package var value: Double { Double(found) / Double(all) }

    /// Returns whether the share has risen by more than chance explains, and by so much that it matters.
    ///
    /// The share has risen if it is at least twice the earlier share, or at least 5 percentage points higher. In addition,
    /// Fisher's exact test must say that with equal shares, such a difference has a probability below 0.0001.
    package func isRise(from earlier: FindingShare) -> Bool {
        guard value >= 2 * earlier.value || value >= earlier.value + 0.05, value > earlier.value else { return false }
        return probability(after: earlier) < 1e-4
    }

    /// Returns the probability that at least ``found`` of the findings are among ``all`` events, if the findings are
    /// distributed at random over the events of both shares.
    private func probability(after earlier: FindingShare) -> Double {
        func logarithmOfFactorial(_ number: Double) -> Double { lgamma(number + 1) }
        func logarithmOfChoices(_ number: Double, of all: Double) -> Double {
            logarithmOfFactorial(all) - logarithmOfFactorial(number) - logarithmOfFactorial(all - number)
        }
        let (drawn, others) = (Double(all), Double(earlier.all))
        let marked = Double(found) + Double(earlier.found)
        var count = Double(found)
        var term = exp(
            logarithmOfChoices(count, of: marked) + logarithmOfChoices(drawn - count, of: drawn + others - marked)
                - logarithmOfChoices(drawn, of: drawn + others))
        var sum = term
        // The terms become smaller from here on, because the share is above the mean of both shares.
        while count < min(marked, drawn), term > sum * 1e-9 {
            term *= (marked - count) * (drawn - count) / ((count + 1) * (others - marked + count + 1))
            sum += term
            count += 1
        }
        return sum
    }
}

extension FindingShare {
    /// The share as members of a JSON object: `{"events": 2, "of": 158}`.
    package var members: EventParameters { ["events": found, "of": all] }

    /// Reads the share from the JSON object that ``members`` describes.
    package init(_ object: DocumentObject) throws(DocumentError) {
        self.init(found: try object.count("events"), all: try object.count("of"))
    }
}
