import TestSupport
import Testing
import Trackproof
import TrackproofJSON

/// Tests that the page shows input from outside as text, and that its content security policy would block scripts.
@Suite(.serialized, .enabled(if: BrowserProcess.isAvailable), .timeLimit(.minutes(15)))
struct PageSafetyTests {
    @Test("Hostile input is shown as text and runs no code")
    func hostile() async throws {
        try await withPage { page, collector in
            let names = [
                "<img src=x onerror=\"window.hacked=1\">", "</script><script>window.hacked=2</script>",
                "\" onfocus=\"window.hacked=3\" autofocus x=\"", "javascript:window.hacked=4", "gnp.exe\u{202E}abc",
            ]
            for name in names {
                let parameters: EventParameters = [
                    "<svg onload=window.hacked=5>": "<iframe srcdoc='<script>top.hacked=6</script>'>",
                    "__proto__": EventValue.object(["polluted": true]),
                    "long": EventValue.string(String(repeating: "<b>", count: 33_334)),
                ]
                try await collector.track(name, parameters: parameters)
            }
            // Names of sessions, names of fields and reasons also come from outside.
            let session = #"{"name":"<img src=x onerror=window.hacked=7>"}"#
            #expect(try await collector.send("POST", "/trackproof/v1/sessions", session).status == 201)
            try await collector.post(
                "/segment/v1/batch",
                #"{"batch":[{"type":"<img src=x onerror=window.hacked=8>","event":"a","userId":"u","messageId":"m"}]}"#)
            try await page.untilRows(5)
            #expect(try await page.names() == ["gnp.exe\\u{202e}abc"] + names.dropLast().reversed())
            for index in names.indices {
                try await page.click("#events-\(index)")
                try await page.until("document.querySelector('.raw .code')")
                #expect(try await page.text(".details").contains("<svg onload=window.hacked=5>"))
            }
            for tab in ["rejected", "sessions", "compare", "retries", "events"] { try await page.click("#tab-\(tab)") }
            try await page.click("#tab-rejected")
            try await page.click(".rejected .body .row")
            try await page.until("document.querySelector('.raw .code')")
            try await page.fill(
                "#snapshot", #"{"snapshot":1,"events":[{"name":"<img src=x onerror=window.hacked=9>"}]}"#)
            try await page.click("#run")
            try await page.until("document.querySelector('.difference')")
            #expect(try await page.value("typeof window.hacked").string == "undefined")
            #expect(try await page.value("typeof ({}).polluted").string == "undefined")
            #expect(
                try await page.value("document.querySelectorAll('img, svg, iframe, script:not([src])').length")
                    == .integer(0))
        }
    }

    @Test("The content security policy blocks foreign scripts, styles and connections")
    func policy() async throws {
        try await withPage { page, collector in
            try await page.value(
                """
                (() => {
                    const script = document.createElement("script");
                    script.textContent = "window.ran = 1";
                    document.body.append(script);
                    document.body.insertAdjacentHTML("beforeend", "<img id=probe src=data:, onerror='window.ran = 2'>");
                    document.getElementById("probe").setAttribute("style", "width: 7px");
                    document.querySelector("h1").setAttribute("style", "position: fixed");
                })()
                """)
            #expect(try await page.value("fetch('http://localhost:1/').catch(() => 'blocked')").string == "blocked")
            #expect(try await page.value("typeof window.ran").string == "undefined")
            #expect(try await page.value("getComputedStyle(document.querySelector('h1')).position").string == "static")
            #expect(
                try await page.value("(() => { try { return eval('1') } catch (e) { return e.name } })()").string
                    == "EvalError")
            // The browser reports each violation. In other tests, `withPage` fails because of such a report.
            let problems = page.browser.takeProblems()
            for directive in ["script-src 'self'", "style-src 'self'", "connect-src 'self'"] {
                #expect(problems.contains { $0.contains(directive) }, "\(directive) in \(problems)")
            }
        }
    }

    @Test("The page asks for the token, keeps it for a reload, and sends it to this port only")
    func token() async throws {
        let live = "document.querySelector('#connection').innerText === 'Live'"
        try await withPage(["--token", "a-secret-of-ours"], at: "/") { page, collector in
            try await page.until("document.querySelector('#token').checkVisibility()")
            #expect(try await page.text("body") == Self.question)
            try await page.fill("#token", "a-secret-of-theirs ü")
            try await page.click("#locked button")
            try await page.until(
                "document.querySelector('#locked-message').innerText === 'The collector does not accept this token.'")
            // Half of an emoji cannot be in a header.
            try await page.value("document.querySelector('#locked-message').textContent = ''")
            try await page.value("(document.querySelector('#token').value = '\\uD83D', true)")
            try await page.click("#locked button")
            try await page.until(
                "document.querySelector('#locked-message').innerText === 'The collector does not accept this token.'")
            try await page.fill("#token", "a-secret-of-ours")
            try await page.click("#locked button")
            try await page.until(live)
            #expect(try await page.value("document.querySelector('#locked').checkVisibility()") == .bool(false))
            try await collector.track("guarded", session: "/s/a-secret-of-ours")
            try await page.untilNames(["guarded"])
            try await page.call("Page.reload")
            try await page.untilNames(["guarded"])

            let cookies = try await page.browser.call("Storage.getCookies")["cookies"]?.array
            #expect(cookies == [])
            // A page of another port cannot read what the page has stored.
            try await withFolder { folder in
                try await BrowserCollector.run(in: folder) { other in
                    try await page.go(to: other.address)
                    try await page.until(live)
                    #expect(try await page.value("sessionStorage.length + localStorage.length").integer == 0)
                }
            }
        }
    }

    private static let question = """
        This collector needs a token

        When trackproof collect starts, it prints where the token is. Without --token, the token is in \
        ~/.trackproof/collector-PORT.token. With --no-token, there is no token.

        Token
        Open
        """

    @Test("A token in the address leaves the address bar")
    func tokenInTheAddress() async throws {
        try await withPage(["--token", "a-secret-of-ours"], at: "/#token=a-secret-of-theirs-ü") { page, collector in
            try await page.until("document.querySelector('#token').checkVisibility()")
            // The browser does not load the page again, because only the part after `#` differs.
            try await page.go(to: collector.address + "/#session=default&token=a-secret-of-ours")
            try await page.until("document.querySelector('#connection').innerText === 'Live'")
            #expect(try await page.value("location.href").string == collector.address + "/#session=default")
            let entries = try await page.call("Page.getNavigationHistory")["entries"]?.array ?? []
            #expect(entries.allSatisfy { $0.object?["url"]?.string?.contains("token") == false }, "\(entries)")
            try await collector.track("guarded", session: "/s/a-secret-of-ours")
            try await page.untilNames(["guarded"])
            // The buttons that download something send the token too.
            try await page.value(
                """
                (() => {
                    window.downloads = [];
                    let blob;
                    URL.createObjectURL = (given) => { blob = given; return "data:,"; };
                    HTMLAnchorElement.prototype.click = async function () {
                        downloads.push(`${this.download}: ${(await blob.text()).includes("guarded")}`);
                    };
                })()
                """)
            try await page.click("#download")
            try await page.until("downloads[0] === 'default.ndjson: true'")
            try await page.click(".body .row")
            try await page.click(".raw .row button:last-child")
            try await page.until("downloads[1] === 'request-1.json: true'")
        }
    }
}
