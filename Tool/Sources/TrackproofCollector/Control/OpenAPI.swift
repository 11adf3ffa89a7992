/// The OpenAPI description of the control API: `openapi.json`.
enum OpenAPI {
    static let text = String(decoding: PackageResources.openapi_json, as: UTF8.self)
}
