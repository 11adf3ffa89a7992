import Foundation
package import Trackproof
import TrackproofArchives
import TrackproofJSON
import TrackproofPlanning
import TrackproofSnapshots
import TrackproofPlans

extension Report {
    /// The report as JSON, in version 1: `{"report":1,"passed":…,"summary":"…","runs":[…],"sections":[…]}`.
    ///
    /// Each section is an object. A comparison has the members `comparison`, `snapshot` and `recording`. Findings have
    /// the members `check`, `plan`, `source` and `recordings`. A coverage has the members `coverage` and `plan`.
    package var members: EventParameters {
        [
            "report": 1, "passed": isPassed, "summary": headline,
            "problems": problems.isEmpty ? nil : EventValue.array(problems.map(EventValue.string)),
            "runs": EventValue.array(runs.map { .object($0.members) }),
            "sections": EventValue.array(sections.map { .object($0.members) }),
            "history": history.map { EventValue.object($0.members) },
            "owners": owners.events.isEmpty ? nil : owners.json,
        ]
    }
}

extension EventOwners {
    /// The owners as JSON: `{"events":{"purchase":"checkout"},"members":{"checkout":["@U012AB3CD"]}}`.
    fileprivate var json: EventValue {
        let events = events.sorted { $0.key < $1.key }.map { EventParameter($0.key, .string($0.value)) }
        let members = members.sorted { $0.key < $1.key }.map {
            EventParameter($0.key, .array($0.value.map(EventValue.string)))
        }
        let parts: EventParameters = [
            "events": EventValue.object(EventParameters(events)),
            "members": EventValue.object(EventParameters(members)),
        ]
        return .object(parts)
    }
}

extension ReportSection {
    fileprivate var members: EventParameters {
        switch self {
        case .comparison(let section): section.members
        case .findings(let section): section.members
        case .coverage(let section): section.members
        }
    }
}

extension ComparisonSection {
    fileprivate var members: EventParameters {
        let names: EventParameters = [
            "comparison": 1, "snapshot": snapshot, "recording": recording,
            "delivery": isDelivery ? true : nil, "run": run,
        ]
        var members = names.merging(comparison.membersOfReport)
        if !failures.isEmpty { members["failures"] = .array(failures.map(EventValue.string)) }
        return members
    }
}

extension FindingsSection {
    fileprivate var members: EventParameters {
        let names: EventParameters = [
            "check": 1, "plan": plan, "source": source.rawValue,
            "recordings": EventValue.array(recordings.map(EventValue.string)),
            "failOn": failOn.rawValue,
        ]
        var members = names.merging(tally.membersOfReport)
        members["archive"] = archive.map { .object($0.members) }
        return members
    }
}

extension ReportedRun {
    var members: EventParameters {
        let job = job.map { job -> EventValue in
            let members: EventParameters = ["server": job.server, "url": job.url]
            return .object(members)
        }
        return [
            "id": id, "name": name, "started": started.description,
            "seconds": seconds, "revision": revision, "branch": branch, "job": job,
            "failures": EventValue.array(failures.map(EventValue.string)),
            "recording": recording.map { EventValue.object($0.members) },
            "screenshots": screenshots.isEmpty ? nil : EventValue.array(screenshots.map(\.json)),
        ]
    }
}

extension ReportedScreenshot {
    fileprivate var json: EventValue {
        let members: EventParameters = ["test": test, "png": Data(png).base64EncodedString()]
        return .object(members)
    }
}

extension ReportedRecording {
    fileprivate var members: EventParameters {
        let events = events.map { numbered -> EventValue in
            let members: EventParameters = [
                "number": numbered.number, "event": EventValue.object(numbered.event.members),
            ]
            return .object(members)
        }
        let names = counts.sorted { $0.key < $1.key }.map { EventParameter($0.key, .integer(Int64($0.value))) }
        return [
            "count": eventCount, "names": EventValue.object(EventParameters(names)), "events": EventValue.array(events),
        ]
    }
}
