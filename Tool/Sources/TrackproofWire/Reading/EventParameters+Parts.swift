import Trackproof

extension EventParameters {
    /// Returns these parameters, followed by the parameters of `others` whose names do not occur in these parameters.
    func completed(with others: EventParameters) -> EventParameters {
        WireFields(self, at: "").rest(completedWith: others)
    }

    /// Divides the parameters into those whose names satisfy `belongs`, and all other parameters.
    func divided(by belongs: (String) -> Bool) -> (those: EventParameters, others: EventParameters) {
        guard contains(where: { belongs($0.name) }) else { return (EventParameters(), self) }
        return WireFields(self, at: "").divided(by: belongs)
    }
}

extension [EventParameter] {
    /// Adds the parameters of `others` whose names are not in this list yet.
    mutating func complete(with others: EventParameters) {
        let end = count
        // Nearly all lists are short. For long lists, a set of names is faster than a comparison of every two names.
        if end * others.count < 4_096 {
            for other in others where self[..<end].place(of: other.name) == nil { append(other) }
        } else {
            let names = Set(map(\.name))
            append(contentsOf: others.filter { !names.contains($0.name) })
        }
    }
}

extension RandomAccessCollection<EventParameter> {
    /// Returns the index of the parameter with a name.
    ///
    /// The search compares lengths first: most names differ in length, and lengths are cheap to compare.
    func place(of name: String) -> Index? {
        let length = name.utf8.count
        return firstIndex { $0.name.utf8.count == length && $0.name == name }
    }
}

extension String {
    /// Whether the string begins with a dollar sign, as the names of vendors' own events and properties do.
    var hasDollar: Bool { utf8.first == UInt8(ascii: "$") }
}
