internal import ArgumentParser
internal import Foundation
@_spi(Tooling) internal import TrackproofPlans

/// The value of `--max-share`, such as `missing=0.1%`: the share of events that may have a finding.
struct ShareLimit: ExpressibleByArgument {
    private let id: FindingID
    /// The name of the event for which the limit applies, or `nil` if it applies to all events.
    private let event: String?
    /// The largest accepted share, from 0 to 1. `Double` cannot store a share such as 0.7 % exactly, and `Decimal` can.
    private let share: Decimal

    init?(argument: String) {
        guard let equals = argument.lastIndex(of: "=") else { return nil }
        var name = argument[..<equals]
        var event: String?
        if let colon = name.lastIndex(of: ":") {
            event = String(name[..<colon])
            name = name[name.index(after: colon)...]
        }
        var number = argument[argument.index(after: equals)...]
        let isPercent = number.hasSuffix("%")
        if isPercent { number = number.dropLast() }
        guard let id = FindingID(rawValue: String(name)), event?.isEmpty != true,
            number.allSatisfy({ "0123456789.".contains($0) }), Double(number) != nil,
            let value = Decimal(string: String(number), locale: Locale(identifier: "en_US_POSIX")),
            value >= 0, value <= (isPercent ? 100 : 1)
        else { return nil }
        self.id = id
        self.event = event
        share = isPercent ? value / 100 : value
    }

    private func allows(_ counts: (part: Int, whole: Int)) -> Bool {
        Decimal(counts.part) <= share * Decimal(counts.whole)
    }

    private func applies(to group: FindingGroup) -> Bool {
        group.key.id == id && (event == nil || event == group.key.event)
    }

    /// Returns the findings that the limits accept.
    ///
    /// If one limit applies to the event and another limit applies to all events, this uses the limit for the event.
    static func accepted(_ tally: CheckTally, by limits: [ShareLimit]) -> [FindingGroup.Key] {
        tally.groups.values.compactMap { group in
            let limits = limits.filter { $0.applies(to: group) }
            guard let limit = limits.last(where: { $0.event != nil }) ?? limits.last,
                limit.allows(tally.counts(of: group))
            else { return nil }
            return group.key
        }
    }
}
