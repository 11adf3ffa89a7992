import TestSupport
import Testing
import Trackproof
import TrackproofJSON

/// Tests that the page shows events of any size, and says what it leaves out. The browser needs most of the time.
@Suite(.serialized, .enabled(if: BrowserProcess.isAvailable), .timeLimit(.minutes(15)))
struct PageSizeTests {
    private func open(_ page: BrowserPage, _ name: String) async throws {
        try await page.fill("#filter", name)
        try await page.untilNames([name])
        try await page.click(".body .row")
        try await page.until("document.querySelector('.raw .code')")
    }

    @Test("An event with very many parameters is cut, and the page says so")
    func manyParameters() async throws {
        try await withPage { page, collector in
            let count = rounds(20_000, deep: 100_000)
            let rest = count == 20_000 ? "19,500" : "99,500"
            let parameters = EventParameters((0..<count).map { EventParameter("p\($0)", .integer(Int64($0))) })
            try await collector.track("wide", parameters: parameters)
            try await open(page, "wide")
            #expect(try await page.value("document.querySelectorAll('.members tr').length").integer == 501)
            #expect(try await page.text(".members tr:nth-child(500) th") == "p499")
            #expect(try await page.text(".members tr.cut") == "\(rest) more are not shown.")
            // The filter searches all parameters, and the body has all of them, up to its own limit.
            try await page.fill("#filter", "p\(count - 1)")
            try await page.untilNames(["wide"])
            #expect(try await page.text(".raw .code").contains("more characters"))

            let snapshot = #"{"snapshot":1,"events":[{"name":"wide","parameters":{}}]}"#
            try await page.click("#tab-compare")
            try await page.fill("#snapshot", snapshot)
            try await page.click("#run")
            try await page.until("document.querySelector('.changes .cut')")
            #expect(try await page.text(".changes .cut") == "\(rest) more are not shown.")
        }
    }

    @Test("Long texts are cut, and values in values are shown at any depth")
    func largeValues() async throws {
        try await withPage { page, collector in
            try await collector.track(
                "long", parameters: ["text": .string(String(repeating: "é", count: 520_000)), "after": 1])
            var deep = EventValue.integer(1)
            for _ in 0..<60 { deep = .array([.object(["in": deep])]) }
            try await collector.track("deep", parameters: ["value": deep])
            // The collector refuses a body whose depth exceeds its limit of 128. The page shows the body as it arrived.
            let depth = 100_000
            try await collector.post("/mixpanel/track", String(repeating: "[", count: depth))
            try await open(page, "long")
            #expect(try await page.text(".members tr:nth-child(1) td.value").hasSuffix("… 500,000 more characters"))
            #expect(try await page.text(".members tr:nth-child(2) td.value") == "1")
            try await open(page, "deep")
            #expect(try await page.text(".members td.value").contains("\"in\": ["))
            try await page.fill("#filter", "")
            try await page.click("#tab-rejected")
            try await page.click(".rejected .body .row")
            try await page.until("document.querySelector('.raw .code')?.textContent.startsWith('[[[')")
        }
    }

    @Test("Many events, vendors and sessions leave the page quick")
    func manyEvents() async throws {
        try await withPage { page, collector in
            let count = rounds(1_000, deep: 10_000)
            for start in stride(from: 0, to: count, by: 500) {
                let lines = (start..<start + 500).map {
                    #"{"name":"e\#($0)","source":"provider:v\#($0 % 1_000)"}"# + "\n"
                }
                try await collector.post("/trackproof/v1/events", lines.joined())
            }
            try await page.until(
                "document.querySelector('#count-events').innerText.replace(',', '') === '\(count)'")
            try await page.until("\(BrowserPage.rows)[0].innerText.includes('e\(count - 1)')")
            #expect(try await page.value("document.querySelectorAll('#source option').length").integer == 501)
            try await page.fill("#filter", "e\(count - 2)")
            try await page.untilNames(["e\(count - 2)"])
            for number in 0..<510 {
                let name = #"{"name":"session \#(number)"}"#
                #expect(try await collector.send("POST", "/trackproof/v1/sessions", name).status == 201)
            }
            try await page.click("#tab-sessions")
            try await page.until("document.querySelector('.cards .cut')?.innerText === '11 more are not shown.'")
            #expect(try await page.value("document.querySelectorAll('.card').length").integer == 500)
        }
    }
}
