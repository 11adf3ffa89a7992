import Testing
import Trackproof
import TrackproofTesting

/// Tests of the collector's page in a real browser. The browser needs most of the time.
@Suite(.serialized, .enabled(if: BrowserProcess.isAvailable), .timeLimit(.minutes(15)))
struct PageTests {
    static let segment = """
        {"writeKey":"k","batch":[
            {"type":"identify","messageId":"1","userId":"u-7","traits":{"plan":"family"}},
            {"type":"screen","messageId":"2","userId":"u-7","name":"Home","properties":{"tab":"for_you"}},
            {"type":"track","messageId":"3","userId":"u-7","event":"movie_tapped","properties":{"id":603}}]}
        """
    static let purchase = """
        [{"event":"purchase","properties":{"token":"t","distinct_id":"u-7","$insert_id":"p1",
            "order":9007199254740993,"seconds":42.0,"note":"a <b>bold</b> one"}}]
        """

    @Test("Events appear as they arrive, the newest first, and thousands of events have only a few rows")
    func arrivals() async throws {
        try await withPage { page, collector in
            try await page.until("document.querySelector('#connection').innerText === 'Live'")
            #expect(try await page.text(".begin h2") == "Waiting for the first event")
            #expect(try await page.text(".examples").contains(collector.address + "/segment"))
            try await collector.post("/segment/v1/batch", Self.segment)
            try await page.untilRows(3)
            let rows = try await page.rows()
            #expect(
                rows.map { Array($0[1...]) } == [
                    ["segment", "track", "movie_tapped", "u-7", "id: 603"],
                    ["segment", "screen", "Home", "u-7", "tab: \"for_you\""],
                    ["segment", "identify", "—", "u-7", "plan: \"family\""],
                ])
            try await collector.post("/mixpanel/track", Self.purchase)
            try await page.untilRows(4)
            #expect(try await page.names().first == "purchase")
            #expect(try await page.text("#count-events") == "4")
            // A paused page holds new events back until it continues.
            try await page.click("#pause")
            try await collector.track("during", "during")
            try await page.until("document.querySelector('#foot').innerText.startsWith('Paused, 2 more arrived.')")
            #expect(try await page.names().first == "purchase")
            try await page.click("#pause")
            try await page.untilRows(6)
            let line = #"{"name":"scrolled","parameters":{"to":1}}"# + "\n"
            for _ in 0..<60 { try await collector.post("/trackproof/v1/events", String(repeating: line, count: 100)) }
            try await collector.track("last")
            try await page.until("document.querySelector('#count-events').innerText === '6,007'")
            try await page.until("\(BrowserPage.rows)[0].innerText.includes('last')")
            let drawn = try await page.rows().count
            #expect((10...80).contains(drawn), "\(drawn)")
            #expect(try await page.text("#foot").contains("the page keeps the newest"))
        }
    }

    @Test("The page shows earlier events, and each event once")
    func backlog() async throws {
        try await withPage { page, collector in
            try await collector.track("one", "two")
            try await page.untilRows(2)
            // Without a plan, the page shows nothing about a plan.
            #expect(try await page.rows()[0].count == 6)
            for element in ["#tab-plan", "#plan-field"] {
                #expect(try await page.value("document.querySelector('\(element)').hidden") == .bool(true))
            }
            // This page got the events from its stream. The next page must load the same events from the store.
            try await page.go(to: collector.address + "/?")
            try await page.untilRows(2)
            try await collector.track("three")
            try await page.untilRows(3)
            #expect(try await page.names() == ["three", "two", "one"])
            // An address with an unknown session shows all sessions.
            try await page.go(to: collector.address + "/?again#session=tps_gone")
            try await page.untilNames(["three", "two", "one"])
            #expect(try await page.value("document.querySelector('#session').value").string == "")
            // Every tab and control fits the width of a phone.
            try await page.call(
                "Emulation.setDeviceMetricsOverride",
                ["width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": false])
            try await collector.post("/mixpanel/track", "{")
            try await page.until("document.querySelector('#count-rejected').innerText === '1'")
            let outside = try await page.value(
                """
                [...document.querySelectorAll("[role=tab], .bar *, .tools *")].filter((node) => {
                    const { left, right } = node.getBoundingClientRect();
                    return node.checkVisibility() && right > left && (left < 0 || right > innerWidth);
                }).map((node) => node.id || node.className)
                """)
            #expect(outside.array == [])
            #expect(try await page.value("document.documentElement.scrollWidth").integer == 390)
        }
    }

    @Test("The filter searches names, parameters, vendors and users; menus select kinds and vendors")
    func filter() async throws {
        try await withPage { page, collector in
            try await collector.post("/segment/v1/batch", Self.segment)
            try await collector.post("/mixpanel/track", Self.purchase)
            try await page.untilRows(4)
            for (text, expected) in [
                ("MOVIE", ["movie_tapped"]), ("for_you", ["Home"]), ("mixpanel", ["purchase"]),
                ("u-7 603", ["movie_tapped"]), ("", ["purchase", "movie_tapped", "Home", "—"]),
            ] {
                try await page.fill("#filter", text)
                try await page.untilNames(expected)
            }
            try await page.fill("#kind", "track")
            try await page.untilNames(["purchase", "movie_tapped"])
            try await page.fill("#vendor", "segment")
            try await page.untilNames(["movie_tapped"])
            try await page.fill("#filter", "nothing like it")
            try await page.until("document.querySelector('.table:not([hidden]) .none').checkVisibility()")
            // The filter applies to later events too.
            try await page.fill("#filter", "later")
            try await page.fill("#vendor", "")
            try await collector.track("sooner", "later")
            try await page.untilRows(1)
            #expect(try await page.names() == ["later"])
            #expect(try await page.text("#foot") == "1 of 6 shown")
        }
    }

    @Test("The details show exact parameter values and the original request")
    func details() async throws {
        try await withPage { page, collector in
            try await collector.post("/mixpanel/track?ip=0", Self.purchase)
            try await page.untilRows(1)
            try await page.click(".body .row")
            try await page.until("document.querySelector('.raw .code')")
            let members = try await page.value(
                "[...document.querySelector('.members').rows].map((row) => [...row.cells].map((c) => c.textContent).join('|'))"
            )
            #expect(
                members.array?.compactMap(\.string) == [
                    "order|integer|9007199254740993", "seconds|number|42.0", "note|string|a <b>bold</b> one",
                ])
            #expect(try await page.text(".raw .target") == "POST /mixpanel/track?ip=0")
            #expect(try await page.text(".raw .code").contains("\n      \"order\": 9007199254740993,\n"))
            try await page.click(".raw button")
            #expect(try await page.value("document.querySelector('.raw .code').textContent").string == Self.purchase)
            try await page.click(".raw summary")
            #expect(try await page.text(".raw .facts").contains("application/json"))
        }
    }

    @Test("Rejected items raise an alarm on their tab and in the title")
    func rejected() async throws {
        try await withPage { page, collector in
            try await page.until("document.querySelector('#connection').innerText === 'Live'")
            #expect(try await page.value("document.querySelector('.alarm') === null") == .bool(true))
            try await collector.post("/mixpanel/track", "{\"event\": ")
            try await collector.post(
                "/segment/v1/batch", #"{"batch":[{"type":"trakc","event":"a","userId":"u","messageId":"m"}]}"#)
            try await page.until("document.querySelector('#count-rejected').innerText === '2'")
            try await page.until("document.title === '(2 rejected) Trackproof'")
            #expect(try await page.value("document.querySelector('#tab-rejected').matches('.alarm')") == .bool(true))
            try await page.click("#tab-rejected")
            try await page.untilRows(2)
            let rows = try await page.rows()
            #expect(
                rows[0][1...] == [
                    "segment", "batch.0.type", "\"trakc\" is not one of track, screen, identify, group, page, alias",
                ])
            try await page.click(".rejected .body .row")
            try await page.until("document.querySelector('.raw .code')?.textContent.includes('trakc')")
        }
    }

    @Test("Items older than the newest 2,000 events are listed once, and the filter finds them")
    func olderItems() async throws {
        try await withPage(at: "/trackproof/page.css") { page, collector in
            try await collector.post("/mixpanel/track", "{\"event\": ")
            try await collector.track("needle", parameters: ["place": "Haystack"])
            try await collector.post("/segment/v1/batch", Self.segment)
            // The test sends 2,504 events, more than the page loads at first.
            let line = #"{"name":"scrolled"}"# + "\n"
            for _ in 0..<25 { try await collector.post("/trackproof/v1/events", String(repeating: line, count: 100)) }
            try await collector.post("/mixpanel/track", "[")
            try await page.go(to: collector.address)
            try await page.until("document.querySelector('#count-rejected').innerText === '2'")
            // The page shows the collector's count, not the number of events that it loaded.
            try await page.until("document.querySelector('#count-events').innerText === '2,504'")
            let foot = "2,000 of 2,504 shown; the page keeps the newest 2,000, and a filter finds older items"
            try await page.until("document.querySelector('#foot').innerText === '\(foot)'")
            try await page.click("#tab-rejected")
            try await page.untilRows(2)

            // The filter finds events that the page has not loaded.
            try await page.click("#tab-events")
            try await page.fill("#filter", "HAYSTACK needle")
            try await page.untilNames(["needle"])
            try await page.click(".body .row")
            try await page.until("document.querySelector('.raw .code')?.textContent.includes('Haystack')")
            try await page.fill("#filter", "segment")
            try await page.untilNames(["movie_tapped", "Home", "—"])
            try await page.fill("#filter", "")
            try await page.fill("#vendor", "segment")
            try await page.untilNames(["movie_tapped", "Home", "—"])
            try await page.fill("#kind", "screen")
            try await page.untilNames(["Home"])
            // The page adds a later event that fits the filter.
            let later = #"{"type":"screen","messageId":"9","userId":"u-7","name":"Home"}"#
            try await collector.post("/segment/v1/batch", #"{"batch":[\#(later)]}"#)
            try await page.untilNames(["Home", "Home"])
        }
    }

    @Test("An event can be copied as a snapshot and as a test")
    func copies() async throws {
        try await withPage { page, collector in
            let item = #"""
                {"type":"track","event":"a \"b\"\u200b","userId":"u","messageId":"1",
                "properties":{"id":603,"x":2.0,"n":null,"l":[1,"a",{}],"e":[]}}
                """#
            try await collector.post("/segment/v1/batch", #"{"batch":[\#(item)]}"#)
            try await page.untilRows(1)
            try await page.click(".body .row")
            try await page.until("document.querySelector('.raw .code')")
            try await page.value(
                "void (navigator.clipboard.writeText = async (text) => { window.copied = text; })")
            try await page.click("#details .row button:nth-child(2)")
            try await page.until("window.copied")
            #expect(
                try await page.value("copied").string == #"""
                    expectTracked("a \"b\"\u{200b}", ["id": 603, "x": 2.0, "n": .null, "l": .list(1, "a", .object([:])), \#
                    "e": .list([])], source: .wire("segment"))
                    """#)
            // This literal was copied from the page. It compiles, so a test can contain it.
            let pasted: ExpectedParameters = [
                "id": 603, "x": 2.0, "n": .null, "l": .list(1, "a", .object([:])), "e": .list([]),
            ]
            #expect(pasted.description == #"{id: 603, x: 2.0, n: null, l: [1, "a", {}], e: []}"#)
            try await page.value("void (window.copied = null)")
            try await page.click("#details .row button:nth-child(1)")
            try await page.until("window.copied")
            let snapshot = try #require(try await page.value("copied").string)
            #expect(try await collector.post("/trackproof/v1/verify", snapshot) == 200)
            #expect(
                try await collector.send("POST", "/trackproof/v1/verify", snapshot).text.hasPrefix(#"{"passed":true"#))
        }
    }
}
