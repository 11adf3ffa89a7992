internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// The part of a plan's version that its changes should raise, by the rules of Semantic Versioning 2.0.0.
@_spi(Tooling) public struct VersionSuggestion: Sendable, Hashable {
    /// A part of a version, such as the first number.
    public enum Bump: String, Sendable, CaseIterable {
        /// The first number: a change breaks something that worked.
        case major
        /// The second number: events or rules are different, and nothing breaks.
        case minor
        /// The third number: only descriptions, examples, owners or settings are different.
        case patch
        /// No number, because there is no change.
        case none
    }

    /// The part to raise.
    public let bump: Bump
    /// The reason, as one sentence.
    public let reason: String

    /// Creates the suggestion for a list of changes, worst level first.
    init(_ changes: [PlanChange]) {
        let breaking = changes.filter { $0.level == .breaks }
        if let first = breaking.first {
            bump = .major
            let audiences = PlanChange.Audience.allCases.filter { audience in
                breaking.contains { $0.verdict(for: audience).level == .breaks }
            }
            reason =
                "\(breaking.count.counted("change")) \(breaking.count == 1 ? "breaks" : "break") "
                + "\(audiences.map(\.words).joinedWithAnd); the first is \(first.title)."
        } else if let first = changes.first(where: { !$0.kind.isMetadata }) {
            bump = .minor
            reason = "Events or rules are different, and no change breaks anything; the first change is \(first.title)."
        } else if changes.isEmpty {
            bump = .none
            reason = "The plans say the same."
        } else {
            bump = .patch
            reason = "Only descriptions, examples, owners or settings are different."
        }
    }
}

extension [String] {
    /// The elements as a list in a sentence: "a, b and c".
    fileprivate var joinedWithAnd: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " and " + last
    }
}

extension PlanChange.Audience {
    /// The audience in words: "released apps".
    var words: String {
        switch self {
        case .releasedApps: "released apps"
        case .readers: "readers of the data"
        case .generatedCode: "generated code"
        }
    }
}

extension PlanChange {
    /// The event, the path and the kind: `purchase: price: type-changed`.
    var title: String {
        var parts: [String] = event.isEmpty ? [] : [event.safeForDisplay]
        if !path.isEmpty { parts.append(path.safeForDisplay) }
        return (parts + [kind.rawValue]).joined(separator: ": ")
    }
}
