extension String {
    /// The host if the text is a web address to which a report can link, otherwise `nil`.
    ///
    /// The address must begin with `https://` or `http://` and consist of characters that a URL allows. It must have no
    /// user name, because a user name can disguise the host.
    var webHost: String? {
        let bytes = Array(utf8)
        guard bytes.count <= 2_000, bytes.allSatisfy(\.isURLCharacter) else { return nil }
        let scheme = ["https://", "http://"].first { lowercased().hasPrefix($0) }
        guard let scheme else { return nil }
        let host = dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        return host.isEmpty || host.contains("@") || host.first == ":" ? nil : String(host)
    }
}

extension UInt8 {
    /// Whether RFC 3986, section 2, allows the byte in a URL. For the apostrophe, the value is `false` nevertheless.
    fileprivate var isURLCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~:/?#[]@!$&()*+,;=%".utf8.contains(self)
        }
    }
}
