import HTTPTypes
import Hummingbird
import NIOCore

/// The web page that shows arriving events. The page loads nothing from other servers.
///
/// The page's files contain no events, so a browser gets them without the collector's token. The page's scripts send
/// the token to the control API in a header. The address of the page can contain the token after `#`, because a browser
/// does not send this part of an address.
enum Page {
    private static let files: [(path: String, bytes: [UInt8], type: String)] =
        [
            ("/", PackageResources.page_html, "text/html"),
            ("/trackproof/page.css", PackageResources.page_css, "text/css"),
        ]
        + [
            ("compare", PackageResources.compare_js), ("copies", PackageResources.copies_js),
            ("details", PackageResources.details_js), ("dom", PackageResources.dom_js),
            ("page", PackageResources.page_js), ("plan", PackageResources.plan_js),
            ("sessions", PackageResources.sessions_js), ("stream", PackageResources.stream_js),
            ("table", PackageResources.table_js), ("token", PackageResources.token_js),
            ("values", PackageResources.values_js),
        ].map { ("/trackproof/\($0).js", $1, "text/javascript") }

    /// The paths of the page's files.
    static let paths = Set(files.map(\.path))

    static func addRoutes(to router: Router<CollectorContext>) {
        for (path, bytes, type) in files {
            var headers = guardedHeaders
            headers[.contentType] = type + "; charset=utf-8"
            headers[.cacheControl] = "no-cache"
            router.get(RouterPath(path)) { [headers] _, _ in
                Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
            }
        }
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
}
