import Trackproof
import TrackproofJSON
import TrackproofSnapshots

/// A judge that recognizes events that certainly fit a plan, from their JSON text alone.
///
/// Nearly all events of an archive fit the plan and use only simple rules. For such events, this judge takes a fraction
/// of the time of ``Judge``, because it does not decode the values.
///
/// If a function of this judge returns `true`, ``Judge`` would have no finding for the event without the parameters to
/// ignore. If it returns `false`, the event can be valid or invalid. The caller then decodes it and asks ``Judge``.
struct QuickJudge {
    private let schemas: UnsafeBufferPointer<CompiledSchema>
    private var scanner: PlainScanner
    /// The form of the event's parameters. Names of members of nested objects are never ignored.
    private let form: StoredForm
    private var steps = 0

    /// The maximum number of comparisons of a value with a schema. Lower than the limit of ``Judge``, which then
    /// decides.
    private static let stepLimit = 10_000
    /// The maximum depth of values inside each other, and of schemas for the same value.
    private static let depthLimit = 24
    /// The maximum size of a text with escapes, in bytes.
    private static let escapedLimit = 256

    /// Creates a judge of the value at the position of `scanner`.
    init(_ schemas: UnsafeBufferPointer<CompiledSchema>, _ scanner: PlainScanner, storedAs form: StoredForm) {
        (self.schemas, self.scanner, self.form) = (schemas, scanner, form)
    }

    /// Returns the offset after the next object if the object certainly follows the rules, otherwise `nil`.
    mutating func end(ofObject rules: ObjectRules) -> Int? { object(rules, depth: 0) ? scanner.position : nil }

    // MARK: Objects

    private mutating func object(_ rules: ObjectRules, depth: Int) -> Bool {
        guard rules.hasOnlyNamesAndCounts, depth < Self.depthLimit, scanner.take(0x7B) else { return false }
        var seen = NameBits()
        var hasOthers = false
        var last = -1
        if !scanner.take(0x7D) {
            while true {
                guard let index = nameIndex(rules, after: last, depth: depth), index != Self.refusedName,
                    scanner.take(0x3A)
                else { return false }
                if index >= 0 {
                    // If a name occurs twice, this judge cannot know which of the two values the decoded event has.
                    guard !seen.contains(index), rules.schemas[index] >= 0 else { return false }
                    seen.insert(index)
                    last = index
                    guard value(rules.schemas[index], depth: depth + 1) else { return false }
                } else if index == Self.ignoredName {
                    guard scanner.skipValue(depth: depth + 1) else { return false }
                } else {
                    hasOthers = true
                    guard additional(rules, depth: depth + 1) else { return false }
                }
                guard let more = scanner.continues(until: 0x7D) else { return false }
                if !more { break }
            }
        }
        if rules.minCount > 0 || rules.maxCount < .max {
            let count = rules.names.indices.count { seen.contains($0) }
            guard !hasOthers, count >= rules.minCount, count <= rules.maxCount else { return false }
        }
        return rules.required.isSubset(of: seen)
    }

    /// The result of ``nameIndex(_:after:depth:)`` for a name to ignore.
    private static let ignoredName = -2
    /// The result for a name that can stand for another name.
    private static let refusedName = -3

    /// Reads a name. Returns its index in the rules, or a negative number if the rules do not have the name. Returns `nil`
    /// if the next value is not a plain text.
    private mutating func nameIndex(_ rules: ObjectRules, after previous: Int, depth: Int) -> Int? {
        let form = form
        return withText { name in
            if let index = rules.table.index(ofBytes: name.bytes, after: previous) { return index }
            if depth == 0, form.ignored.contains(name.bytes) { return Self.ignoredName }
            if let joint = form.joint, joint.isEmpty || name.bytes.contains(joint) { return Self.refusedName }
            return -1
        }
    }

    private mutating func additional(_ rules: ObjectRules, depth: Int) -> Bool {
        switch rules.additional {
        case .refused: return false
        case .schema(let schema): return value(schema, depth: depth)
        case .allowed:
            guard scanner.next() == 0x22 else { return scanner.skipValue(depth: depth) }
            return withText { PersonalData.kind(ofBytes: $0.bytes) == nil } ?? false
        }
    }

    // MARK: Values

    // These functions read each schema by its index. A copy of a schema would count the references to all its rules.

    private mutating func value(_ schema: Int, depth: Int) -> Bool {
        steps += 1
        guard depth < Self.depthLimit, steps < Self.stepLimit, !schemas[schema].isNever else { return false }
        let start = scanner.next()
        let types = schemas[schema].types
        if schemas[schema].combinations != nil, !combined(schema, depth: depth) { return false }
        switch start {
        case 0x22:
            if types.contains(.string) { return text(schema) }
            return storesBooleans(types) && bool(schema)
        case 0x7B:
            guard types.contains(.object), schemas[schema].constants == nil else { return false }
            if let rules = schemas[schema].objects { return object(rules, depth: depth) }
            return scanner.skipValue(depth: depth)
        case 0x5B:
            guard types.contains(.array), schemas[schema].constants == nil else { return false }
            if let rules = schemas[schema].lists { return list(rules, depth: depth) }
            return scanner.skipValue(depth: depth)
        case 0x74: return types.contains(.boolean) && scanner.word("true") && allows(.bool(true), schema)
        case 0x66: return types.contains(.boolean) && scanner.word("false") && allows(.bool(false), schema)
        case 0x6E: return types.contains(.null) && scanner.word("null") && allows(.null, schema)
        default: return number(types, schema)
        }
    }

    /// Returns whether the next value certainly fits the schemas that the schema refers to. Does not move the scanner.
    private mutating func combined(_ schema: Int, depth: Int) -> Bool {
        guard let rules = schemas[schema].combinations, rules.isAllOnly else { return false }
        let place = scanner.position
        for part in rules.all {
            guard value(part, depth: depth + 1) else { return false }
            scanner.position = place
        }
        return true
    }

    private func allows(_ value: EventValue, _ schema: Int) -> Bool {
        schemas[schema].constants?.contains(value) ?? true
    }

    private mutating func number(_ types: JSONTypes, _ schema: Int) -> Bool {
        switch scanner.number() {
        case .integer(let integer) where integer | 1 == 1 && storesBooleans(types):
            return allows(.bool(integer == 1), schema)
        case .integer(let integer):
            return !types.isDisjoint(with: [.integer, .number]) && allows(.integer(integer), schema)
                && schemas[schema].numbers?.contains(integer) ?? true
        case .fraction(let number):
            return types.contains(.number) && allows(.number(number), schema)
                && schemas[schema].numbers?.contains(number) ?? true
        case nil: return false
        }
    }

    /// Returns whether a boolean of a schema with these types can be stored as a text or a number.
    private func storesBooleans(_ types: JSONTypes) -> Bool {
        form.areTypesLost && types.contains(.boolean) && types.isDisjoint(with: [.string, .integer, .number])
    }

    /// Returns whether the next value is a text that stands for a boolean that the schema allows.
    private mutating func bool(_ schema: Int) -> Bool {
        guard let text = scanner.text()?.bytes else { return false }
        if text.elementsEqual("true".utf8) { return allows(.bool(true), schema) }
        return text.elementsEqual("false".utf8) && allows(.bool(false), schema)
    }

    private mutating func text(_ schema: Int) -> Bool {
        // `schemas` is copied, because the closure must not read a property while `withText` changes the judge.
        let schemas = schemas
        return withText { Self.fits($0, schemas, schema) } ?? false
    }

    /// Reads a text, and calls a closure with it. Returns `nil` if the next value is not a plain text.
    ///
    /// If the text has escapes, the closure gets a copy without escapes.
    @inline(__always)
    private mutating func withText<Result>(_ body: (PlainScanner.Text) -> Result) -> Result? {
        if let text = scanner.text() { return body(text) }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.escapedLimit) { buffer in
            guard let count = scanner.unescapedText(to: buffer) else { return nil }
            let bytes = UnsafeBufferPointer(rebasing: buffer[..<count])
            // `unescapedText` does not check that other bytes are UTF-8.
            guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
            return body(PlainScanner.Text(bytes, isASCII: true))
        }
    }

    private static func fits(
        _ text: PlainScanner.Text, _ schemas: UnsafeBufferPointer<CompiledSchema>, _ schema: Int
    ) -> Bool {
        if let constants = schemas[schema].constants, !constants.contains(textOfBytes: text.bytes) { return false }
        if let rules = schemas[schema].texts, !fits(text, rules) { return false }
        if !schemas[schema].isSearchedForPersonalData { return true }
        return !text.bytes.isWordForNull && PersonalData.kind(ofBytes: text.bytes) == nil
    }

    private static func fits(_ text: PlainScanner.Text, _ rules: TextRules) -> Bool {
        let count = text.bytes.count
        // A character outside ASCII has two to four bytes. If the number of bytes does not show that the length is
        // valid, `Judge` counts the characters.
        guard count <= rules.maxLength, (text.isASCII ? count : (count + 3) / 4) >= rules.minLength else {
            return false
        }
        if let pattern = rules.pattern, !text.isASCII || pattern.isFound(inASCII: text.bytes) != true { return false }
        return rules.format?.fits(text.bytes) ?? true
    }

    private mutating func list(_ rules: ListRules, depth: Int) -> Bool {
        guard !rules.isUnique, scanner.take(0x5B) else { return false }
        var count = 0
        if !scanner.take(0x5D) {
            while true {
                let schema = count < rules.prefix.count ? rules.prefix[count] : rules.rest
                count += 1
                if let schema {
                    guard value(schema, depth: depth + 1) else { return false }
                } else {
                    guard scanner.skipValue(depth: depth + 1) else { return false }
                }
                guard let more = scanner.continues(until: 0x5D) else { return false }
                if !more { break }
            }
        }
        return count >= rules.minItems && count <= rules.maxItems
    }
}
