/// A search for an event by its name, to which an app can have appended suffixes.
///
/// The parts of a suffix have an order, and a part can be absent unless it is required. With `device: [_phone, _tablet]`
/// and `period: [_daily]`, the event `tap` also has the names `tap_phone`, `tap_daily` and `tap_phone_daily`.
struct SuffixedNames: Sendable {
    /// A part of a suffix, with its texts in UTF-8.
    private struct Part {
        let texts: [[UInt8]]
        let isRequired: Bool
    }

    private let table: NameTable
    /// For each event, the parts of its suffix.
    private let parts: [[Part]]
    /// For each event, whether its name alone is not a name that apps send, because a part is required.
    private let needsSuffix: [Bool]
    /// The length of the longest name that can have a suffix, in bytes. 0 if no event has suffixes.
    private let longest: Int

    /// - Parameters:
    ///   - names: The names of all events of the plan, in the order of the plan.
    ///   - plan: The plan, or `nil` for a search that finds no events.
    init(_ names: [String], _ plan: TrackingPlan?) {
        table = NameTable(names)
        parts = (plan?.events ?? []).map { event in
            event.suffixes.map { Part(texts: $0.texts.map { Array($0.utf8) }, isRequired: $0.isRequired) }
        }
        needsSuffix = parts.map { $0.contains(where: \.isRequired) }
        longest = zip(names, parts).map { $1.isEmpty ? 0 : $0.utf8.count }.max() ?? 0
    }

    /// Returns the index of the event with this name, if it lacks a required part.
    func indexWithoutSuffix(of name: String) -> Int? { table.index(of: name).flatMap { needsSuffix[$0] ? $0 : nil } }

    func index(of name: String) -> Int? {
        if let index = table.index(of: name), !needsSuffix[index] { return index }
        if longest == 0 { return nil }
        return Array(name.utf8).withUnsafeBufferPointer { index(ofLongerName: $0) }
    }

    /// Returns the index of the event whose name in UTF-8 is `name`, or whose name is its beginning.
    func index(ofBytes name: UnsafeBufferPointer<UInt8>) -> Int? {
        if let index = table.index(ofBytes: name, after: -1), !needsSuffix[index] { return index }
        return longest == 0 ? nil : index(ofLongerName: name)
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

    /// Returns whether a text consists of one text of each part, in the order of the parts. A part that is not required
    /// can be absent.
    private func isSuffix(_ text: Slice<UnsafeBufferPointer<UInt8>>, _ parts: [Part]) -> Bool {
        // The positions up to which the parts so far can describe the text.
        var positions: Set<Int> = [text.startIndex]
        for part in parts {
            let starts = positions
            if part.isRequired { positions = [] }
            for own in part.texts {
                for start in starts where text[start...].starts(with: own) { positions.insert(start + own.count) }
            }
        }
        return positions.contains(text.endIndex)
    }
}
