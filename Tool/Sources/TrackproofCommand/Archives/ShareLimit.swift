import ArgumentParser
import Foundation
import TrackproofArchives
import TrackproofConsole
import TrackproofPlanning
import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots

/// The value of `--max-share`, such as `missing=0.1%`: the share of events that may have a finding.
struct ShareLimit {
    private let id: FindingID
    /// The name of the event for which the limit applies, or `nil` if it applies to all events.
    private let event: String?
    /// The largest accepted share, from 0 to 1. `Double` cannot store a share such as 0.7 % exactly, and `Decimal` can.
    private let share: Decimal

    init(argument: String) throws {
        let form = ValidationError(
            "Write a finding and a share in percent, such as missing=0.1% or purchase:missing=2%.")
        guard let equals = argument.lastIndex(of: "=") else { throw form }
        var name = argument[..<equals]
        var event: String?
        if let colon = name.lastIndex(of: ":") {
            event = String(name[..<colon])
            name = name[name.index(after: colon)...]
        }
        let number = argument[argument.index(after: equals)...].dropLast()
        guard let id = FindingID(rawValue: String(name)) else {
            let ids = FindingID.allCases.map(\.rawValue)
            let nearest = NameSimilarity.nearest(to: String(name), among: ids, from: 0.6)
            let question = nearest.map { " Did you mean \($0)?" }
            throw ValidationError(
                """
                No finding has the id \(String(name).quotedForDisplay).\(question ?? "") The ids are \
                \(ids.joined(separator: ", ")).
                """)
        }
        guard argument.hasSuffix("%"), event?.isEmpty != true, number.allSatisfy({ "0123456789.".contains($0) }),
            Double(number) != nil,
            let value = Decimal(string: String(number), locale: Locale(identifier: "en_US_POSIX")),
            value >= 0, value <= 100
        else { throw form }
        self.id = id
        self.event = event
        share = value / 100
    }

    /// Throws an error if the plan does not contain the event to which the limit applies.
    func checkEvent(in plan: TrackingPlan) throws {
        guard let event, id != .unplannedEvent, !plan.eventsAndUser.contains(where: { $0.name.isExactly(event) })
        else { return }
        let nearest = PlanNames(plan).nearest(to: event)
        let question = nearest.map { "; " + NameSimilarity.question(about: event, nearest: $0) } ?? ""
        throw CommandError("--max-share: the plan has no event \(event.quotedForDisplay)\(question)", .usage)
    }

    /// Returns whether few enough events have a finding, in the whole archive and on each of the newest days.
    ///
    /// In a long archive, a problem that began on the last day has a small share.
    private func allows(_ group: FindingGroup, in tally: ArchiveTally) -> Bool {
        [tally.check.share(of: group), tally.summary.breakdown.newestRise(of: group.key)].allSatisfy { found in
            found.map { Decimal($0.found) <= share * Decimal($0.all) } ?? true
        }
    }

    /// Returns whether the unreadable records contain few enough of the bytes. Always `true` for other findings.
    ///
    /// One large record that cannot be read can contain many events, for example if line breaks are missing.
    private func allowsBytes(of tally: ArchiveTally) -> Bool {
        id != .unreadable || Decimal(tally.summary.unreadableByteCount) <= share * Decimal(tally.summary.byteCount)
    }

    private func applies(to group: FindingGroup) -> Bool {
        group.key.id == id && (event == nil || event == group.key.event)
    }

    /// Returns the limit for a finding, or `nil` if no limit applies to the finding.
    ///
    /// If one limit applies to the event and another limit applies to all events, this is the limit for the event.
    private static func limit(for group: FindingGroup, in limits: [ShareLimit]) -> ShareLimit? {
        let limits = limits.filter { $0.applies(to: group) }
        return limits.last { $0.event != nil } ?? limits.last
    }

    /// Returns the findings that the limits accept.
    static func accepted(_ tally: ArchiveTally, by limits: [ShareLimit]) -> [FindingGroup.Key] {
        tally.check.groups.values.compactMap { group in
            guard let limit = limit(for: group, in: limits), limit.allows(group, in: tally),
                limit.allowsBytes(of: tally)
            else { return nil }
            return group.key
        }
    }

    /// Returns whether the limits accept the number of unreadable records, but not the number of their bytes.
    static func refuseOnlyBytes(of tally: ArchiveTally, _ limits: [ShareLimit]) -> Bool {
        tally.check.groups.values.contains { group in
            guard let limit = limit(for: group, in: limits) else { return false }
            return limit.allows(group, in: tally) && !limit.allowsBytes(of: tally)
        }
    }
}
