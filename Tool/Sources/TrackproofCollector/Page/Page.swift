internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The live page: three files, nothing from elsewhere.
struct Page: Sendable {
    let gate: ControlGuard

    func addRoutes(to router: Router<CollectorContext>) {
        router.get("/") { _, _ in file(PackageResources.page_html, "text/html; charset=utf-8") }
        router.get("/trackproof/page.css") { _, _ in file(PackageResources.page_css, "text/css; charset=utf-8") }
        router.get("/trackproof/page.js") { _, _ in file(PackageResources.page_js, "text/javascript; charset=utf-8") }
    }

    private func file(_ bytes: [UInt8], _ type: String) -> Response {
        var headers: HTTPFields = [
            .contentType: type, .cacheControl: "no-cache", .xContentTypeOptions: "nosniff",
            .contentSecurityPolicy: """
            default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; \
            base-uri 'none'; form-action 'none'; frame-ancestors 'none'
            """,
        ]
        if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "no-referrer" }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
