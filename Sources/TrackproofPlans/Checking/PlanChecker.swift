public import Trackproof
public import TrackproofPlatform
import TrackproofSnapshots

/// The platform and version of the app that tracked an event, and the day of the check.
public struct CheckContext: Sendable {
    /// The platform of the app, such as `ios`, or `nil` if it is unknown. The case of the name does not matter.
    public var platform: String?
    /// The version of the app, or `nil` if it is unknown.
    public var appVersion: AppVersion?
    /// The day, as `YYYY-MM-DD`, that the checker compares with the last day of an event if the event has no time.
    public var today: String
    /// The names of the parameters to ignore, unless the plan has them for the event or for a variant of the event.
    public var ignored: NameList = []
    /// Whether a text can stand for a value of another type, because the events come from a table with lost types.
    public var areTypesLost = false
    /// What the store of the events has dropped or changed, beside types.
    public var losses = StoreLosses()

    /// Creates a context.
    ///
    /// - Parameter today: The day that counts for events without a time. Defaults to the current day in UTC.
    public init(platform: String? = nil, appVersion: AppVersion? = nil, today: String? = nil) {
        self.platform = platform
        self.appVersion = appVersion
        self.today = today ?? String(EventTime.now.description.prefix(10))
    }

    /// Whether the type of a value in an event can differ from its type in the app.
    func isUntyped(_ event: RecordedEvent) -> Bool { areTypesLost || event.source.isUntyped }
}

/// The parameters of an event that a data warehouse has dropped or changed, so that the event cannot fit the plan.
public struct StoreLosses: Sendable {
    /// The texts that the store keeps as numbers, so that `01067` has become 1067.
    public var numbers: Set<ExactText> = []
    /// The parameters that the store cannot keep, each with the reason.
    public var dropped: [ExactText: String] = [:]

    /// Creates an empty list.
    public init() {}

    /// The findings about a text that depend on digits that a number does not keep.
    public static let idsOfTexts: [FindingID] = [.pattern, .notInEnum, .length, .format]

    /// Returns the finding in view of the losses, or `nil` if they are its cause.
    fileprivate func judged(_ found: Judge.Found) -> Judge.Found? {
        guard found.path.count == 1, case .member(let name) = found.path[0] else { return found }
        if found.id == .missing, let reason = dropped[ExactText(name)] {
            let words = Judge.Words(expected: "a name that the store keeps", found: reason)
            return Judge.Found(id: .limit, path: found.path, words: words, place: found.place)
        }
        return Self.idsOfTexts.contains(found.id) && numbers.contains(ExactText(name)) ? nil : found
    }
}

/// A checker that compares events with a tracking plan.
///
/// ```swift
/// let checker = PlanChecker(plan)
/// let findings = checker.findings(for: event, CheckContext())
/// ```
public final class PlanChecker: Sendable {
    /// The schemas of the plan. They refer to each other by their indices in this array.
    public let schemas: [CompiledSchema]
    /// The plan's events. If the plan has a member `user`, its traits are the last element.
    public let events: [CompiledEvent]
    /// The names of the plan's events.
    public let names: PlanNames
    let limits: LimitCheck
    /// Whether the plan names destinations with known limits.
    public var checksLimits: Bool { limits.hasDestinations }
    /// Whether the plan declares any value as personal data, or forbids any value.
    private let declaresPersonalData: Bool
    /// The names of members in which the plan declares personal data, or forbids values.
    let personalNames: Set<String>
    private let severities: SeverityTable
    /// Whether a schema allows numbers and texts, and has rules only for texts.
    let hasAmbiguousTexts: Bool

    /// Creates a checker for a plan.
    public init(_ plan: TrackingPlan) {
        let compiled = CompiledPlan(plan)
        (events, schemas) = (compiled.events, compiled.schemas)
        hasAmbiguousTexts = schemas.contains {
            $0.texts != nil && $0.types.contains(.string) && !$0.types.isDisjoint(with: [.integer, .number])
        }
        declaresPersonalData = schemas.contains(where: \.isHidden)
        personalNames = ValueSchemas.personalNames(in: events, schemas)
        names = PlanNames(plan)
        limits = LimitCheck(plan)
        severities = SeverityTable(plan.checkSeverities)
    }

    /// Returns the findings about an event, or an empty list if the event fits the plan.
    ///
    /// Findings about the kind, platform, version and date of the event come before findings about its parameters.
    public func findings(for event: RecordedEvent, _ context: CheckContext) -> [PlanFinding] {
        check(event, context).findings.map { finding in
            guard finding.id == .unplannedEvent else { return finding }
            var finding = finding
            finding.nearest = names.nearest(to: finding.event)
            return finding
        }
    }

    /// Returns the findings about an event, and the index and the name of the event in the plan.
    ///
    /// If the plan does not have the event, the index is `nil`, and the name is ``shownName(of:)``. The finding then
    /// suggests no name: the search for a similar name takes long, and an archive can have any number of such events.
    public func check(
        _ event: RecordedEvent, _ context: CheckContext
    ) -> (index: Int?, name: String, findings: [PlanFinding]) {
        let event = names.asPlanned(event)
        guard let index = names.index(of: event) else {
            return (nil, shownName(of: event.event), unplanned(event))
        }
        return (index, events[index].event.name, findings(for: event, events[index], context))
    }

    private func findings(
        for event: RecordedEvent, _ planned: CompiledEvent, _ context: CheckContext
    ) -> [PlanFinding] {
        let event = event.asSent(planned)
        let named = planned.version(namedBy: event)
        let known = context.ignored.removed(from: event, (named?.rules ?? planned.rules).general)
        var found = eventFindings(event, planned, context)
        found += limits.found(in: known, at: planned.event.place).filter { !isExempt($0, planned) }
        if named == nil, !hasFindings(known, planned, context), found.isEmpty { return [] }
        let values = valueSchemas(of: [event.event])
        found +=
            named.map { findings(known, asVersion: $0, planned, values, context) }
            ?? parameterFindings(known, event, planned, values, context)
        return found.compactMap(context.losses.judged).compactMap { finding($0, planned, values) }
    }

    /// Returns the names of parameters that the plan has for an event only as texts.
    public func texts(among names: [String], of event: RecordedEvent) -> Set<ExactText> {
        guard let index = self.names.index(of: event) else { return [] }
        let rules = events[index].rules.general
        return Set(
            names.filter { name in
                guard let index = rules.table.index(of: name), rules.schemas[index] >= 0 else { return false }
                return schemas[rules.schemas[index]].readableTypes.subtracting(.null) == .string
            }.map { ExactText($0) })
    }

    /// The severity of records of an archive that are damaged or not events, or `nil` if the plan ignores them.
    public var severityOfUnreadable: Severity? {
        severities.severity(of: .unreadable, event: PlanFinding.unreadableName)
    }

    // MARK: Findings of events

    /// Returns whether a check ignores an event that the plan does not have.
    ///
    /// A plan does not describe events that an SDK tracks itself.
    public func ignores(unplanned event: RecordedEvent) -> Bool {
        !event.event.kind.mustBePlanned || SDKEvents.contains(event) || isOutsideOfPlan(event)
    }

    private func unplanned(_ event: RecordedEvent) -> [PlanFinding] {
        if ignores(unplanned: event) { return [] }
        let severity = severities.severity(of: .unplannedEvent, event: event.event.displayName)
        guard let severity else { return [] }
        let name = shownName(of: event.event)
        let finding = PlanFinding(
            id: .unplannedEvent, severity: severity, event: name, path: "", expected: "an event of the plan",
            found: "\(event.event.kind.rawValue) \(name.quotedForDisplay)")
        return [finding]
    }

    /// Returns whether an event is a screen or page of an SDK, and the plan describes no screens or pages.
    ///
    /// SDKs can track screens and pages by themselves.
    private func isOutsideOfPlan(_ event: RecordedEvent) -> Bool {
        let kind = event.event.kind
        return event.source.vendor != nil && (kind == .screen || kind == .page) && !names.kinds.contains(kind)
    }

    func eventFindings(
        _ event: RecordedEvent, _ planned: CompiledEvent, _ context: CheckContext
    ) -> [Judge.Found] {
        var found: [Judge.Found] = []
        func add(_ id: FindingID, _ expected: String, _ actual: String, nearest: String? = nil) {
            let words = Judge.Words(expected: expected, found: actual, nearest: nearest)
            found.append(Judge.Found(id: id, words: words, place: planned.event.place))
        }
        // A copy of the planned event would count the references to all its members.
        if event.event.kind != planned.event.kind {
            add(.wrongKind, "kind \(planned.event.kind.rawValue)", event.event.kind.rawValue)
        }
        if let platform = context.platform, !planned.event.platforms.isEmpty,
            !planned.event.platforms.contains(where: { platform.isPlatform($0.name) })
        {
            let platforms = planned.event.platforms.map(\.name).joined(separator: " or ")
            add(.wrongPlatform, "platform " + platforms, platform)
        }
        let replacement = planned.event.replacedBy?.name
        if let version = context.appVersion {
            if let since = planned.event.since.version(on: context.platform), version < since {
                add(.tooEarly, "app version \(since) or later", "\(version)")
            }
            if let end = planned.event.ends.version(on: context.platform), version >= end {
                add(.expired, "an app version before \(end)", "\(version)", nearest: replacement)
            }
        }
        guard planned.event.expires != nil || planned.event.isAtEnd else { return found }
        let day = event.time.map { String($0.description.prefix(10)) } ?? context.today
        if let expires = planned.event.expires?.name, expires < day {
            add(.expired, "no event after \(expires)", "an event on \(day)", nearest: replacement)
        } else if planned.event.isAtEnd {
            let advice = replacement.map { $0.quotedForDisplay + " instead" } ?? "no event of this name"
            add(.deprecated, advice, "a deprecated event", nearest: replacement)
        }
        return found
    }

    // MARK: Findings of parameters

    private func hasFindings(_ event: RecordedEvent, _ planned: CompiledEvent, _ context: CheckContext) -> Bool {
        schemas.withUnsafeBufferPointer { schemas in
            var judge = Judge(
                schemas, isCollecting: false, exemptions: planned.exemptions, isUntyped: context.isUntyped(event))
            let rules = planned.rules.rules(on: context.platform)
            let isValid = judge.run { $0.follows(event.event.parameters, of: rules, planned.event.place) }
            // If the judge reached the limit of steps inside an alternative, `isValid` can be `true` for an invalid
            // event.
            return !isValid || judge.hasNotes || judge.limits.isExhausted
        }
    }

    /// Returns whether the plan exempts a parameter from a finding about a limit.
    private func isExempt(_ found: Judge.Found, _ planned: CompiledEvent) -> Bool {
        guard case .member(let name)? = found.path.first, let index = planned.rules.general.table.index(of: name),
            planned.rules.general.schemas[index] >= 0
        else { return false }
        return schemas[planned.rules.general.schemas[index]].exemptions.contains(found.id)
    }

    private func finding(_ found: Judge.Found, _ planned: CompiledEvent, _ values: ValueSchemas) -> PlanFinding? {
        if planned.exemptions.contains(found.id) { return nil }
        guard let severity = severities.severity(of: found.id, event: planned.event.name) else { return nil }
        return PlanFinding(
            id: found.id, severity: severity, event: planned.event.name, path: shown(found.path, values).text,
            expected: found.words.expected, found: found.words.found, nearest: found.words.nearest,
            owner: planned.event.owner, planPlace: found.place)
    }

    /// Returns the path without names that are personal data.
    ///
    /// To be fast, searches the schemas of the path only if a name can be personal data.
    private func shown(_ path: [Judge.PathPart], _ values: ValueSchemas) -> [Judge.PathPart] {
        let mayBePersonal = path.contains { part in
            guard case .member(let name) = part else { return false }
            return declaresPersonalData || PersonalData.kind(of: name) != nil
        }
        return mayBePersonal ? values.redacted(path) : path
    }
}

extension [(platform: NameWithPlace, version: AppVersion)] {
    /// Returns the version for a platform, or for all platforms if the list does not name the platform.
    public func version(on platform: String?) -> AppVersion? {
        let own = platform.flatMap { platform in first { $0.platform.name.isPlatform(platform) } }
        return (own ?? first { $0.platform.name == TrackingPlan.allPlatforms })?.version
    }
}

extension [Judge.PathPart] {
    /// The path as text, such as `items[3].sku`.
    var text: String {
        var text = ""
        for (position, part) in enumerated() {
            switch part {
            case .member(let name):
                if position > 0 { text += "." }
                text += name.escapedInPath
            case .element(let index): text += "[\(index)]"
            }
        }
        return text
    }
}

extension String {
    /// The name as a part of a path. A dot, an opening bracket or a backslash is written with a backslash before it.
    public var escapedInPath: String {
        // Most names have none of these characters, and `replacing` is slow.
        if !unicodeScalars.contains(where: { $0 == "\\" || $0 == "." || $0 == "[" }) { return self }
        return replacing("\\", with: "\\\\").replacing(".", with: "\\.").replacing("[", with: "\\[")
    }
}

extension RecordedEvent {
    /// Returns the event as the app sent it, as far as the plan helps to find this out.
    ///
    /// A parameter that both an SDK and an app can send is in the context, if the event comes from a request. If the plan
    /// has it, it counts as a parameter. If the plan does not have it, it does not count.
    fileprivate func asSent(_ planned: CompiledEvent) -> RecordedEvent {
        guard source.vendor != nil else { return self }
        var event = self
        for name in planned.copied where event.event.parameters[name] == nil {
            guard let value = context?[name], value != .null else { continue }
            event.event.parameters[name] = value
        }
        guard event.event.kind == .page || event.event.kind == .screen else { return event }
        func isCopy(_ parameter: EventParameter) -> Bool {
            (parameter.name == "name" && parameter.value == .string(event.event.name)
                || SDKEvents.copies(parameter.name, event.event.kind))
                && planned.rules.general.table.index(of: parameter.name) == nil
        }
        if event.event.parameters.contains(where: isCopy) {
            event.event.parameters = EventParameters(event.event.parameters.filter { !isCopy($0) })
        }
        return event
    }
}
