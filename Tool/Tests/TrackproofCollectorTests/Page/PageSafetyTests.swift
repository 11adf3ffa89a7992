import Testing
import Trackproof

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

    @Test("A token in the address becomes a cookie that scripts cannot read")
    func token() async throws {
        try await withPage(["--token", "a-secret-of-ours"], at: "/") { page, collector in
            #expect(try await page.text("h1") == "This collector needs a token")
            try await page.go(to: collector.address + "/?token=a-secret-of-theirs")
            #expect(try await page.text("h1") == "This collector needs a token")
            try await page.go(to: collector.address + "/?token=a-secret-of-ours")
            try await page.until("document.querySelector('#connection')?.innerText === 'Live'")
            #expect(try await page.value("location.pathname + location.search").string == "/")
            #expect(try await page.value("document.cookie").string == "")
            try await collector.track("guarded", session: "/s/a-secret-of-ours")
            try await page.untilRows(1)
            // The browser still has the cookie. The collector redirects to the address without the token again.
            try await page.go(to: collector.address + "/?token=a-secret-of-ours")
            try await page.untilRows(1)
            #expect(try await page.value("location.search").string == "")
        }
    }

    @Test(
        "Requests without a valid token or from another origin are refused",
        arguments: [
            ("/", [:], 401), ("/?token=", [:], 401), ("/?token=a-secret-of-our", [:], 401),
            ("/trackproof/page.js", [:], 401), ("/trackproof/v1/events?token=a-secret-of-ours", [:], 401),
            ("/?token=a-secret-of-ours", ["Origin": "http://evil.example"], 403),
            ("/", ["Cookie": "trackproof=a-secret-of-ours"], 401),
        ])
    func refusedRequests(path: String, headers: [String: String], status: Int) async throws {
        try await withFolder { folder in
            try await BrowserCollector.run(in: folder, ["--token", "a-secret-of-ours"]) { collector in
                let answer = try await collector.send("GET", path, headers: headers)
                #expect(answer.status == status, "\(answer.body)")
            }
        }
    }
}
