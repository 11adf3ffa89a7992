import TestSupport
import Testing
import TrackproofPlans

@testable import TrackproofPlanning

/// Tests names in YAML that look the same. They are equal only if their Unicode scalars are.
struct TwinNameTests {
    @Test func namesInTwoUnicodeFormsAreTwoNames() throws {
        let text = "plan: 1\nevents:\n  caf\u{E9}: {}\n  cafe\u{301}: {}\n"
        let plan = try TrackingPlan(PlanNode(yaml: Array(text.utf8), file: "plan.yaml"))
        #expect(plan.events.map { $0.name.unicodeScalars.count } == [4, 5])
        let error = #expect(throws: PlanErrors.self) { try PlanFormatter.form(of: Array(text.utf8), file: "plan.yaml") }
        #expect(
            error?.description
                == "plan.yaml:3:3: the name differs from another name only in its Unicode form; rename one of them first"
        )
    }

    /// Tests all that read a file with its comments.
    @Test func filesWithNamesInTwoUnicodeFormsAreNotEdited() throws {
        let names = "caf\u{E9}: {type: event}\n  cafe\u{301}: {type: event}\n"
        let metrics = "# A comment.\n$schema: moz://mozilla.org/schemas/glean/metrics/2-0-0\nc:\n  \(names)"
        #expect(try Imported(.glean, ["m.yaml": metrics]).report.events.complete == 1)
        let folder = try TemporaryFolder()
        try folder.write("plan: 1\nevents:\n  1a: {}\n  \(names.replacing("type: event", with: ""))", to: "plan.yaml")
        let problems = try SwiftPlan(PlanFiles(path: folder.file("plan.yaml")).plan).problems
        #expect(throws: PlanErrors.self) { try SwiftNameEdits(problems) }
    }

    @Test(arguments: [
        ("a: 1\na: 2\n", ["f:2:1: \"a\" is given twice; the first is at f:1:1"]),
        (
            "é: 1\nb: 2\n'b': 3\né: 4\n",
            [
                "f:3:1: \"b\" is given twice; the first is at f:2:1",
                "f:4:1: \"é\" is given twice; the first is at f:1:1",
            ]
        ),
        ("x: {_a: 1, \"_a\": 2}", ["f:1:12: \"_a\" is given twice; the first is at f:1:5"]),
        ("1: a\n1: b\n", ["f:2:1: \"1\" is given twice; the first is at f:1:1"]),
        // Such a name cannot have a mark, so the error has one place.
        ("\"\\u0061\": 1\n\"\\u0061\": 2\n", ["f:1:1: \"a\" is given twice in one object"]),
        ("a: 1\na: 2\na: 3\n", ["f:1:1: \"a\" is given twice in one object"]),
    ])
    func aRepeatedNameHasBothPlaces(text: String, messages: [String]) {
        let error = #expect(throws: PlanErrors.self) { try PlanNode(yaml: Array(text.utf8), file: "f") }
        #expect(error?.list.map(\.description) == messages)
    }
}
