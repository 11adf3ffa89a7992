import TrackproofPlanning
import TrackproofPlans

/// Fuzzes the reader of YAML plans, the formatter and the linter.
///
/// If the reader or the formatter rejects the text, its errors must name lines. If the formatter accepts the text,
/// formatting the result again must not change it. The formatter itself compares its result with the text. If a value
/// or a comment differs, it throws an error of a different type, which stops the process here. The linter must not
/// crash for a plan that the reader accepts.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPlanFile(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let node: PlanNode
    do throws(PlanErrors) {
        node = try PlanNode(yaml: bytes, file: "plan.yaml")
    } catch {
        check(error)
        return 0
    }
    let plan = plan(node)
    do {
        let form = try PlanFormatter.form(of: bytes, file: "plan.yaml")
        let again = try PlanFormatter.form(of: Array(form.utf8), file: "plan.yaml")
        precondition(again == form, "formatted as \(form), and again as \(again)")
    } catch let error as PlanErrors {
        check(error)
    } catch {
        fatalError("\(error)")
    }
    if let plan { _ = PlanLinter(plan, today: "2026-11-23").findings() }
    return 0
}

/// Returns the plan that a node describes, or `nil` if the node is not a plan.
private func plan(_ node: PlanNode) -> TrackingPlan? {
    do throws(PlanErrors) {
        return try TrackingPlan(node)
    } catch {
        check(error)
        return nil
    }
}

private func check(_ errors: PlanErrors) {
    precondition(
        !errors.list.isEmpty && errors.list.allSatisfy { $0.place.line >= 1 && !$0.message.isEmpty },
        "expected errors with places, got \(errors)")
}
