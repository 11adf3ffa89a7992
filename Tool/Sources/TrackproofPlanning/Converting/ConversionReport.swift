import TrackproofPlatform

/// The result of an import or an export: how much of a plan the converted plan has.
package struct ConversionReport: Sendable {
    /// All losses, in the order in which the conversion found them.
    package let losses: [ConversionLoss]
    package let events: ConversionCounts
    package let parameters: ConversionCounts

    /// The maximum number of groups that the text lists for each weight.
    private static let groupLimit = 15
    /// The maximum length of a text from a file, in characters.
    private static let textLimit = 80

    /// The report as lines for a person: the counts, and then the losses in groups.
    package var lines: [String] {
        var lines = [
            "\("".padding(to: 20)) events  parameters",
            row("mapped", \.complete), row("mapped with a loss", \.partial), row("not mapped", \.missing),
        ]
        lines += section(.rule, "rules that are lost or changed:")
        lines += section(.information, "information that is lost or changed:")
        return lines
    }

    private func row(_ title: String, _ count: KeyPath<ConversionCounts, Int>) -> String {
        let (events, parameters) = ("\(events[keyPath: count])", "\(parameters[keyPath: count])")
        return title.padding(to: 21) + String(repeating: " ", count: max(0, 6 - events.count)) + events
            + String(repeating: " ", count: max(0, 12 - parameters.count)) + parameters
    }

    private func section(_ weight: ConversionLoss.Weight, _ title: String) -> [String] {
        let groups = groups(weight)
        if groups.isEmpty { return [] }
        var lines = [title] + groups.prefix(Self.groupLimit).map(Self.line)
        if groups.count > Self.groupLimit {
            let count = groups.dropFirst(Self.groupLimit).reduce(0) { $0 + $1.count }
            let kinds = (groups.count - Self.groupLimit).counted("more kind")
            lines.append("  \(kinds), \(count == 1 ? "1 loss" : "\(count) losses"); --losses writes all to a file")
        }
        return lines
    }

    /// Returns the losses of one weight, grouped by kind, with the largest group first.
    private func groups(_ weight: ConversionLoss.Weight) -> [[ConversionLoss]] {
        let groups = losses.filter { $0.weight == weight }.grouped { [$0.kind, "\($0.outcome == .leftOut)"] }
        // The sort is stable, so groups of the same size keep the order of the file.
        return groups.sorted { $0.count > $1.count }
    }

    private static func line(_ group: [ConversionLoss]) -> String {
        let loss = group[0]
        let outcome =
            switch loss.outcome {
            case .leftOut: "left out"
            case .changed(let form): "changed to \(form.cut(to: textLimit).safeForDisplay)"
            }
        let names = [loss.event, loss.parameter].compactMap { $0?.cut(to: textLimit).nameForDisplay }
        let subject = names.isEmpty ? "" : " " + names.joined(separator: ": ")
        let found = loss.found.isEmpty ? "" : ": \(loss.found.cut(to: textLimit).safeForDisplay)"
        let place = group.count == 1 ? "at" : "first at"
        let first = loss.first.map { "; the first is at \($0)" } ?? ""
        return "  \(group.count) × \(loss.kind.cut(to: textLimit).safeForDisplay)\(found): \(outcome); "
            + "\(place) \(loss.place)\(subject)\(first)"
    }
}
