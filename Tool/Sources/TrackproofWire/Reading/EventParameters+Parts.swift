internal import Trackproof

extension EventParameters {
    /// These parameters, and those of `others` whose names they lack.
    func completed(with others: EventParameters) -> EventParameters {
        WireFields(self, at: "").rest(completedWith: others)
    }

    /// Those that `belongs` holds of, and the others.
    func divided(by belongs: (String) -> Bool) -> (those: EventParameters, others: EventParameters) {
        guard contains(where: { belongs($0.name) }) else { return (EventParameters(), self) }
        return WireFields(self, at: "").divided(by: belongs)
    }
}

extension [EventParameter] {
    /// Adds those whose names are not there yet.
    mutating func complete(with others: EventParameters) {
        let end = count
        // Nearly all lists are short; of long ones each name is not compared with each.
        if end * others.count < 4_096 {
            for other in others where self[..<end].place(of: other.name) == nil { append(other) }
        } else {
            let names = Set(map(\.name))
            append(contentsOf: others.filter { !names.contains($0.name) })
        }
    }
}

extension RandomAccessCollection<EventParameter> {
    /// Where the parameter of that name is. Lengths tell most names apart, and are cheap to compare.
    func place(of name: String) -> Index? {
        let length = name.utf8.count
        return firstIndex { $0.name.utf8.count == length && $0.name == name }
    }
}

extension String {
    /// Whether it begins with a dollar sign, as vendors' own names do.
    var hasDollar: Bool { utf8.first == UInt8(ascii: "$") }
}
