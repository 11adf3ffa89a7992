import TestSupport
import Testing
import Trackproof

/// Tests of the page of a collector with a tracking plan.
@Suite(.serialized, .enabled(if: BrowserProcess.isAvailable), .timeLimit(.minutes(15)))
struct PagePlanTests {
    private static let plan = """
        {
            "plan": 1, "owners": {"growth": []},
            "events": {
                "purchase": {
                    "owner": "growth",
                    "parameters": {"method": {"enum": ["card", "cash"]}, "price": {"type": "number", "required": true}}
                },
                "home": {"kind": "screen"}
            }
        }
        """

    @Test func eventsAreMarkedAndThePlanSaysWhatHasArrived() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.plan, to: "plan.json")
        try await withPage(["--plan", folder.file("plan.json")]) { page, collector in
            try await collector.track("purchase", parameters: ["method": "card", "price": 1.5])
            try await collector.track("purchase", parameters: ["method": "cheque", "price": 2])
            try await collector.track("zzz")
            try await page.untilRows(3)
            #expect(try await page.rows().map { $0[4] } == ["Unplanned", "Violating", "Planned"])
            try await page.fill("#plan", "violating")
            try await page.untilNames(["purchase"])
            try await page.value("document.querySelector('.grid.events').focus()")
            try await page.press(.down, .enter)
            try await page.until("document.querySelector('.raw .code')")
            #expect(
                try await page.text("#details .note.bad")
                    == "method (not-in-enum)\nexpected one of \"card\", \"cash\"\nfound \"cheque\"\nowner: growth")

            try await page.click("#tab-plan")
            try await page.until("document.querySelectorAll('#plan-events tbody tr').length === 2")
            #expect(try await page.text(".share") == "4 of 6 parts seen: events, parameters, values and variants")
            func cells(_ table: String) async throws -> [[String]] {
                let rows = try await page.value(
                    """
                    [...document.querySelectorAll('#\(table) tbody tr')]
                        .map((row) => [...row.children].map((cell) => cell.textContent))
                    """)
                return rows.array?.map { $0.array?.compactMap(\.string) ?? [] } ?? []
            }
            #expect(
                try await cells("plan-events") == [
                    ["purchase", "track", "growth", "2", "1", #"method = "cash""#],
                    ["home", "screen", "", "0", "0", "the event"],
                ])
            #expect(try await cells("plan-unplanned") == [["zzz", "1"]])
            // The panel updates when another event arrives.
            _ = try await collector.post("/trackproof/v1/events", #"{"kind":"screen","name":"home"}"#)
            try await page.until("document.querySelector('.share').innerText.startsWith('5 of 6')")
        }
    }
}
