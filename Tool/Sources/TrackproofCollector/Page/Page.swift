internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The web page that shows arriving events. The page loads nothing from other servers.
struct Page: Sendable {
    let gate: ControlGuard

    func addRoutes(to router: Router<CollectorContext>) {
        router.get("/") { _, _ in answer(PackageResources.page_html, type: "text/html; charset=utf-8") }
        router.get("/trackproof/page.css") { _, _ in answer(PackageResources.page_css, type: "text/css; charset=utf-8")
        }
        for (name, bytes) in Self.modules {
            router.get("/trackproof/\(name)") { _, _ in answer(bytes, type: "text/javascript; charset=utf-8") }
        }
    }

    private static let modules: [(RouterPath, [UInt8])] = [
        ("compare.js", PackageResources.compare_js), ("copies.js", PackageResources.copies_js),
        ("details.js", PackageResources.details_js),
        ("dom.js", PackageResources.dom_js), ("page.js", PackageResources.page_js),
        ("plan.js", PackageResources.plan_js),
        ("sessions.js", PackageResources.sessions_js), ("stream.js", PackageResources.stream_js),
        ("table.js", PackageResources.table_js), ("values.js", PackageResources.values_js),
    ]

    private func answer(_ bytes: [UInt8], type: String, status: HTTPResponse.Status = .ok) -> Response {
        var headers = Self.guardedHeaders
        headers[.contentType] = type
        headers[.cacheControl] = "no-cache"
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// The HTTP headers that isolate the web page from other sites.
    ///
    /// The page can load scripts and styles only from the collector, and can connect only to the collector. Other pages
    /// cannot show this page in a frame. Links on this page send no referrer.
    private static let guardedHeaders: HTTPFields = {
        var headers: HTTPFields = [
            .xContentTypeOptions: "nosniff",
            .contentSecurityPolicy: """
            default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; \
            base-uri 'none'; form-action 'none'; frame-ancestors 'none'
            """,
        ]
        if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "no-referrer" }
        return headers
    }()

    // MARK: With a token

    /// Returns the answer to a browser that opens the page with a token in the address, or without a valid cookie.
    ///
    /// If the token in `/?token=TOKEN` is right, the browser gets a cookie and a redirect to `/`. If the token is wrong
    /// or missing, the browser gets a page that asks for the token.
    ///
    /// - Returns: `nil` if another handler must answer: the request is not for the page, the collector needs no token,
    ///   the request already contains the token or the cookie, or the guard refuses the request's host or origin.
    func entrance(for request: Request) -> Response? {
        guard request.uri.path == "/", request.method == .get, gate.token != nil,
            gate.refusalOfPlace(of: request) == nil
        else { return nil }
        let given = RequestTarget(request.head.path ?? "/").query.last { $0.name == "token" }
        if let given, gate.admits(given.value) {
            var headers = Self.guardedHeaders
            headers[.location] = "/"
            headers[.cacheControl] = "no-store"
            headers[.setCookie] = gate.setCookie(for: request)
            return Response(status: .seeOther, headers: headers)
        }
        guard given != nil || gate.refusal(of: request) != nil else { return nil }
        return answer(Array(Self.locked.utf8), type: "text/html; charset=utf-8", status: .unauthorized)
    }

    // The page that asks for the token. If a user follows a link from another site to the collector, the browser does
    // not send its cookie. If the user then follows the link at the end of this page, the browser sends the cookie.
    private static let locked = """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="color-scheme" content="light dark">
        <title>Trackproof: locked</title>
        <h1>This collector needs a token</h1>
        <p>Add the token to the address: <code>/?token=TOKEN</code>. This browser then keeps the token as a cookie.</p>
        <p>When <code>trackproof collect</code> starts, it prints where the token is. Without <code>--token</code>, the
        token is in <code>~/.trackproof/collector-PORT.token</code>. With <code>--no-token</code>, there is no
        token.</p>
        <p>If this browser already has the token, <a href="/">open the page</a>.</p>
        </html>
        """
}
