import Trackproof

/// The narrowest shape that fits each value in a list.
///
/// From narrow to wide, the shapes are: bool, uuid, timestamp, a pattern, url, integer, number, string, any. A pattern
/// comes before url, because a pattern that fits URLs contains their common beginning and is therefore narrower.
struct NarrowestShape {
    /// The shape, or `nil` if one of the values is null. No shape fits null.
    let shape: VolatileShape?
    private let pattern: LearnedPattern?

    init(of values: [EventValue]) {
        if values.contains(.null) {
            (shape, pattern) = (nil, nil)
            return
        }
        let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
        let areTexts = texts.count == values.count
        let pattern = areTexts ? LearnedPattern(texts) : nil
        var candidates: [VolatileShape] = [.bool, .uuid]
        if Self.areCloseInTime(values) { candidates.append(.timestamp) }
        if let pattern { candidates.append(.pattern(pattern.pattern)) }
        // According to RFC 3986, `order:17` is a URL. So texts count as URLs here only if all of them contain `://`.
        if texts.allSatisfy({ $0.contains("://") }) { candidates.append(.url) }
        candidates += [.integer, .number, .string]
        shape =
            candidates.first { shape in
                let matcher = ShapeMatcher(shape)
                return values.allSatisfy(matcher.matches)
            } ?? .any
        if case .pattern? = shape { self.pattern = pattern } else { self.pattern = nil }
    }

    /// Returns whether one rule can be used for the values of both shapes.
    ///
    /// This is `true` if the shapes are equal, or if they are patterns with the same beginning and the same end.
    func isLike(_ other: NarrowestShape) -> Bool {
        guard let pattern, let theirs = other.pattern else { return shape == other.shape }
        return pattern.prefix == theirs.prefix && pattern.suffix == theirs.suffix
    }

    /// Returns whether the numbers in `values` can be times: they differ by at most a day.
    ///
    /// The user makes the recordings one after another, so times in them differ by at most a day. Random ten-digit
    /// numbers usually differ by more than that.
    private static func areCloseInTime(_ values: [EventValue]) -> Bool {
        let numbers = values.compactMap { value -> Double? in
            switch value {
            case .integer(let number): Double(number)
            case .number(let number): number
            default: nil
            }
        }
        guard let least = numbers.min(), let greatest = numbers.max() else { return true }
        let day = least < 1e11 ? 86_400.0 : 86_400_000
        return greatest - least <= day
    }
}
