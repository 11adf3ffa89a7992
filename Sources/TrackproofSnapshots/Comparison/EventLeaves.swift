import Trackproof

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
