/// A stub of the vendor's SDK, so that the guide does not need to download the SDK.
nonisolated enum AppMetrica {
    static func reportEvent(name: String, parameters: [String: Any]) {}
}
