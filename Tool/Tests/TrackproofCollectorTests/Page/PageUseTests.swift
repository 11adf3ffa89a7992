import TestSupport
import Testing
import Trackproof

/// Tests of the actions of a user on the collector's page. The browser needs most of the time.
@Suite(.serialized, .enabled(if: BrowserProcess.isAvailable), .timeLimit(.minutes(15)))
struct PageUseTests {
    @Test("The keyboard reaches every control, and the focus is never lost")
    func keyboard() async throws {
        try await withPage { page, collector in
            try await collector.track("first", "second", "third", "other")
            try await page.untilRows(4)
            let focus = "document.activeElement"
            try await page.press(.slash)
            #expect(try await page.value("\(focus).id").string == "filter")
            try await page.type("ir")
            try await page.untilRows(2)
            try await page.press(.escape)
            #expect(try await page.value("\(focus).getAttribute('role')").string == "grid")
            let active = "document.getElementById(\(focus).getAttribute('aria-activedescendant'))"
            try await page.press(.down, .down)
            #expect(try await page.value("\(active).children[3].textContent").string == "first")
            try await page.press(.up)
            #expect(try await page.value("\(active).children[3].textContent").string == "third")
            #expect(try await page.value("\(active).getAttribute('aria-selected')").string == "true")
            try await page.press(.enter)
            try await page.until("document.querySelector('.raw .code')")
            #expect(try await page.text("#details h2") == "third")
            #expect(try await page.value("\(focus).innerText").string == "Close")
            try await page.press(.escape)
            #expect(try await page.value("document.querySelector('#details').hidden") == .bool(true))
            #expect(try await page.value("\(focus).getAttribute('role')").string == "grid")
            // The Tab key visits the controls in their order. Each control has a label and a visible focus.
            try await page.value("document.querySelector('#session').focus()")
            var reached: [String] = []
            for _ in 0..<7 {
                reached.append(try await page.value("\(focus).id || \(focus).getAttribute('role')").string ?? "")
                #expect(
                    try await page.value(
                        "\(focus).matches(':focus-visible') && !!(\(focus).labels?.length || \(focus).innerText || \(focus).ariaLabel)"
                    )
                        == .bool(true), "\(reached)")
                try await page.press(.tab)
            }
            #expect(reached == ["session", "download", "tab-events", "filter", "vendor", "kind", "pause"])
            try await page.value("document.querySelector('#tab-events').focus()")
            try await page.press(.right)
            #expect(try await page.value("\(focus).id + \(focus).ariaSelected").string == "tab-rejectedtrue")
        }
    }

    @Test("A session can be opened, shown alone, reset and removed")
    func sessions() async throws {
        try await withPage { page, collector in
            try await collector.track("of the default session")
            try await page.untilRows(1)
            try await page.click("#tab-sessions")
            try await page.fill("#new-session", "checkout test")
            try await page.click("#panel-sessions .primary")
            try await page.until("document.querySelectorAll('.card[id^=session-tps_]').length === 1")
            let card = "#panel-sessions .card[id^=session-tps_]"
            let address = try await page.text("\(card) code")
            try #require(address.hasPrefix(collector.address + "/s/tps_"))
            let path = String(address.dropFirst(collector.address.count))
            try await collector.track("of the new one", session: path)
            try await page.until("document.querySelector('\(card)').innerText.includes('1 event')")
            try await page.click("\(card) [data-action^=Show]")
            try await page.untilRows(1)
            #expect(try await page.names() == ["of the new one"])
            #expect(
                try await page.value("document.querySelector('#session').selectedOptions[0].text").string
                    == "checkout test")
            // One export can contain the events of all sessions.
            let all = try await collector.send("GET", "/trackproof/v1/export?all=true").text
            #expect(all.split(separator: "\n").count == 3)
            #expect(!all.contains(#""seq""#))
            // The address contains the session, so the page shows this session again, without events of other sessions.
            try await page.go(to: "\(collector.address)/?\(try await page.value("location.hash").string ?? "")")
            try await page.untilNames(["of the new one"])
            try await collector.track("of the default session")
            try await collector.track("again", session: path)
            try await page.untilRows(2)
            #expect(try await page.names() == ["again", "of the new one"])

            try await page.click("#tab-sessions")
            try await page.click("\(card) [data-action^=Reset]")
            try await page.until("document.querySelector('#question').open")
            try await page.click("#question [value=no]")
            #expect(try await page.text("#count-events") == "2")
            try await page.click("\(card) [data-action^=Reset]")
            try await page.click("#question [value=yes]")
            try await page.until("document.querySelector('\(card)').innerText.includes('0 events')")
            try await page.until("document.querySelector('#count-events').innerText === '0'")

            try await page.click("\(card) [data-action^=Remove]")
            try await page.click("#question [value=yes]")
            try await page.until("document.querySelectorAll('.card[id^=session-]').length === 1")
            try await page.click("#tab-events")
            try await page.untilRows(2)
            #expect(try await page.names() == ["of the default session", "of the default session"])
        }
    }

    @Test("Differences from a snapshot are listed, and disappear as events arrive")
    func compare() async throws {
        try await withPage { page, collector in
            try await collector.track("opened")
            try await collector.track("bought", parameters: ["price": 20])
            try await page.untilRows(2)
            try await page.click("#tab-compare")
            try await page.fill(
                "#snapshot",
                #"{"snapshot":1,"events":[{"name":"opened"},{"name":"bought","parameters":{"price":10}},{"name":"closed"}]}"#
            )
            try await page.click("#run")
            try await page.until("document.querySelectorAll('.difference').length === 2")
            #expect(try await page.text("#result .note") == "2 differences; 1 event as expected.")
            let change = try await page.value(
                "[...document.querySelector('[data-kind=changed] tbody').rows[0].cells].map((cell) => cell.textContent)"
            )
            #expect(change.array?.compactMap(\.string) == ["price", "10", "20"])
            #expect(try await page.text("[data-kind=missing] h3") == "Missing closed")
            try await page.click("#result summary")
            #expect(try await page.text("#result pre").contains("closed"))

            try await page.fill(
                "#snapshot",
                #"{"snapshot":1,"events":[{"name":"opened"},{"name":"bought","parameters":{"price":20}},{"name":"closed"}]}"#
            )
            try await page.click("#live")
            try await page.until("document.querySelectorAll('.difference').length === 1")
            try await collector.track("closed")
            try await page.until("document.querySelector('#result .note').innerText === 'As expected: 3 events.'")

            try await page.fill("#snapshot", "{")
            try await page.click("#run")
            try await page.until(
                "document.querySelector('#result .note').innerText.startsWith('Comparison failed: snapshot')")
        }
    }

    @Test("Every text has enough contrast in light and dark mode")
    func schemes() async throws {
        try await withPage { page, collector in
            try await collector.post("/segment/v1/batch", PageTests.segment)
            try await collector.post("/mixpanel/track", "{")
            try await page.untilRows(3)
            try await page.click(".body .row")
            try await page.until("document.querySelector('.raw .code')")
            for scheme in ["light", "dark"] {
                try await page.prefer(scheme)
                let background = try await page.value(
                    "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)")
                try #expect((#require(background.array?.first?.integer) > 128) == (scheme == "light"))
                for tab in ["events", "rejected", "compare", "sessions"] {
                    try await page.click("#tab-\(tab)")
                    try await page.until("document.querySelector('#tab-\(tab)').ariaSelected === 'true'")
                    #expect(try await page.value(Self.textsOfLowContrast).array == [], "\(scheme), \(tab)")
                }
            }
        }
    }

    /// A script that returns the texts whose contrast is below WCAG level AA, 4.5:1.
    ///
    /// Source: <https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio>
    private static let textsOfLowContrast = """
        (() => {
            const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
            const rgba = (color) => {
                canvas.clearRect(0, 0, 1, 1);
                canvas.fillStyle = color;
                canvas.fillRect(0, 0, 1, 1);
                return [...canvas.getImageData(0, 0, 1, 1).data];
            };
            const light = (color) => {
                const [r, g, b] = rgba(color).map((v) => v / 255).map((v) => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
                return .2126 * r + .7152 * g + .0722 * b;
            };
            const ground = (node) => {
                for (; node; node = node.parentElement) {
                    const color = getComputedStyle(node).backgroundColor;
                    if (rgba(color)[3] === 255) return color;
                }
                return "white";
            };
            return [...document.querySelectorAll("body *")]
                .filter((node) => node.checkVisibility() && [...node.childNodes].some((c) => c.nodeType === 3 && c.data.trim()))
                .map((node) => {
                    const [a, b] = [light(getComputedStyle(node).color), light(ground(node))].sort((x, y) => y - x);
                    return [(a + .05) / (b + .05), node];
                })
                .filter(([contrast]) => contrast < 4.5)
                .map(([contrast, node]) => `${contrast.toFixed(2)} ${node.className} ${node.textContent.slice(0, 40)}`);
        })()
        """

    @Test("The page reconnects to a restarted collector and shows each event once")
    func reconnect() async throws {
        try await withFolder { folder in
            try await BrowserProcess.run { browser in
                var page: BrowserPage?
                var port = "0"
                try await BrowserCollector.run(in: folder) { collector in
                    port = try #require(collector.address.split(separator: ":").last.map(String.init))
                    let opened = try await BrowserPage(browser, at: collector.address)
                    try await collector.track("before")
                    try await opened.untilRows(1)
                    page = opened
                }
                let opened = try #require(page)
                try await opened.until("document.querySelector('#connection').innerText === 'Reconnecting'")
                try await BrowserCollector.run(in: folder, port: port) { collector in
                    try await collector.track("after")
                    try await opened.until("document.querySelector('#connection').innerText === 'Live'")
                    try await opened.untilRows(2)
                    #expect(try await opened.names() == ["after", "before"])
                }
                // A new store counts ids from 1, so the page has already seen an event with the id of this store's
                // first event.
                try await withFolder { other in
                    try await BrowserCollector.run(in: other, port: port) { collector in
                        try await collector.track("elsewhere")
                        try await opened.untilRows(3)
                        #expect(try await opened.names().first == "elsewhere")
                    }
                }
                #expect(browser.problems.isEmpty)
            }
        }
    }
}
