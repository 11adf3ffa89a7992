import Testing
import Trackproof

@testable import TrackproofSnapshots

@Suite struct NarrowestShapeTests {
    @Test(arguments: [
        ("true, false", "bool"),
        (#""67E55044-10B1-426F-9247-BB680E5FE0C8", "0e37df36-f698-11e6-8dd4-cb9ced3df976""#, "uuid"),
        (#""2026-11-21T09:30:00Z", "2027-01-01T00:00:00.123+01:00""#, "timestamp"),
        ("1795000000, 1795000003", "timestamp"),
        ("1795000000123, 1795086400123", "timestamp"),
        ("1795000000.25, 1795000001.5", "timestamp"),
        // These numbers look like times by chance: they are more than a day apart, or mix seconds and milliseconds.
        ("1795000000123, 1795086400124", "integer"),
        ("1795000000, 1795086401", "integer"),
        ("1795000000, 1795000000123", "integer"),
        ("3, -17", "integer"),
        ("3, 2.5", "number"),
        (#""https://a.example/home?x=1", "http://b.example/""#, "url"),
        (#""left", "right now""#, "string"),
        // Without `://`, a text is not treated as a URL.
        (#""tab:home", "view:menu""#, "string"),
        (#""", "a""#, "string"),
        (#"1, "1""#, "any"),
        (#"null, "abc""#, "none"), (#"1, true"#, "any"),
        (#"{"a":1}, [1]"#, "any"),
        (#""NaN", 1"#, "any"),
    ])
    func valuesGetTheNarrowestShape(values: String, shape: String) throws {
        #expect(try narrowest(values) == shape)
    }

    @Test(arguments: [
        (#""order-123456", "order-923457""#, "/^order-[0-9]+$/"),
        // The pattern does not fix the number of digits, because one in ten random numbers has fewer digits.
        (
            #""n-123456", "n-923457", "n-345678", "n-456789", "n-567890", "n-678901", "n-789012""#,
            "/^n-[0-9]+$/"
        ),
        (#""1795000000", "1795000003""#, "/^[0-9]+$/"),
        // The pattern fixes the number of digits if there are leading zeros, because zeros pad numbers to a fixed
        // length.
        (#""order-123456", "order-000457""#, "/^order-[0-9]{6}$/"),
        // The pattern does not contain letters or digits that all values share only by chance, such as the `12` here.
        (#""order-123456", "order-127457""#, "/^order-[0-9]+$/"),
        (#""order-9", "order-10""#, "/^order-[0-9]+$/"),
        // The pattern does not fix the number of digits of short numbers, because a later run can have more digits.
        (#""order-98", "order-99""#, "/^order-[0-9]+$/"),
        (#""17", "23""#, "/^[0-9]+$/"),
        (#""img_1.png", "img_22.png""#, #"/^img_[0-9]+\.png$/"#),
        (#""a(b)*1", "a(b)*2""#, #"/^a\(b\)\*[0-9]+$/"#),
        (#""größe-1", "größe-2""#, "/^größe-[0-9]+$/"),
        (#""9f86d081884c7d65", "5e884898da280471""#, "/^[0-9a-f]{16}$/"),
        (#""9F86D081884C7D65", "5E884898DA280471""#, "/^[0-9A-F]{16}$/"),
        (#""t:9F86d081884C7D65", "t:5E884898da280471""#, "/^t:[0-9A-Za-z]{16}$/"),
        // These values have too few characters to be recognized as hexadecimal digits.
        (#""t:1a", "t:2b""#, "/^t:[0-9A-Za-z]+$/"),
        (#""k3jX9qLm", "Zp0w7TyU""#, "/^[0-9A-Za-z]{8}$/"),
        (#""k3-X9_Lm", "Zp0w7-yU""#, "/^[0-9A-Za-z_-]{8}$/"),
        (#""https://a.example/movies/17", "https://a.example/movies/4211""#, #"/^https://a\.example/movies/[0-9]+$/"#),
        // The pattern does not fix the length of `home` and `menu`, which are equally long only by chance.
        (#""tab_home", "tab_menu""#, "/^tab_[0-9A-Za-z]+$/"),
        // The hour, the month, the year or the port is the same only for a while, so the pattern does not contain it.
        (#""at/09:30", "at/09:31""#, "string"),
        (#""2026-11-21", "2026-11-22""#, "/^[0-9A-Za-z_-]{10}$/"),
        (#""1-2024.csv", "2-2024.csv""#, #"/^[0-9A-Za-z_-]{6}\.csv$/"#),
        (#""http://127.0.0.1:8080/a", "http://127.0.0.1:8081/a""#, "url"),
        // Words get no pattern.
        (#""home", "menu""#, "string"),
        (#""favorite", "settings""#, "string"),
        (#""wrong_password", "not_allowed""#, "string"),
        // The varying part of a value is empty, or the common end of the values overlaps their common beginning.
        (#""a-", "a-1""#, "string"),
        (#""a-a", "a-b-a""#, "/^a-[0-9A-Za-z_-]+$/"),
        (#""🎬-1", "🎬-2""#, "string"),
        ("\"a\\n-1\", \"a\\n-2\"", "string"),
    ])
    func textsGetTheNarrowestPattern(values: String, shape: String) throws {
        #expect(try narrowest(values) == shape)
        #expect(try VolatileShape(shape) != nil)
    }

    @Test func longTextsGetNoPattern() {
        let texts = ["1", "2"].map { EventValue.string(String(repeating: "a", count: 200) + "-" + $0) }
        #expect(NarrowestShape(of: texts).shape == .string)
    }

    private func narrowest(_ values: String) throws -> String {
        guard case .array(let values)? = try events(#"{"name":"x","parameters":{"v":[\#(values)]}}"#)[0].parameters["v"]
        else { return "" }
        return NarrowestShape(of: values).shape?.text ?? "none"
    }
}
