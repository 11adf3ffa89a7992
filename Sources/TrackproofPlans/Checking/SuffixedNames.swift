/// A search for an event by its name, to which an app can have appended suffixes.
///
/// The parts of a suffix have an order, and each part can be absent. With `device: [_phone, _tablet]` and
/// `period: [_daily]`, the event `tap` also has the names `tap_phone`, `tap_daily` and `tap_phone_daily`.
struct SuffixedNames: Sendable {
    private let table: NameTable
    /// For each event, the parts of its suffix, each with its texts in UTF-8.
    private let parts: [[[[UInt8]]]]
    /// The length of the longest name that can have a suffix, in bytes. 0 if no event has suffixes.
    private let longest: Int

    /// - Parameters:
    ///   - names: The names of all events of the plan, in the order of the plan.
    ///   - plan: The plan, or `nil` for a search that finds no events.
    init(_ names: [String], _ plan: TrackingPlan?) {
        table = NameTable(names)
        parts = (plan?.events ?? []).map { event in event.suffixes.map { $0.texts.map { Array($0.utf8) } } }
        longest = zip(names, parts).map { $1.isEmpty ? 0 : $0.utf8.count }.max() ?? 0
    }

    func index(of name: String) -> Int? {
        if let index = table.index(of: name) { return index }
        if longest == 0 { return nil }
        return Array(name.utf8).withUnsafeBufferPointer { index(ofLongerName: $0) }
    }

    /// Returns the index of the event whose name in UTF-8 is `name`, or whose name is its beginning.
    func index(ofBytes name: UnsafeBufferPointer<UInt8>) -> Int? {
        table.index(ofBytes: name, after: -1) ?? (longest == 0 ? nil : index(ofLongerName: name))
    }

    /// Returns the event with the longest name that is the beginning of `name`, if the rest is a suffix of this event.
    private func index(ofLongerName name: UnsafeBufferPointer<UInt8>) -> Int? {
        var length = min(name.count - 1, longest)
        while length > 0 {
            let start = UnsafeBufferPointer(rebasing: name[..<length])
            if let index = table.index(ofBytes: start, after: -1), isSuffix(name[length...], parts[index]) {
                return index
            }
            length -= 1
        }
        return nil
    }

    /// Returns whether a text consists of one text of each part, in the order of the parts, where parts can be absent.
    private func isSuffix(_ text: Slice<UnsafeBufferPointer<UInt8>>, _ parts: [[[UInt8]]]) -> Bool {
        // The positions up to which the parts so far can describe the text.
        var positions: Set<Int> = [text.startIndex]
        for texts in parts {
            let starts = positions
            for part in texts {
                for start in starts where text[start...].starts(with: part) { positions.insert(start + part.count) }
            }
        }
        return positions.contains(text.endIndex)
    }
}
