import Foundation
import Testing

@Suite("trackproof plan init", .timeLimit(.minutes(15)))
struct PlanInitTests {
    static let recording = """
        {"name":"purchase","parameters":{"price":19.99,"method":"card"}}
        {"name":"purchase","parameters":{"price":5,"method":"apple_pay"}}
        {"name":"purchase_sent","source":"provider:ga4"}

        """

    @Test func thePlanFitsTheRecording() async throws {
        let place = try Workplace()
        try place.write(Self.recording, to: "r.ndjson")
        let made = try await place.trackproof("plan", "init", "r.ndjson")
        #expect(made.errors == "trackproof: Tracking/plan.yaml: written from 2 events; next: trackproof plan lint\n")
        #expect(made.status == 0)
        #expect(
            try place.read("Tracking/plan.yaml").hasSuffix(
                """
                plan: 1
                events:
                  purchase:
                    parameters:
                      method: {type: string, required: true}  # seen in 2 of 2 events; 2 values so far: "apple_pay", "card"
                      price: {type: number, required: true}  # seen in 2 of 2 events

                """))
        let checked = try await place.trackproof("plan", "check", "r.ndjson")
        #expect(checked.output == "2 events as planned\n")
        let lint = try await place.trackproof("plan", "lint")
        #expect(lint.status == 0)
    }

    @Test func aPlanThatExistsIsNotReplaced() async throws {
        let place = try Workplace()
        try place.write(Self.recording, to: "r.ndjson")
        try place.write("plan: 1\n", to: "Tracking/plan.yaml")
        let outcome = try await place.trackproof("plan", "init", "r.ndjson")
        #expect(
            outcome.errors
                == "trackproof: Tracking/plan.yaml: exists already; name another file with --output\n")
        #expect(outcome.status == 73)
        #expect(try place.read("Tracking/plan.yaml") == "plan: 1\n")
    }

    @Test func anotherSource() async throws {
        let place = try Workplace()
        try place.write(Self.recording, to: "r.ndjson")
        let outcome = try await place.trackproof(
            "plan", "init", "r.ndjson", "--source", "provider:ga4", "--output", "-")
        #expect(outcome.output.hasSuffix("plan: 1\nevents:\n  purchase_sent: {}\n"))
        let none = try await place.trackproof("plan", "init", "r.ndjson", "--source", "wire:ga4")
        #expect(none.errors == "trackproof: the recordings have no events of the source `wire:ga4`\n")
        #expect(none.status == 66)
        #expect(!place.has("Tracking"))
    }

    @Test func withoutRecordingsThePlanHasAnExample() async throws {
        let place = try Workplace()
        let made = try await place.trackproof("plan", "init", "--output", "plan.yaml")
        #expect(
            made.errors
                == "trackproof: plan.yaml: written with an example; next: trackproof plan lint --plan plan.yaml\n")
        let lint = try await place.trackproof("plan", "lint", "--plan", "plan.yaml")
        #expect(lint.output == "plan.yaml: no findings\n")
        #expect(lint.status == 0)
    }
}
