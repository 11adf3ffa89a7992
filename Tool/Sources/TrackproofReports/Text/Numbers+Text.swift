import TrackproofPlanning

extension Double {
    /// The number as text, without a fraction if the number is an integer.
    var shortText: String { self == rounded() && magnitude < 1e15 ? "\(Int(self))" : "\(self)" }

    /// The number of seconds, rounded to a millisecond.
    var wholeMilliseconds: Double {
        let rounded = (self * 1000).rounded() / 1000
        return rounded.isFinite ? rounded : self
    }

    /// The number of seconds in words, such as `1 min 12 s`, or `nil` if the number cannot be a duration.
    var durationText: String? {
        guard isFinite, self >= 0, self < 1e9 else { return nil }
        if self < 10 { return "\((self * 100).rounded() / 100) s" }
        let seconds = Int(rounded())
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3_600 { return "\(seconds / 60) min \(seconds % 60) s" }
        return "\(seconds / 3_600) h \(seconds / 60 % 60) min"
    }
}

extension Int {
    /// The number with a comma between thousands, such as `12,000`.
    var grouped: String {
        let digits = Array(String(magnitude))
        var text = self < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return text
    }

    /// Returns the number with a noun, such as `1 event` or `2 events`.
    func counted(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }
}

extension PlanCoverage.Ratio {
    /// The share in percent with one decimal place, such as 85.7. Rounding never produces 0 or 100.
    var roundedPercent: Double {
        if seen == total || seen == 0 { return percent }
        return min(max((percent * 10).rounded(.down) / 10, 0.1), 99.9)
    }

    /// The share as text, such as `85.7 %`.
    var percentText: String { "\(roundedPercent.shortText) %" }
}
