public import Trackproof

/// A 128-bit hash of the parts of an event that a comparison compares. Two events match if their hashes are equal.
///
/// Each parameter's name is hashed with its value. The hashes of all parameters are summed, so the order of parameters
/// does not count. Each process has a new random seed, so nobody can prepare a file in which different events have the
/// same fingerprint. The probability that two of a million different events have the same fingerprint by chance is
/// about 10⁻²⁷.
public struct Fingerprint: Hashable, Sendable {
    var high: UInt64
    var low: UInt64

    // The bits of a fingerprint are as good as random, so it is enough to hash `low`.
    /// Hashes the fingerprint.
    public func hash(into hasher: inout Hasher) { hasher.combine(low) }

    static func + (left: Fingerprint, right: Fingerprint) -> Fingerprint {
        Fingerprint(high: left.high &+ right.high, low: left.low &+ right.low)
    }
}

/// A hasher that computes the fingerprints of events.
///
/// As in the hash function wyhash by Wang Yi, each step multiplies two 64-bit numbers and uses all 128 bits of the
/// product. The steps for `high` and for `low` use different secret numbers.
struct Fingerprinter {
    let types: ValueTypes
    /// Whether an actual event with an encoding error matches no expected event, because such an event lacks
    /// parameters.
    var refusesEncodingErrors = false

    private static let secret: (UInt64, UInt64, UInt64, UInt64) = {
        var generator = SystemRandomNumberGenerator()
        // The numbers are odd, so that multiplication loses no information.
        return (generator.next() | 1, generator.next() | 1, generator.next() | 1, generator.next() | 1)
    }()

    private let secret = Fingerprinter.secret

    /// Returns the fingerprint of the parts of an event that are compared.
    ///
    /// If `rule` has a test for a value, the fingerprint of the expected value is a constant. The fingerprint of the
    /// actual value is the same constant if the actual value passes the test.
    func fingerprint(of event: Event, rule: ValueRule?, isExpected: Bool) -> Fingerprint {
        var result = mix(hash(event.displayName), tag: 1)
        result = result + mix(Fingerprint(high: event.kind.code, low: event.kind.code), tag: 2)
        if let user = event.comparedUser(rule) {
            let value = fingerprint(of: user, rule: rule?.user, isExpected: isExpected)
            result = result + mix(value, tag: 3)
        }
        if refusesEncodingErrors, !isExpected, event.encodingError != nil {
            result = result + mix(Fingerprint(high: 0, low: 0), tag: 5)
        }
        return result + mix(fingerprint(of: event.parameters, rule: rule, isExpected: isExpected), tag: 4)
    }

    func fingerprint(of parameters: EventParameters, rule: ValueRule?, isExpected: Bool) -> Fingerprint {
        var sum = Fingerprint(high: 0, low: 0)
        for index in parameters.indices {
            let parameter = parameters[index]
            let memberRule = rule?.member(parameter.name)
            if memberRule == nil, let rule, rule.ignoresWithoutRule(parameter.name) { continue }
            var value = fingerprint(of: parameter.value, rule: memberRule, isExpected: isExpected)
            if !isExpected, rule?.acceptsPassedType(of: parameter.name, in: parameters) == false {
                value = mix(value, tag: 21)
            }
            sum = sum + combine(hash(parameter.name), value)
        }
        return sum
    }

    func fingerprint(of value: EventValue, rule: ValueRule?, isExpected: Bool) -> Fingerprint {
        if let test = rule?.test, isExpected || test.matches(value) {
            return mix(Fingerprint(high: 0, low: 0), tag: 20)
        }
        switch types.compared(value) {
        case .null: return mix(Fingerprint(high: 0, low: 0), tag: 10)
        case .bool(let value): return mix(Fingerprint(high: value ? 1 : 0, low: 0), tag: 11)
        case .integer(let value): return mix(Fingerprint(high: UInt64(bitPattern: value), low: 0), tag: 12)
        case .number(let value): return fingerprint(of: value)
        case .string(let value): return mix(hash(value), tag: 14)
        case .array(let values):
            var result = Fingerprint(high: UInt64(values.count), low: 15)
            for (index, value) in values.enumerated() {
                result = combine(
                    result, fingerprint(of: value, rule: rule?.element(index), isExpected: isExpected))
            }
            return mix(result, tag: 15)
        case .object(let parameters):
            return mix(fingerprint(of: parameters, rule: rule, isExpected: isExpected), tag: 16)
        }
    }

    private func fingerprint(of number: Double) -> Fingerprint {
        if let name = number.nonFiniteName { return mix(hash(name), tag: 14) }
        if types != .exact, let integer = Int64(exactly: number) {
            return mix(Fingerprint(high: UInt64(bitPattern: integer), low: 0), tag: 12)
        }
        // 0.0 and -0.0 are equal, but have different bit patterns.
        return mix(Fingerprint(high: number == 0 ? 0 : number.bitPattern, low: 0), tag: 13)
    }

    /// Returns `fingerprint` mixed with `ruleSet`, the number of the rule with which `fingerprint` was computed.
    ///
    /// Without this number, two different events could have the same fingerprint because of different rules.
    func tagged(_ fingerprint: Fingerprint, ruleSet: Int) -> Fingerprint {
        mix(fingerprint, tag: 1_000 + UInt64(ruleSet))
    }

    // MARK: Mixing

    @inline(__always)
    private func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }

    @inline(__always)
    private func mix(_ value: Fingerprint, tag: UInt64) -> Fingerprint {
        Fingerprint(
            high: fold(value.high ^ secret.0, (value.low &+ tag) ^ secret.1),
            low: fold(value.low ^ secret.2, (value.high &+ tag) ^ secret.3))
    }

    @inline(__always)
    private func combine(_ left: Fingerprint, _ right: Fingerprint) -> Fingerprint {
        Fingerprint(
            high: fold(left.high ^ secret.2, right.high ^ secret.1) &+ left.low,
            low: fold(left.low ^ secret.0, right.low ^ secret.3) &+ right.high)
    }

    private func hash(_ text: String) -> Fingerprint {
        var text = text
        return text.withUTF8 { hash($0) }
    }

    @inline(__always)
    private func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Fingerprint {
        let count = bytes.count
        var state = Fingerprint(high: secret.0 ^ UInt64(count), low: secret.3)
        guard let base = bytes.baseAddress.map(UnsafeRawPointer.init) else { return state }
        if count >= 8 {
            var place = 0
            while place + 8 <= count {
                step(&state, base.loadUnaligned(fromByteOffset: place, as: UInt64.self))
                place += 8
            }
            // Hashes the last eight bytes, although some of them are already hashed.
            if place < count { step(&state, base.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)) }
        } else if count >= 4 {
            let first = base.loadUnaligned(as: UInt32.self)
            let last = base.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
            step(&state, UInt64(first) << 32 | UInt64(last))
        } else if count > 0 {
            step(&state, UInt64(bytes[0]) << 16 | UInt64(bytes[count >> 1]) << 8 | UInt64(bytes[count - 1]))
        }
        return state
    }

    @inline(__always)
    private func step(_ state: inout Fingerprint, _ word: UInt64) {
        state = Fingerprint(
            high: fold(state.high ^ word, secret.1), low: fold(state.low ^ word, secret.2) &+ state.high)
    }
}

extension Event {
    /// Returns the user of the event as a value, or `nil` if the comparison does not include the id of the user.
    ///
    /// A comparison includes the ids of users in events of the kinds `identify`, `group`, `alias` and `reset`. In events
    /// of other kinds, it includes them only if the rule says so. In a snapshot's rules, the path `user` means this
    /// value, as if the user were a parameter.
    func comparedUser(_ rule: ValueRule? = nil) -> EventValue? {
        kind.isIdentity || rule?.comparesUser == true ? user.map(EventValue.string) : nil
    }
}

extension EventKind {
    fileprivate var code: UInt64 {
        switch self {
        case .track: 1
        case .screen: 2
        case .identify: 3
        case .group: 4
        case .page: 5
        case .alias: 6
        case .reset: 7
        }
    }
}

/// The strictness with which a comparison distinguishes the types of values.
enum ValueTypes: Sendable {
    /// Values of different types are different.
    case exact
    /// An integer equals a number of the same value, because JavaScript and Foundation write 20.0 as 20.
    case looseNumbers
    /// As ``looseNumbers``, but a bool also equals its text. gtag.js, the SDK of GA4, sends a bool as text.
    case textBools
    /// As ``textBools``, but a number also equals its text. Some wire formats contain only text.
    case text

    /// Chooses the strictness for a comparison of events from two sources.
    ///
    /// If exactly one of the sources is a vendor's SDK, its wire format decides. Otherwise, the choice is ``exact``.
    init(between left: EventSource, _ right: EventSource) {
        switch (left.vendor, right.vendor) {
        case (_?, nil): self = left.typesOfWire
        case (nil, _?): self = right.typesOfWire
        default: self = .exact
        }
    }

    /// Whether values in an actual event's context can be parameters that the expected event has.
    var completesParameters: Bool { self != .exact }

    /// Returns the value that a comparison uses in place of a value.
    func compared(_ value: EventValue) -> EventValue {
        switch self {
        case .exact, .looseNumbers: value
        case .textBools: value.spelledBool ?? value
        case .text: value.withoutTextType
        }
    }

    /// Returns whether a text equals a value of another type that it spells.
    func equatesText(with value: EventValue) -> Bool {
        switch value {
        case .bool: self == .textBools || self == .text
        case .integer, .number: self == .text
        default: false
        }
    }
}

extension EventSource {
    /// Whether the events come from a wire format that cannot mark the types of all values.
    public var isUntyped: Bool { typesOfWire != .looseNumbers }

    /// The strictness for the vendor's wire format, which may contain values as text, so that their types are lost.
    ///
    /// In the format of Matomo, only the fields that the format defines as numbers or as JSON keep their types. The
    /// format of GA4 marks numbers, but contains booleans as texts or numbers.
    fileprivate var typesOfWire: ValueTypes {
        switch vendor {
        case "matomo": .text
        case "ga4": .textBools
        default: .looseNumbers
        }
    }
}

extension EventValue {
    /// The number or bool that the string represents, such as 9.5 for `"9.50"`; otherwise the value itself.
    fileprivate var withoutTextType: EventValue {
        guard let text = string else { return self }
        if let bool = spelledBool { return bool }
        // Ids with leading zeros, hexadecimal ids and ids with many digits remain strings, because two different ids
        // could represent the same number.
        if let integer = Int64(text), String(integer) == text { return .integer(integer) }
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy({ (0x30...0x39).contains($0) }) }),
            parts[0].first != 0x30 || parts[0].count == 1, digits.count <= 16
        else { return self }
        return Double(text).map { .number($0) } ?? self
    }

    /// The bool that the string represents, or `nil` if the value is not such a string.
    fileprivate var spelledBool: EventValue? {
        switch self {
        case .string("true"): .bool(true)
        case .string("false"): .bool(false)
        default: nil
        }
    }
}
