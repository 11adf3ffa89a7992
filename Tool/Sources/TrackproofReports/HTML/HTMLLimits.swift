/// The limits of the page. With them, the page opens at once and has less than 20 MB, whatever the report contains.
enum HTMLLimits {
    /// The maximum number of Unicode scalars of a text.
    static let text = 2_000
    /// The maximum number of Unicode scalars of a name, a path or a title.
    static let name = 300
    /// The maximum length of an event's parameters in a list of events, in Unicode scalars.
    static let listedParameters = 1_000
    /// The maximum depth of a value.
    static let depth = 32
    /// The maximum number of sections of the report.
    static let sections = 100
    /// The maximum number of parameters of a difference.
    static let parameters = 200
    /// The size of a difference, in bytes, after which the page leaves out the difference's other parameters.
    static let parameterBytes = 200_000
    /// The number of events before and after a difference.
    static let context = 2
    /// The maximum number of names in a list of owners, platforms or sources.
    static let names = 50
    /// The maximum length of a run's name in the table of events, in Unicode scalars.
    static let runName = 60
    /// The maximum number of rows in each `<tbody>` of the table of events.
    static let bodyRows = 100
    /// The maximum number of days, months or years in the chart of a finding.
    static let chartedPeriods = 180
    /// The maximum number of runs in the chart of the history.
    static let chartedRuns = 60
}

/// The budgets of the parts of a page.
struct HTMLBudgets {
    /// The sentences of the summary.
    var sentences = HTMLBudget(count: 30, bytes: 500_000)
    /// The failures of runs and comparisons.
    var failures = HTMLBudget(count: 200, bytes: 500_000)
    /// The runs.
    var runs = HTMLBudget(count: 200, bytes: 500_000)
    /// The pictures.
    var screenshots = HTMLBudget(count: 20, bytes: 10_000_000)
    /// The differences with all their parameters.
    var differences = HTMLBudget(count: 200, bytes: 4_000_000)
    /// The differences, one line each.
    var briefDifferences = HTMLBudget(count: 1_000, bytes: 1_000_000)
    /// The findings.
    var findings = HTMLBudget(count: 2_000, bytes: 2_000_000)
    /// The events in the coverage.
    var coverage = HTMLBudget(count: 2_000, bytes: 2_000_000)
    /// The parts of events in the coverage.
    var coverageCells = HTMLBudget(count: 20_000, bytes: 2_000_000)
    /// The rows of each table in the history.
    var history = HTMLBudget(count: 500, bytes: 300_000)
    /// The events of recordings.
    var events = HTMLBudget(count: 2_000, bytes: 3_000_000)
}

/// A number of items and a number of bytes that a part of a page can still add.
struct HTMLBudget {
    var count: Int
    var bytes: Int

    /// Takes an item from the budget.
    ///
    /// - Returns: Whether the item fits. If an item does not fit, no later item fits either, so that a list never has a
    ///   gap.
    mutating func take(_ item: HTML) -> Bool {
        guard count > 0, item.size <= bytes else {
            count = 0
            return false
        }
        count -= 1
        bytes -= item.size
        return true
    }
}

extension HTML {
    /// Appends an item for each element until the budget is used up.
    ///
    /// - Returns: The number of elements that are left out.
    mutating func append<Elements: Collection>(
        _ elements: Elements, within budget: inout HTMLBudget, _ item: (Elements.Element) -> HTML
    ) -> Int {
        var shown = 0
        for element in elements {
            guard budget.count > 0 else { break }
            let html = item(element)
            guard budget.take(html) else { break }
            self += html
            shown += 1
        }
        return elements.count - shown
    }

    /// Returns a note on what is left out and how to see it, or no markup if nothing is left out.
    static func note(leftOut count: Int, _ noun: StaticString) -> HTML {
        if count == 0 { return "" }
        return """
            <p class="note">\(count, noun) more \(count == 1 ? "is" : "are") not on this page. \
            To see everything, run <code>trackproof show FILE</code>.</p>

            """
    }
}
