/// A stub of the vendor's SDK. With it, the guide needs no download.
enum AppMetrica {
    static func reportEvent(name: String, parameters: [String: Any]) {}
}
