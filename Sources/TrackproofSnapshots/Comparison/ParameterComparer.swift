import Trackproof
import TrackproofPlatform

/// A comparer that finds the parameters in which two events differ.
struct ParameterComparer {
    let fingerprinter: Fingerprinter

    /// Returns the parameters in which two events differ.
    ///
    /// - Parameter rule: The rule of the expected event.
    func differences(expected: Event, actual: Event, rule: ValueRule?) -> [ParameterDifference] {
        var result: [ParameterDifference] = []
        let (expectedUser, actualUser) = (expected.comparedUser(rule), actual.comparedUser(rule))
        if expectedUser != nil || actualUser != nil {
            compare(expectedUser, actualUser, rule?.user, ParameterPath(["user"]), &result)
        }
        // The event's user is no parameter, although its path is equal to the path of a parameter called `user`.
        let start = result.count
        compare(expected.parameters, actual.parameters, rule, ParameterPath(), &result)
        // No two parameters of an event have names with the same scalars, so two paths that are equal here only look
        // the same.
        let groups = Dictionary(grouping: start..<result.count, by: { result[$0].path.skeleton })
        for places in groups.values where places.count > 1 {
            for place in places { result[place].hasLookalike = true }
        }
        return result
    }

    private func compare(
        _ expected: EventParameters, _ actual: EventParameters, _ rule: ValueRule?, _ path: ParameterPath,
        _ result: inout [ParameterDifference]
    ) {
        let actualValues = Dictionary(actual.map { (ExactText($0.name), $0.value) }, uniquingKeysWith: { $1 })
        for parameter in expected {
            let count = result.count
            compare(
                parameter.value, actualValues[ExactText(parameter.name)], rule?.member(parameter.name),
                path.appending(parameter.name), &result)
            guard result.count == count, rule?.acceptsPassedType(of: parameter.name, in: actual) == false,
                let type = rule?.passedTypes[parameter.name]
            else { continue }
            result.append(
                ParameterDifference(
                    path: path.appending(parameter.name).description, change: .passedType, expected: .string(type),
                    actual: actual.passedType(of: parameter.name).map(EventValue.string), isVolatile: false))
        }
        let expectedNames = expected.names
        for parameter in actual where !expectedNames.contains(ExactText(parameter.name)) {
            if rule?.ignores(parameter.name) ?? false { continue }
            compare(nil, parameter.value, nil, path.appending(parameter.name), &result)
        }
    }

    private func compare(
        _ expected: EventValue?, _ actual: EventValue?, _ rule: ValueRule?, _ path: ParameterPath,
        _ result: inout [ParameterDifference]
    ) {
        let words = expected == nil ? nil : rule?.words
        func report(_ change: ParameterDifference.Change) {
            result.append(
                ParameterDifference(
                    path: path.description, change: change, expected: words.map(EventValue.string) ?? expected,
                    actual: actual,
                    isVolatile: words != nil))
        }
        guard let expected else { return actual == nil ? () : report(.unexpected) }
        guard let actual else { return report(.missing) }
        if let test = rule?.test {
            if test.matches(actual) { return }
            return report(test.accepts(typeOf: actual) ? .value : .type)
        }
        switch (expected, actual) {
        case (.object(let expected), .object(let actual)):
            compare(expected, actual, rule, path, &result)
        case (.array(let expected), .array(let actual)):
            for index in 0..<max(expected.count, actual.count) {
                compare(
                    index < expected.count ? expected[index] : nil, index < actual.count ? actual[index] : nil,
                    rule?.element(index), path.appending(String(index)), &result)
            }
        default:
            let left = fingerprinter.fingerprint(of: expected, rule: nil, isExpected: true)
            if left == fingerprinter.fingerprint(of: actual, rule: nil, isExpected: false) { return }
            report(isSameType(expected, actual) ? .value : .type)
        }
    }
}

extension ParameterComparer {
    private func isSameType(_ left: EventValue, _ right: EventValue) -> Bool {
        switch (left, right) {
        case (.integer, .number), (.number, .integer): fingerprinter.types != .exact
        case (.string, let other) where other.string == nil, (let other, .string) where other.string == nil:
            fingerprinter.types.equatesText(with: other)
        default: left.typeName == right.typeName
        }
    }
}

/// The values inside an event that are not objects or arrays, as hashes that are fast to compare.
struct EventLeaves {
    struct Leaf {
        /// A hash of the path to the value.
        ///
        /// Unlike a fingerprint, this hash is the same in every process. The order of the leaves decides which events
        /// are paired, so it must not vary from run to run.
        let path: UInt64
        let value: Fingerprint
        /// A hash of the value as text. It is equal for `3` and `"3"`.
        let text: UInt64
    }

    /// The leaves, sorted by `path`.
    private(set) var leaves: [Leaf] = []

    /// - Parameter rule: The rule of the expected event. For an actual event, this is the rule of the expected event
    ///   with which it is compared.
    init(_ event: Event, _ rule: ValueRule?, _ fingerprinter: Fingerprinter, isExpected: Bool) {
        var found: [Leaf] = []
        func add(_ value: EventValue, _ rule: ValueRule?, _ path: UInt64) {
            let isSettled = rule?.test != nil
            switch value {
            // An object without any compared member is a leaf, like an empty object.
            case .object(let parameters)
            where !isSettled && parameters.contains(where: { rule?.ignores($0.name) != true }):
                add(parameters, rule, path)
            case .array(let values) where !isSettled && !values.isEmpty:
                for (index, value) in values.enumerated() {
                    add(value, rule?.element(index), Self.step(path, index))
                }
            default:
                found.append(
                    Leaf(
                        path: path, value: fingerprinter.fingerprint(of: value, rule: rule, isExpected: isExpected),
                        text: Self.textHash(value)))
            }
        }
        func add(_ parameters: EventParameters, _ rule: ValueRule?, _ path: UInt64) {
            for parameter in parameters where rule?.ignores(parameter.name) != true {
                add(parameter.value, rule?.member(parameter.name), Self.step(path, parameter.name))
            }
        }
        if let user = event.comparedUser(rule) { add(user, rule?.user, 1) }
        add(event.parameters, rule, 0)
        leaves = found.sorted { $0.path < $1.path }
    }

    private static func step(_ path: UInt64, _ name: String) -> UInt64 {
        name.utf8.reduce(mixed(path, 1)) { mixed($0, UInt64($1)) }
    }

    private static func step(_ path: UInt64, _ index: Int) -> UInt64 {
        mixed(mixed(path, 2), UInt64(index))
    }

    private static func textHash(_ value: EventValue) -> UInt64 {
        value.plainText.utf8.reduce(0) { mixed($0, UInt64($1)) }
    }

    /// Mixes a 64-bit number into a hash, as the hash function FNV-1a does (Fowler, Noll, Vo).
    ///
    /// Unlike FNV-1a, this function also shifts bits, so that all bits of the hash depend on the path even if the path
    /// is short.
    private static func mixed(_ state: UInt64, _ word: UInt64) -> UInt64 {
        let product = (state ^ word ^ 0xCBF2_9CE4_8422_2325) &* 0x100_0000_01B3
        return product ^ product >> 29
    }

    /// Returns the number of equal leaves, and the cost of all other leaves.
    ///
    /// A leaf costs 1 if only its type differs. It costs 2 if its value differs, or if only one of the events has a
    /// leaf with its path.
    func compare(_ other: EventLeaves) -> (equal: Int, cost: Int) {
        var (equal, cost) = (0, 0)
        var (left, right) = (0, 0)
        while left < leaves.count, right < other.leaves.count {
            let (one, two) = (leaves[left], other.leaves[right])
            if one.path == two.path {
                if one.value == two.value { equal += 1 } else { cost += one.text == two.text ? 1 : 2 }
                left += 1
                right += 1
            } else {
                cost += 2
                if one.path < two.path { left += 1 } else { right += 1 }
            }
        }
        return (equal, cost + 2 * (leaves.count - left + other.leaves.count - right))
    }

    private static func hash(_ leaf: Leaf) -> UInt64 {
        let product = (leaf.path ^ leaf.value.low).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }

    /// A hash of each leaf.
    var hashes: [UInt64] { leaves.map(Self.hash) }

    /// A hash of all leaves that does not depend on their order.
    var sum: UInt64 { hashes.reduce(0, &+) }

    /// The hash of all leaves, and for each leaf the hash of all other leaves.
    ///
    /// If two events have a common hash, they differ in at most one parameter.
    var keysWithoutOne: [UInt64] {
        let sum = sum
        return [sum] + hashes.map { sum &- $0 }
    }
}

extension EventValue {
    /// The value as text. It is equal for `3`, `3.0` and `"3"`, so that two values with this text differ only in type.
    var plainText: String {
        switch self {
        case .string(let text): text
        case .number(let number) where number == number.rounded() && abs(number) < 1e15: String(Int64(number))
        default: description
        }
    }
}
