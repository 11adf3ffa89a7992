/// The limits that keep the HTML report small: it opens at once and has less than 20 MB, whatever the report contains.
enum HTMLLimits {
    /// The maximum length of a text, such as a message, in Unicode scalars.
    static let text = 2_000
    /// The maximum length of a name, a path or a title, in Unicode scalars.
    static let name = 300
    /// The maximum length of an event's parameters in a list of events, in Unicode scalars.
    static let listedParameters = 1_000
    /// The maximum number of sections that the page shows.
    static let sections = 100
    /// The maximum number of parameters that the page shows for a difference.
    static let parameters = 200
    /// The size of a difference's table, in bytes. After this size, the page leaves out further parameters.
    static let parameterBytes = 200_000
    /// The number of events that the page shows before and after the event of a difference.
    static let context = 2
    /// The maximum number of names in a list of owners, platforms or sources.
    static let names = 50
    /// The maximum length of a run's name in the table of events, in Unicode scalars.
    static let runName = 60
    /// The maximum number of rows in each `<tbody>` of the table of events.
    static let bodyRows = 100
    /// The maximum number of days, months or years in the chart of a finding.
    static let chartedPeriods = 180
    /// The number of findings whose versions and days the page shows before a click.
    static let openFindings = 3
    /// The maximum number of runs in the chart of the history.
    static let chartedRuns = 60
}

/// The budgets of the parts of an HTML report: the items and bytes that each part can still add.
struct HTMLBudgets {
    var sentences = HTMLBudget(count: 30, bytes: 500_000)
    /// The budget for the failures of runs and comparisons.
    var failures = HTMLBudget(count: 200, bytes: 500_000)
    var runs = HTMLBudget(count: 200, bytes: 500_000)
    var screenshots = HTMLBudget(count: 20, bytes: 10_000_000)
    /// The budget for the differences that the page shows with all their parameters.
    var differences = HTMLBudget(count: 200, bytes: 4_000_000)
    /// The budget for the differences that the page shows on one line each.
    var briefDifferences = HTMLBudget(count: 1_000, bytes: 1_000_000)
    var findings = HTMLBudget(count: 2_000, bytes: 2_000_000)
    /// The budget for the rows in the table of the coverage. Each row is an event.
    var coverage = HTMLBudget(count: 2_000, bytes: 2_000_000)
    /// The budget for the cells in the column "Parts" of the coverage table.
    var coverageCells = HTMLBudget(count: 20_000, bytes: 2_000_000)
    /// The budget for the mistakes that mutation testing has planted.
    var mutants = HTMLBudget(count: 2_000, bytes: 2_000_000)
    /// The budget for each table in the history.
    var history = HTMLBudget(count: 500, bytes: 300_000)
    /// The budget for the events of all recordings.
    var events = HTMLBudget(count: 2_000, bytes: 3_000_000)
}

/// A number of items and a number of bytes that a part of a page can still add.
struct HTMLBudget {
    var count: Int
    var bytes: Int

    /// Subtracts an item from the budget, if the item fits.
    ///
    /// - Returns: Whether the item fits. After an item that does not fit, the method always returns `false`. Without
    ///   this rule, a list could have a gap.
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
    /// - Returns: The number of elements for which the budget was too small.
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

    /// Returns a note that says how many items are left out and how to see them, or no markup if `count` is 0.
    static func note(leftOut count: Int, _ noun: StaticString) -> HTML {
        if count == 0 { return "" }
        return """
            <p class="note">\(count, noun) \(count == 1 ? "is" : "are") not on this page. \
            To see everything, run <code>trackproof show FILE</code>.</p>

            """
    }
}
