internal import Trackproof

extension RecordedEvent {
    /// The event, with a member `note` if it has integers beyond 64 bits: they are kept as the nearest number, since
    /// nobody can mend what came from a wire.
    var noted: RecordedEvent {
        guard event.parameters.hasHugeNumber || context?.hasHugeNumber == true else { return self }
        var paths: [String] = []
        event.parameters.appendHugeNumbers(to: &paths, at: "parameters")
        context?.appendHugeNumbers(to: &paths, at: "context")
        let more = paths.count > Self.mostPaths ? " and \(paths.count - Self.mostPaths) more" : ""
        var event = self
        event.unknown["note"] = .string(
            "beyond 64 bits, kept as the nearest number: "
                + paths.prefix(Self.mostPaths).joined(separator: ", ") + more)
        return event
    }

    private static let mostPaths = 5
}

extension EventParameters {
    fileprivate var hasHugeNumber: Bool { contains { $0.value.hasHugeNumber } }

    fileprivate func appendHugeNumbers(to paths: inout [String], at place: WirePlace) {
        for member in self { member.value.appendHugeNumbers(to: &paths, at: place.member(member.name)) }
    }
}

extension EventValue {
    fileprivate var hasHugeNumber: Bool {
        switch self {
        case .number(let number): number.magnitude >= 0x1p63
        case .array(let values): values.contains(where: \.hasHugeNumber)
        case .object(let members): members.hasHugeNumber
        default: false
        }
    }

    fileprivate func appendHugeNumbers(to paths: inout [String], at place: WirePlace) {
        switch self {
        case .number(let number):
            if number.magnitude >= 0x1p63 { paths.append(place.description) }
        case .array(let values):
            for (index, value) in values.enumerated() { value.appendHugeNumbers(to: &paths, at: place.item(index)) }
        case .object(let members): members.appendHugeNumbers(to: &paths, at: place)
        default: break
        }
    }
}
