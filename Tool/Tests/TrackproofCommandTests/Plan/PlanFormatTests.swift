import Foundation
import Testing

/// Tests which files `trackproof plan fmt` writes, and when it writes no file.
@Suite("trackproof plan fmt", .timeLimit(.minutes(15)))
struct PlanFormatTests {
    static let plan = "plan:   1\nevents:\n    a: {versions: {1: old/a.v1.yaml}} # a\n"
    static let form = "plan: 1\nevents:\n  a: {versions: {1: old/a.v1.yaml}}  # a\n"

    @Test func aFileInTheStableFormIsNotWritten() async throws {
        let place = try Workplace()
        try place.write("plan: 1\n", to: "Tracking/plan.yaml")
        let path = place.path + "/Tracking/plan.yaml"
        let before = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        #expect(try await place.trackproof("plan", "fmt").status == 0)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == before)
    }
}
