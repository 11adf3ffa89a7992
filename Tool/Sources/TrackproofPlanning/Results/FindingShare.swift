import Foundation
package import Trackproof
package import TrackproofJSON

/// The number of events that have a finding, among the events that can have it.
package struct FindingShare: Sendable, Hashable {
    /// The number of events that have the finding.
    package let found: Int
    /// The number of events with the finding's name, at least 1.
    package let all: Int

    /// Creates a share from two numbers of events.
    package init(found: Int, all: Int) {
        self.found = found
        self.all = max(all, found, 1)
    }

    /// The share, from 0 to 1.
    package var value: Double { Double(found) / Double(all) }

    /// Returns whether the share has risen by more than chance explains, and by so much that it matters.
    ///
    /// The share has risen if it is at least twice the earlier share, or at least 5 percentage points higher. In addition,
    /// Fisher's exact test must say that with equal shares, such a difference has a probability below 0.0001.
    package func isRise(from earlier: FindingShare) -> Bool {
        guard value >= 2 * earlier.value || value >= earlier.value + 0.05, value > earlier.value else { return false }
        return probability(after: earlier) < 1e-4
    }

    /// Returns the probability that at least ``found`` of the findings are among ``all`` events, if the findings are
    /// distributed at random over the events of both shares.
    private func probability(after earlier: FindingShare) -> Double {
        func logarithmOfFactorial(_ number: Double) -> Double { lgamma(number + 1) }
        func logarithmOfChoices(_ number: Double, of all: Double) -> Double {
            logarithmOfFactorial(all) - logarithmOfFactorial(number) - logarithmOfFactorial(all - number)
        }
        let (drawn, others) = (Double(all), Double(earlier.all))
        let marked = Double(found) + Double(earlier.found)
        var count = Double(found)
        var term = exp(
            logarithmOfChoices(count, of: marked) + logarithmOfChoices(drawn - count, of: drawn + others - marked)
                - logarithmOfChoices(drawn, of: drawn + others))
        var sum = term
        // The terms become smaller from here on, because the share is above the mean of both shares.
        while count < min(marked, drawn), term > sum * 1e-9 {
            term *= (marked - count) * (drawn - count) / ((count + 1) * (others - marked + count + 1))
            sum += term
            count += 1
        }
        return sum
    }
}

extension FindingShare {
    /// The share as members of a JSON object: `{"events": 2, "of": 158}`.
    package var members: EventParameters { ["events": found, "of": all] }

    /// Reads the share from the JSON object that ``members`` describes.
    package init(_ object: DocumentObject) throws(DocumentError) {
        self.init(found: try object.count("events"), all: try object.count("of"))
    }
}
