internal import ArgumentParser
internal import Foundation
@_spi(Tooling) internal import TrackproofPlans

/// The value of `--max-share`: the share of events that may have a finding, such as `missing=0.1%`.
struct ShareLimit: ExpressibleByArgument {
    private let id: FindingID
    /// The name of the event, or `nil` for all events.
    private let event: String?
    /// The largest share, from 0 to 1. A share such as 0.7 % is exact as a decimal number only.
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
        guard let id = FindingID(rawValue: String(name)), event?.isEmpty != true, Double(number) != nil,
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

    /// Returns the findings whose share is within the limits. A limit for an event has priority over a limit for all events.
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
