import CCollectorResources
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
            ("/", Array(page_html()), "text/html"),
            ("/trackproof/page.css", Array(page_css()), "text/css"),
        ]
        + [
            ("compare", compare_js()), ("copies", copies_js()), ("details", details_js()), ("dom", dom_js()),
            ("page", page_js()), ("plan", plan_js()), ("sessions", sessions_js()), ("stream", stream_js()),
            ("table", table_js()), ("token", token_js()), ("values", values_js()),
        ].map { ("/trackproof/\($0).js", Array($1), "text/javascript") }

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

extension [UInt8] {
    init(_ file: resource) { self.init(UnsafeBufferPointer(start: file.bytes, count: file.count)) }
}
