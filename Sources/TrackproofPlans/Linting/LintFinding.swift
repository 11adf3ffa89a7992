internal import Trackproof

/// One weakness of a plan.
@_spi(Tooling) public struct LintFinding: Sendable, Hashable {
    /// The kind of the finding.
    public var id: LintID
    /// The severity that the plan sets, or the default.
    public var severity: Severity
    /// The event's name, or `nil` if the finding is about another part of the plan, such as a type.
    public var event: String?
    /// The path of the parameter, such as `items[].sku`. Empty if the finding is not about a parameter.
    ///
    /// In a type, the path begins with the name of the type.
    public var path: String
    /// The place in the plan.
    public var place: PlanPlace
    /// What is wrong, in a sentence without a period.
    public var message: String
    /// The team that owns the event, or `nil` if there is no owner.
    public var owner: String?
}

@_spi(Tooling) extension LintFinding: CustomStringConvertible {
    /// The finding on one line: `plan.json:3:14: warning: purchase: price: the parameter has no description (id)`.
    public var description: String {
        var text = "\(place): \(severity.rawValue): "
        if let event { text += event.nameForMessages + ": " }
        if !path.isEmpty { text += path.safeForDisplay + ": " }
        return text + "\(message) (\(id.rawValue))"
    }
}

extension String {
    /// The name for messages, shortened because a name in a plan can have any length.
    var nameForMessages: String { cut(to: 100).nameForDisplay }

    /// The name in quotes, for messages.
    var quotedForMessages: String { cut(to: 100).quotedForDisplay }
}
