import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// A judge that compares the parameters of one event with the schemas of a plan.
///
/// The checker first uses a judge that stops at the first finding and allocates no memory for findings. If the event
/// has a finding, the checker uses a second judge that collects all findings.
struct Judge {
    let schemas: UnsafeBufferPointer<CompiledSchema>
    /// Whether the judge found something that leaves the value valid, such as ``FindingID/integerAsFloat``.
    var hasNotes = false
    var findings = JudgeFindings()
    var limits = JudgeLimits()
    /// The path to the value that the judge compares now. Empty if the judge does not collect findings.
    var path: [PathPart] = []
    /// The exemptions of the event, and of the current value and all values around it.
    var exemptions: FindingIDs
    /// The number of alternatives around the current comparison.
    ///
    /// If the number is above 0, the judge collects no findings, because the value can fit another alternative.
    var alternatives = 0
    /// Whether the judge only finds out how badly the value fits an alternative.
    private var isCandidate = false
    private let isCollecting: Bool
    /// The schemas that describe the current value together. Empty for the event itself. `nil` if the wire format of
    /// the event marks types, so that the judge does not have to find out which type a text had in the app.
    var context: Set<Int>?
    /// The schemas of the event, which say which values findings must not show. `nil` if the judge does not collect
    /// findings, or if the values are not those of an event.
    let event: ValueSchemas?

    init(
        _ schemas: UnsafeBufferPointer<CompiledSchema>, isCollecting: Bool, exemptions: FindingIDs,
        isUntyped: Bool = false, event: ValueSchemas? = nil
    ) {
        self.event = event
        self.schemas = schemas
        context = isUntyped ? [] : nil
        self.isCollecting = isCollecting
        self.exemptions = exemptions
    }

    /// Calls `body`, which judges values, and returns its result.
    ///
    /// If the values are inside too many schemas for the stack of the current thread, calls `body` again, on a thread
    /// with a larger stack.
    mutating func run(_ body: (inout Judge) -> Bool) -> Bool {
        var isValid = body(&self)
        guard limits.isTooDeep else { return isValid }
        var deep = Judge(
            schemas, isCollecting: isCollecting, exemptions: exemptions, isUntyped: context != nil,
            event: event)
        let hasRun = JudgeLimits.withLargeStack { limits in
            deep.limits = limits
            isValid = body(&deep)
        }
        // Without the thread, the limits of this judge say that the result is unknown.
        if hasRun { self = deep }
        return isValid
    }

    /// Whether the judge collects findings here. If not, it stops at the first finding.
    var collects: Bool { isCollecting && alternatives == 0 }

    // MARK: Findings

    /// Adds a finding that makes the value invalid. If the judge does not collect findings, only returns the result.
    ///
    /// An exemption hides a finding, but it does not decide whether a value fits a condition or an alternative.
    ///
    /// - Returns: `false`, or `true` if the plan exempts the value from this finding. An exempt value counts as valid.
    mutating func fail(_ id: FindingID, at place: PlanPlace?, _ words: (Judge) -> Words) -> Bool {
        let isExempt = exemptions.contains(id)
        if isExempt, alternatives == 0, !isCandidate { return true }
        collect(id, isExempt ? .exempt : .invalid, at: place, words)
        return false
    }

    /// Adds a finding about a value that breaks a rule of a schema.
    mutating func fail(
        _ id: FindingID, _ value: EventValue, _ schema: Int, _ expected: @autoclosure () -> String
    ) -> Bool {
        fail(id, at: schemas[schema].place) { Words(expected: expected(), found: $0.shown(value, schema)) }
    }

    /// Adds a finding that leaves the value valid.
    mutating func note(_ id: FindingID, at place: PlanPlace?, _ words: (Judge) -> Words) {
        if exemptions.contains(id) { return }
        hasNotes = true
        collect(id, .note, at: place, words)
    }

    private mutating func collect(
        _ id: FindingID, _ effect: Found.Effect, at place: PlanPlace?, _ words: (Judge) -> Words
    ) {
        guard collects, findings.hasRoom(for: id, at: path) else { return }
        // A finding takes as long as these steps: its words need the schemas of all that the value can be.
        limits.add(20)
        findings.list.append(Found(id: id, path: path, words: words(self), place: place, effect: effect))
    }

    /// Returns a judge that finds out how badly the current value fits an alternative.
    func candidate() -> Judge {
        var judge = self
        judge.findings = JudgeFindings()
        judge.isCandidate = true
        return judge
    }

    /// Adds the findings of a candidate that fits best.
    ///
    /// - Returns: Whether the plan exempts the value from all these findings.
    mutating func addFindings(of candidate: Judge) -> Bool {
        findings.isCut = findings.isCut || candidate.findings.isCut
        var isValid = !isCandidate && !limits.isExhausted
        for found in candidate.findings.list where isCandidate || found.effect != .exempt {
            if found.effect == .invalid { isValid = false }
            if findings.hasRoom(for: found.id, at: found.path) { findings.list.append(found) }
        }
        return isValid
    }

    /// Calls `judge` for a member or an element of the current value. During the call, the path ends with `part`.
    mutating func inside(_ part: @autoclosure () -> PathPart, _ judge: (inout Judge) -> Bool) -> Bool {
        guard collects else { return judge(&self) }
        path.append(part())
        let isValid = judge(&self)
        path.removeLast()
        return isValid
    }

    // MARK: Values

    /// Returns whether a value fits a schema.
    mutating func fits(_ value: EventValue, _ schema: Int) -> Bool {
        guard limits.enter() else { return false }
        defer { limits.leave() }
        if schemas[schema].isNever {
            return fail(.forbidden, at: schemas[schema].place) { judge in
                // The plan forbids apps to send this value, so a report must not show it either.
                let platform = judge.schemas[schema].platform.map { " on " + $0.nameForDisplay } ?? ""
                return Words(
                    expected: "no value" + platform, found: "a value of type \(value.jsonTypeName) (not shown)")
            }
        }
        let outer = exemptions
        exemptions = outer.union(schemas[schema].exemptions)
        let isValid = followsRules(value, schema)
        exemptions = outer
        return isValid
    }

    private mutating func followsRules(_ value: EventValue, _ schema: Int) -> Bool {
        // After a wrong type, further findings about the same value would not help the reader.
        guard hasType(value, schema) else { return false }
        var isValid = isConstant(value, schema)
        if !isValid, !collects { return false }
        switch value {
        case .integer(let integer):
            if let bounds = schemas[schema].numbers, !bounds.contains(integer) {
                isValid = fail(.range, value, schema, "a number that is " + bounds.words) && isValid
            }
        case .number(let number):
            if let name = number.nonFiniteName {
                isValid = followsTextRules(name, schema) && isValid
            } else if let bounds = schemas[schema].numbers, !bounds.contains(number) {
                isValid = fail(.range, value, schema, "a number that is " + bounds.words) && isValid
            }
        case .string(let text): isValid = followsTextRules(text, schema) && isValid
        case .array(let values):
            if let rules = schemas[schema].lists { isValid = follows(values, rules, schema) && isValid }
        case .object(let members):
            if let rules = schemas[schema].objects {
                isValid = follows(members, rules, schemas[schema].place) && isValid
            }
        case .null, .bool: break
        }
        if !isValid, !collects { return false }
        if let rules = schemas[schema].combinations { isValid = follows(value, rules, schema) && isValid }
        return isValid
    }

    // MARK: Types and constants

    private mutating func hasType(_ value: EventValue, _ schema: Int) -> Bool {
        let types = schemas[schema].types
        let isRight =
            if case .number(let number) = value {
                hasType(number, types, schema)
            } else {
                !types.isDisjoint(with: value.jsonTypes)
            }
        if isRight { return true }
        if case .null = value {
            let isListed = schemas[schema].constants?.contains(.null) ?? false
            return fail(.null, at: schemas[schema].place) {
                Words(expected: isListed ? types.words : $0.expectedWords(schema), found: "null")
            }
        }
        return fail(.wrongType, at: schemas[schema].place) {
            Words(expected: $0.schemas[schema].types.words, found: $0.shownWithType(value, schema))
        }
    }

    private mutating func hasType(_ number: Double, _ types: JSONTypes, _ schema: Int) -> Bool {
        // JSON has no infinite numbers, so Trackproof writes these numbers as texts.
        guard number.isFinite else { return types.contains(.string) }
        if types.contains(.number) { return true }
        guard types.contains(.integer), number == number.rounded(.towardZero) else { return false }
        note(.integerAsFloat, at: schemas[schema].place) {
            Words(expected: "an integer without a decimal point or exponent", found: $0.shown(.number(number), schema))
        }
        return true
    }

    private mutating func isConstant(_ value: EventValue, _ schema: Int) -> Bool {
        guard let set = schemas[schema].constants, !set.contains(value) else { return true }
        // If the type names null, then null is one of the values that the list leaves out.
        if case .null = value, schemas[schema].types == .all {
            return fail(.null, at: schemas[schema].place) { _ in Words(expected: set.words, found: "null") }
        }
        return fail(.notInEnum, at: schemas[schema].place) {
            Words(expected: set.words, found: $0.shown(value, schema), nearest: set.nearest(to: value))
        }
    }

    // MARK: Words

    /// Returns the values that a schema allows as a text, such as "an integer", or "a value" if it allows all types.
    func expectedWords(_ schema: Int, depth: Int = 0) -> String {
        if let constants = schemas[schema].constants { return constants.words }
        if schemas[schema].types != .all { return schemas[schema].types.words }
        // If the schema only refers to a type, `part` is the schema of this type. Without a limit, the function would
        // not return for a type that refers to itself.
        guard depth < 10, let parts = schemas[schema].combinations?.all, let part = parts.first else {
            return "a value"
        }
        return expectedWords(part, depth: depth + 1)
    }

    /// Returns the text with which a finding shows a value. Hides personal data, because findings appear in logs.
    ///
    /// - Parameters:
    ///   - schema: The schema with which the judge compares the value, or `nil` if the plan has no schema for it.
    ///   - whole: The value at the current path, if `value` is only a part of it.
    func shown(_ value: EventValue, _ schema: Int? = nil, of whole: EventValue? = nil) -> String {
        let isDeclared = schema.map { schemas[$0].pii != nil } ?? false
        if isDeclared || event?.value(at: path).declarePersonal(whole ?? value) == true {
            return "a value of type \(value.jsonTypeName) (personal data, not shown)"
        }
        if value.hasPersonalData {
            return "a value of type \(value.jsonTypeName) (looks like personal data, not shown)"
        }
        let scalars = value.description.unicodeScalars
        if scalars.count <= 100 { return String(scalars) }
        return String(String.UnicodeScalarView(scalars.prefix(99))) + "…"
    }

    /// Returns the type and the value as a text, such as `string "1"`.
    func shownWithType(_ value: EventValue, _ schema: Int?) -> String {
        let text = shown(value, schema)
        return text.hasSuffix("not shown)") ? text : value.jsonTypeName + " " + text
    }
}

extension EventValue {
    /// The name that a plan uses for the type of the value.
    var jsonTypeName: String {
        if case .bool = self { "boolean" } else { typeName }
    }

    /// Whether the value contains a text or a number that looks like personal data.
    fileprivate var hasPersonalData: Bool {
        switch self {
        case .string, .integer, .number: PersonalData.kind(of: self) != nil
        case .array(let values): values.contains(where: \.hasPersonalData)
        case .object(let members):
            members.contains { PersonalData.kind(of: $0.name) != nil || $0.value.hasPersonalData }
        case .null, .bool: false
        }
    }
}
