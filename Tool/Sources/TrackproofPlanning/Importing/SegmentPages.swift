import TrackproofPlans
import TrackproofText

/// The pages of a plan, as the Public API of Segment returns them.
struct SegmentPages {
    /// The place of the rules of the first file.
    private(set) var first: PlanPlace?
    /// Whether a file has a plan without pages.
    private var isComplete = false
    /// The number of rules in the files.
    private var count = 0
    /// The number of rules in all pages, or `nil` if no page says it.
    private var total: Int?
    /// The place of the token for the next page, in the last page that was read.
    private var next: PlanPlace?
    private var hasLastPage = false

    /// Adds the rules of a file.
    ///
    /// - Parameter page: The member `pagination`, or `nil` if the file does not have it.
    /// - Throws: ``PlanErrors`` if the files have several plans.
    mutating func add(_ page: PlanNode?, _ rules: PlanNode) throws(PlanErrors) {
        if let first, isComplete || page == nil {
            throw PlanErrors(at: rules.place, "expected one tracking plan; the first is at \(first)")
        }
        first = first ?? rules.place
        isComplete = page == nil
        count += rules.elements.count
        if case .number(let number)? = page?["totalEntries"]?.content, let number = Int(number.text) {
            // A larger number would overflow when the report counts all events.
            total = min(max(total ?? 0, number), 1_000_000)
        }
        if let token = page?["next"], !token.isBlank { next = token.place } else { hasLastPage = true }
    }

    /// Reports the rules on pages that are not among the files.
    func reportAbsent(_ run: ImportRun) {
        let absent = max(0, (total ?? 0) - count)
        guard let next, !hasLastPage || absent > 0 else { return }
        let found = total.map { "the plan has \($0.counted("rule")), and the files have \(count)" } ?? ""
        run.lose("pages of the plan that the files do not contain", found, at: next, ConversionPath())
        run.countAbsentEvents(absent)
    }
}
