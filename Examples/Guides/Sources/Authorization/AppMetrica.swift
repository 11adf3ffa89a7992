/// A stub of the vendor's SDK, so that the guide needs no download.
enum AppMetrica {
    static func reportEvent(name: String, parameters: [String: Any]) {}
}
