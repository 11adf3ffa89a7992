import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots

/// What the parts of an importer or an exporter share while they convert one plan: the losses and the counts.
///
/// The type is a class, because all parts of a conversion add to it.
class ConversionRun {
    private(set) var losses: [ConversionLoss] = []
    /// The number of parameters and properties that the converted plan has.
    private var parameterCount = 0
    private var eventCount = 0
    /// The number of events that the files do not contain, although they say that the plan has them.
    private var absentCount = 0

    /// Adds a loss.
    ///
    /// - Parameters:
    ///   - kind: The kind of the lost part. Losses of the same kind are counted together.
    ///   - found: The lost part itself.
    ///   - first: The place of the first of two parts, if the lost part is the second.
    ///   - isWhole: Whether the converted plan lacks the complete event or parameter.
    func lose(
        _ kind: String, _ found: String = "", at place: PlanPlace, _ path: ConversionPath,
        _ outcome: ConversionLoss.Outcome = .leftOut, _ weight: ConversionLoss.Weight = .rule, isWhole: Bool = false,
        first: PlanPlace? = nil
    ) {
        losses.append(
            ConversionLoss(
                place: place, first: first, event: path.event, parameter: path.parameter, kind: kind,
                found: found.cut(to: 300), outcome: outcome, weight: weight, isWhole: isWhole))
    }

    /// Adds a loss of a member of an object.
    func lose(
        _ kind: String, _ member: PlanMember, _ path: ConversionPath, _ outcome: ConversionLoss.Outcome = .leftOut,
        _ weight: ConversionLoss.Weight = .rule
    ) {
        lose(kind, member.value.summary, at: member.place, path, outcome, weight)
    }

    /// Adds a loss that changes no rule.
    ///
    /// - Parameter form: The form that the part has in the converted plan, or `nil` if the plan lacks it.
    func note(
        _ kind: String, _ found: String = "", at place: PlanPlace, _ path: ConversionPath = ConversionPath(),
        changedTo form: String? = nil
    ) {
        lose(kind, found, at: place, path, form.map { .changed(to: $0) } ?? .leftOut, .information)
    }

    /// Adds a loss for each member of an object that the conversion does not use.
    ///
    /// - Parameter owner: The noun for the object, such as `an event`.
    func loseRest(
        of node: PlanNode?, _ owner: String, except used: Set<String>, _ path: ConversionPath = ConversionPath(),
        _ weight: ConversionLoss.Weight = .information
    ) {
        for member in node?.members ?? [] where !used.contains(member.name) && !member.isBlank {
            lose("member \(member.name) of \(owner)", member, path, .leftOut, weight)
        }
    }

    func countParameter() { parameterCount += 1 }

    func countEvent() { eventCount += 1 }

    func countAbsentEvents(_ count: Int) { absentCount += count }

    var report: ConversionReport {
        let rules = losses.filter { $0.weight == .rule && !$0.isWhole }
        let whole = losses.filter(\.isWhole)
        var events = ConversionCounts()
        events.missing = whole.count { $0.parameter == nil } + absentCount
        events.partial = min(
            Set((rules + whole.filter { $0.parameter != nil }).compactMap(\.event)).count, eventCount)
        events.complete = eventCount - events.partial
        var parameters = ConversionCounts()
        parameters.missing = whole.count { $0.parameter != nil }
        let partial = Set(
            rules.compactMap { loss in loss.parameter.map { ConversionPath(event: loss.event).property($0) } })
        parameters.partial = min(partial.count, parameterCount)
        parameters.complete = parameterCount - parameters.partial
        return ConversionReport(losses: losses, events: events, parameters: parameters)
    }
}
