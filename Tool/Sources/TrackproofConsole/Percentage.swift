import ArgumentParser

/// A share in percent, from 0 to 100. On the command line, a percent sign may follow the number.
package struct Percentage: ExpressibleByArgument, Sendable {
    /// The number, from 0 to 100.
    package let percent: Double

    package init?(argument: String) {
        guard let percent = Double(argument.hasSuffix("%") ? String(argument.dropLast()) : argument),
            0...100 ~= percent
        else { return nil }
        self.percent = percent
    }
}
