import Testing
import Trackproof
import TrackproofJSON

/// A page in a browser. A test uses it as a person does: it presses keys and reads visible text.
struct BrowserPage {
    let browser: BrowserProcess
    private let session: String

    init(_ browser: BrowserProcess, at address: String) async throws {
        self.browser = browser
        let target = try await browser.call("Target.createTarget", ["url": "about:blank"])
        let attached = try await browser.call(
            "Target.attachToTarget", ["targetId": try #require(target["targetId"]?.string), "flatten": true])
        session = try #require(attached["sessionId"]?.string)
        for domain in ["Runtime", "Log", "Page"] { try await call("\(domain).enable") }
        try await go(to: address)
    }

    func go(to address: String) async throws {
        try await call("Page.navigate", ["url": address])
        try await until("document.readyState === 'complete'")
    }

    @discardableResult
    func call(_ method: String, _ parameters: EventParameters = [:]) async throws -> EventParameters {
        try await browser.call(method, parameters, in: session)
    }

    // MARK: Reading

    /// Returns the value of a JavaScript expression. If the value is a promise, waits for its result.
    @discardableResult
    func value(_ expression: String) async throws -> EventValue {
        let answer = try await call(
            "Runtime.evaluate",
            [
                "expression": expression, "awaitPromise": true, "returnByValue": true,
                // The page's content security policy also applies to this expression.
                "allowUnsafeEvalBlockedByCSP": false,
            ])
        if let exception = answer["exceptionDetails"]?.object?["exception"]?.object {
            throw BrowserError(
                message: exception["description"]?.string ?? exception["value"]?.string
                    ?? EventValue.object(exception).json)
        }
        return answer["result"]?.object?["value"] ?? .null
    }

    func text(_ selector: String) async throws -> String {
        try await value("document.querySelector(\(selector.quoted)).innerText.trim()").string ?? ""
    }

    /// Waits until an expression is true: checks it every 10 ms, for at most 30 s.
    func until(_ condition: String) async throws {
        let message = "never became true: \(condition); the page says: "
        try await value(
            """
            new Promise((done, fail) => {
                const end = performance.now() + 30000;
                const look = () => {
                    if (\(condition)) done(true);
                    else if (performance.now() > end) fail(\(message.quoted) + document.body.innerText.slice(0, 600));
                    else setTimeout(look, 10);
                };
                look();
            })
            """)
    }

    /// Returns the cells of the visible rows.
    func rows() async throws -> [[String]] {
        let rows = try await value(
            "[...\(Self.rows)].map((row) => [...row.children].map((cell) => cell.textContent))")
        return rows.array?.map { $0.array?.compactMap(\.string) ?? [] } ?? []
    }

    /// Returns the names of the events in the visible rows.
    func names() async throws -> [String] { try await rows().map { $0[3] } }

    func untilRows(_ count: Int) async throws { try await until("\(Self.rows).length === \(count)") }

    /// Waits until the page shows exactly these events.
    func untilNames(_ names: [String]) async throws {
        let wanted = EventValue.array(names.map { .string($0) }).json
        let shown = "JSON.stringify([...\(Self.rows)].map((row) => row.children[3].textContent))"
        try await until("\(shown) === \(wanted.quoted)")
    }

    static let rows = "document.querySelectorAll('.table:not([hidden]) .body .row')"

    // MARK: Acting

    /// Clicks an element as soon as the element exists, because the page draws rows only in the next frame.
    func click(_ selector: String) async throws {
        try await until("document.querySelector(\(selector.quoted))")
        try await value("document.querySelector(\(selector.quoted)).click()")
    }

    /// Sets the value of a field, and sends the same events as a browser when a person types or chooses.
    func fill(_ selector: String, _ text: String) async throws {
        try await value(
            """
            (() => {
                const field = document.querySelector(\(selector.quoted));
                field.value = \(text.quoted);
                field.dispatchEvent(new Event("input", { bubbles: true }));
                field.dispatchEvent(new Event("change", { bubbles: true }));
            })()
            """)
    }

    func type(_ text: String) async throws { try await call("Input.insertText", ["text": text]) }

    /// Presses keys, one after the other.
    func press(_ keys: Key...) async throws {
        for key in keys {
            var parameters: EventParameters = [
                "key": key.name, "code": key.name, "windowsVirtualKeyCode": key.code,
            ]
            if let text = key.text { parameters["text"] = .string(text) }
            for kind in ["keyDown", "keyUp"] {
                parameters["type"] = .string(kind)
                try await call("Input.dispatchKeyEvent", parameters)
            }
        }
    }

    struct Key {
        let name: String
        let code: Int
        var text: String?

        static let down = Key(name: "ArrowDown", code: 40)
        static let up = Key(name: "ArrowUp", code: 38)
        static let right = Key(name: "ArrowRight", code: 39)
        static let tab = Key(name: "Tab", code: 9)
        static let escape = Key(name: "Escape", code: 27)
        static let enter = Key(name: "Enter", code: 13, text: "\r")
        static let slash = Key(name: "/", code: 191, text: "/")
    }

    /// Sets the preferred color scheme: `light` or `dark`.
    func prefer(_ scheme: String) async throws {
        try await call(
            "Emulation.setEmulatedMedia",
            ["features": EventValue.array([.object(["name": "prefers-color-scheme", "value": scheme])])])
    }
}

extension String {
    /// The text as a JavaScript string literal.
    var quoted: String { EventValue.string(self).json }
}
