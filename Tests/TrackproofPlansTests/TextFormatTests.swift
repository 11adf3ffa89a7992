import _TrackproofTestSupport
import Testing
import TrackproofPlans

/// Tests the scanners of formats against regular expressions and other slow functions.
@Suite("Formats of texts")
struct TextFormatTests {
    private static let texts: [TextFormat: [String]] = [
        .dateTime: ["2024-02-29T23:59:60Z", "2026-01-31t00:00:00.125+01:30", "2026-01-31T00:59:60+01:00"],
        .date: ["2024-02-29", "2023-02-29", "2000-12-31"],
        .time: ["23:59:60Z", "00:59:60.5+01:00", "12:30:00.0-23:59", "24:00:00Z"],
        .duration: ["P3Y6M4DT12H30M5S", "P1W", "PT1H5S", "P1YT", "PT36H", "P1M2D"],
        .uuid: ["123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-42661417400G"],
        .uri: [
            "https://user:p%20w@host.example:8080/a/b;c?q=1/?#f?/", "urn:a:b", "http://[2001:db8::1]:80/", "//a/b",
            "a:",
            "http://[v1.fe:80]", "a://b@c@d", "mailto:a@b.cc", "a:%4",
        ],
        .uriReference: ["../a/b?c#d", "//host/%41", "a/b:c", "a:b", "?q", "#f", "1:2", "x%4g"],
        .email: [
            "jane.doe+x@mail.example.com", #""a b\"c"@example.com"#, "a@[127.0.0.1]", "a@[IPv6:::1]", "a..b@c.d",
            "a@[ipv6:1::]x", "@a", #""\"#,
        ],
        .hostname: ["xn--bcher-kva.example", "a-b.c", "-a.b", "a--b.c", "ab--c", "xn--", "1.2.", "a-.b"],
        .ipv4: ["255.255.255.255", "0.0.0.0", "256.1.1.1", "01.1.1.1", "1.2.3.4.5"],
        .ipv6: ["2001:db8:0:0:8:800:200c:417a", "::1", "1::", "::ffff:1.2.3.4", "1:2:3:4:5:6:7::", "1:::2", "12345::"],
    ]

    private static let pieces = [
        "0", "1", "20", "26", "59", "60", "-", ":", ".", "T", "Z", "+", "P", "W", "D", "Y", "M", "H", "S", "a", "f",
        "xn",
        "@", "/", "//", "?", "#", "%41", "%", "[", "]", "::", "::1", "IPv6:", "v1.", "\"", "\\", " ", "ä", "127.0.0.1",
        "2024-02-29", "a.b", "--", "255",
    ]

    @Test(arguments: TextFormat.allCases)
    func allCutsOfTextsAgreeWithASlowFunction(format: TextFormat) {
        let random = randomTexts(of: Self.pieces, count: rounds(15, deep: 120), length: 8, seed: 7)
        let texts = (Self.texts[format] ?? []) + random
        var fitting = 0
        for text in texts {
            for cut in cuts(of: text) + [ArraySlice(text.utf8)] {
                let expected = Self.fits(cut, format)
                if expected { fitting += 1 }
                #expect(scanned(cut) { format.fits($0) } == expected, "\(String(decoding: cut, as: UTF8.self))")
            }
        }
        #expect(fitting > 0)
    }

    /// Tests the limits of host names and email addresses: 63 bytes for a label, 253 for a host, 64 for a user.
    @Test(arguments: [TextFormat.hostname, .email], [63, 64, 65, 253, 254])
    func longTextsAgreeWithASlowFunction(format: TextFormat, count: Int) {
        let labels = String(repeating: "a.", count: (count - 1) / 2) + (count % 2 == 1 ? "b" : "bb")
        for text in [String(repeating: "a", count: count), labels] {
            for text in [text, text + "@a.bc", "a@" + text] {
                #expect(format.fits(text) == Self.fits(ArraySlice(text.utf8), format))
            }
        }
    }

    // MARK: The slow functions

    private static func fits(_ bytes: ArraySlice<UInt8>, _ format: TextFormat) -> Bool {
        // Every format consists of ASCII. Other bytes become a character that no format allows.
        let text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0 < 0x80 ? $0 : 0x7F) }))
        switch format {
        case .date: return isDate(text)
        case .time: return isTime(text)
        case .dateTime:
            let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { "tT".contains($0) }
            return parts.count == 2 && isDate(parts[0]) && isTime(parts[1])
        case .duration:
            return matches(
                text,
                "P(\\d+W|(?=\\d|T\\d)(\\d+Y(\\d+M(\\d+D)?)?|\\d+M(\\d+D)?|\\d+D)?"
                    + "(T(\\d+H(\\d+M(\\d+S)?)?|\\d+M(\\d+S)?|\\d+S))?)")
        case .uuid: return matches(text, "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
        case .uri: return isURI(text) && matches(text, "[A-Za-z][A-Za-z0-9+.-]*:.*")
        case .uriReference: return isURI(text)
        case .email: return isMail(text)
        case .hostname: return isHost(text)
        case .ipv4: return isIPv4(text)
        case .ipv6: return isIPv6(text)
        }
    }

    private static func matches(_ text: some StringProtocol, _ pattern: String) -> Bool {
        do {
            let regex = try Regex(pattern).matchingSemantics(.unicodeScalar).asciiOnlyDigits()
            return String(text).wholeMatch(of: regex) != nil
        } catch {
            Issue.record("\(pattern): \(error)")
            return false
        }
    }

    private static func isDate(_ text: some StringProtocol) -> Bool {
        guard matches(text, "\\d{4}-\\d{2}-\\d{2}") else { return false }
        let parts = text.split(separator: "-").compactMap { Int($0) }
        let (year, month, day) = (parts[0], parts[1], parts[2])
        let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...12).contains(month) && (1...days[month - 1]).contains(day)
    }

    private static func isTime(_ text: some StringProtocol) -> Bool {
        guard matches(text, "[0-2]\\d:[0-5]\\d:([0-5]\\d|60)(\\.\\d+)?([Zz]|[+-][0-2]\\d:[0-5]\\d)") else {
            return false
        }
        let numbers = text.split { !"0123456789".contains($0) }.compactMap { Int($0.prefix(9)) }
        guard numbers[0] < 24 else { return false }
        var minute = numbers[0] * 60 + numbers[1]
        if !text.hasSuffix("Z"), !text.hasSuffix("z") {
            let offset = numbers.suffix(2)
            guard let hours = offset.first, let minutes = offset.last, hours < 24 else { return false }
            minute += (text.contains("+") ? -1 : 1) * (hours * 60 + minutes)
        }
        return numbers[2] < 60 || (minute + 2_880) % 1_440 == 1_439
    }

    private static func isIPv4(_ text: some StringProtocol) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { matches($0, "0|[1-9]\\d{0,2}") && Int($0) ?? 999 < 256 }
    }

    private static func isIPv6(_ text: some StringProtocol) -> Bool {
        var text = String(text)
        // An IPv4 address at the end stands for two groups.
        if text.contains("."), let colon = text.lastIndex(of: ":") {
            guard isIPv4(text[text.index(after: colon)...]) else { return false }
            text = String(text[...colon]) + "0:0"
        }
        let halves = text.split(separator: Substring("::"), omittingEmptySubsequences: false)
        let groups = halves.flatMap { $0.split(separator: ":", omittingEmptySubsequences: $0.isEmpty) }
        guard (1...2).contains(halves.count), groups.allSatisfy({ matches($0, "[0-9A-Fa-f]{1,4}") }) else {
            return false
        }
        return halves.count == 2 ? groups.count <= 7 : groups.count == 8
    }

    private static func isHost(_ text: some StringProtocol) -> Bool {
        text.utf8.count <= 253
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                label.utf8.count <= 63 && matches(label, "[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?")
                    && (!label.dropFirst(2).hasPrefix("--")
                        || (label.lowercased().hasPrefix("xn--") && label.count > 4))
            }
    }

    private static func isMail(_ text: String) -> Bool {
        let word = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
        let isQuoted = text.hasPrefix("\"")
        let local = isQuoted ? "\"([\\x20-\\x21\\x23-\\x5B\\x5D-\\x7E]|\\\\[\\x20-\\x7E])*\"" : "\(word)(\\.\(word))*"
        // A quoted name can contain further signs "@". Its host cannot.
        let signs = text.indices.filter { text[$0] == "@" }
        return signs.contains { sign in
            let host = text[text.index(after: sign)...]
            guard text[..<sign].utf8.count <= 64, matches(text[..<sign], local) else { return false }
            guard host.hasPrefix("[") else { return isHost(host) }
            guard host.hasSuffix("]"), host.count > 1 else { return false }
            let address = host.dropFirst().dropLast()
            return address.lowercased().hasPrefix("ipv6:") ? isIPv6(address.dropFirst(5)) : isIPv4(address)
        }
    }

    private static func isURI(_ text: String) -> Bool {
        let plain = "A-Za-z0-9._~!$&'()*+,;=\\-"
        let escaped = "%[0-9A-Fa-f]{2}"
        let path = "([\(plain):@/]|\(escaped))*"
        let query = "(\\?([\(plain):@/?]|\(escaped))*)?(#([\(plain):@/?]|\(escaped))*)?"
        let scheme = "([A-Za-z][A-Za-z0-9+.-]*:)?"
        let user = "(([\(plain):]|\(escaped))*@)?"
        let host = "(\\[[^\\]/?#@]*\\]|([\(plain)]|\(escaped))*)"
        if matches(text, "\(scheme)//\(user)\(host)(:\\d*)?(/\(path))?\(query)") {
            guard let open = text.firstIndex(of: "["), let close = text.firstIndex(of: "]") else { return true }
            let address = text[text.index(after: open)..<close]
            return isIPv6(address) || matches(address, "[vV][0-9A-Fa-f]+\\.[\(plain):]+")
        }
        if matches(text, "\(scheme)//.*") { return false }
        let first = "([\(plain)@]|\(escaped))*"
        return matches(text, "[A-Za-z][A-Za-z0-9+.-]*:\(path)\(query)") || matches(text, "\(first)(/\(path))?\(query)")
    }
}
