internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The live page: a few files of the collector, with nothing from other servers.
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
        ("sessions.js", PackageResources.sessions_js), ("stream.js", PackageResources.stream_js),
        ("table.js", PackageResources.table_js), ("values.js", PackageResources.values_js),
    ]

    private func answer(_ bytes: [UInt8], type: String, status: HTTPResponse.Status = .ok) -> Response {
        var headers = Self.guardedHeaders
        headers[.contentType] = type
        headers[.cacheControl] = "no-cache"
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// The headers that isolate the page.
    ///
    /// They allow only scripts, styles and connections of the collector itself. They forbid frames, and links send no
    /// referrer.
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

    /// Returns the answer to a browser that brings the token, or that still needs it to see the page.
    ///
    /// `/?token=T` gives the browser a cookie and redirects it to the address without the token.
    ///
    /// - Returns: `nil` if the request is not for the page, needs no token, already has access, or has a host or an
    ///   origin that the guard refuses.
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

    // A browser does not send the cookie when a link on another site leads here. The link in this page sends it.
    private static let locked = """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="color-scheme" content="light dark">
        <title>Trackproof: locked</title>
        <h1>This collector needs a token</h1>
        <p>Add it to the address: <code>/?token=TOKEN</code>. This browser keeps it as a cookie.</p>
        <p><code>trackproof collect</code> prints where the token is when it starts. Without <code>--token</code>, it is
        in <code>~/.trackproof/collector-PORT.token</code>. With <code>--no-token</code>, there is no token.</p>
        <p>If you have added it, <a href="/">open the page</a>.</p>
        </html>
        """
}
