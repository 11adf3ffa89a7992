import Trackproof
import TrackproofPlanning
import TrackproofPlans
import TrackproofSnapshots

/// Fuzzes the reader of tracking plans and the checker.
///
/// The bytes up to the first zero byte are a plan, and the bytes after it are a recording. If the reader rejects the
/// plan, its errors must name lines of the plan. If it accepts the plan, each event is checked twice, and both checks
/// must have the same findings. The findings of the first checks are collected in one tally, and those of the second
/// checks in two tallies. These two tallies, merged in either order, must equal the first tally.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPlan(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    let text = Array(bytes.prefix { $0 != 0 })
    let plan: TrackingPlan
    do throws(PlanErrors) {
        plan = try TrackingPlan(json: text, file: "plan.json")
    } catch {
        let lines = text.count { $0 == 0x0A } + 1
        guard !error.list.isEmpty, error.list.allSatisfy({ 1...lines ~= $0.place.line && !$0.message.isEmpty }) else {
            fatalError("expected errors with places in \(lines) lines, got \(error)")
        }
        return 0
    }
    let events: [RecordedEvent]
    do {
        events = try Recording(bytes.drop { $0 != 0 }.dropFirst()).events
    } catch {
        return 0
    }
    check(events, PlanChecker(plan))
    return 0
}

private func check(_ events: [RecordedEvent], _ checker: PlanChecker) {
    let context = CheckContext(today: "2026-11-23")
    var whole = CheckTally()
    var halves = [CheckTally(), CheckTally()]
    for (index, event) in events.enumerated() {
        let place = EventPlace("r", number: index + 1)
        let findings = whole.check(event, checkedBy: checker, context, at: place).findings
        let again = halves[index % 2].check(event, checkedBy: checker, context, at: place).findings
        precondition(findings == again, "the first check found \(findings), the second \(again)")
        for finding in findings {
            precondition(!finding.expected.isEmpty && !finding.found.isEmpty, "the finding has no text: \(finding)")
        }
    }
    for order in [[0, 1], [1, 0]] {
        var merged = CheckTally()
        for index in order { merged.merge(halves[index]) }
        precondition(merged == whole, "merged \(merged), expected \(whole)")
    }
    precondition(!whole.text().isEmpty && !whole.json.isEmpty, "the tally has no text")
}
