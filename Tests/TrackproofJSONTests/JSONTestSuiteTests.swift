import Foundation
import Testing
import Trackproof
import TrackproofJSON

/// Tests with the published suite nst/JSONTestSuite, if its folder `test_parsing` is available.
///
/// The other tests check similar texts, and need no copy of the suite.
@Suite("The grammar of JSON")
struct JSONTestSuiteTests {
    private static let folder = ProcessInfo.processInfo.environment["TRACKPROOF_JSON_TEST_SUITE"]

    @Test("Every y_ file of the published suite is accepted and every n_ file refused", .enabled(if: folder != nil))
    func publishedSuite() throws {
        let folder = try #require(Self.folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
        #expect(names.count > 300)
        for name in names {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
            switch (name.prefix(2), refusal(bytes)) {
            case ("y_", let refused?): Issue.record("\(name) is refused: \(refused)")
            case ("n_", nil): Issue.record("\(name) is accepted")
            default: break
            }
        }
    }

    @Test(
        "Valid JSON is accepted",
        arguments: [
            // Arrays.
            "[[] ]", "[\"\"]", "[]", "[ 1]", "[1\n]", "[false]", "[null,1,\"1\",{}]", "[1,null,null,2]", "[2] ",
            // Numbers.
            "[1e2]", "[0e+1]", "[0E1]", "[ 4]", "[-0.0000000000000000000000000000000000000000000000000000000000000001]",
            "[20e1]", "[-0]", "[-5]", "[1E2]", "[1E-2]", "[1E+2]", "[12.5e6]", "[1.5e-2]", "[0.25]",
            // Objects.
            "{\"a\":1,\"b\":2}", "{\"a\":1}", "{\"a\":1,\"a\":1}", "{}", "{\"\":0}", "{\"a\\u0000b\": 1}",
            "{ \"a\":\n1 }",
            "{\"x\":[{\"id\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}]}", "{\"a\":[]}",
            "{\"\\u0061\":\"\\u0062\"}",
            // Strings.
            "[\"\\u0060\\u012a\\u12AB\"]", "[\"\\uD801\\udc37\"]", "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]",
            "[\"\\\\u0000\"]",
            "[\"a/*b*/c/*d//e\"]", "[\"\\u0012\"]", "[\"\\uFFFF\"]", "[\"\u{10FFFF}\"]", "[\"\u{FFFF}\"]",
            "[\"\\u0000\"]",
            "[\"\\u002c\"]", "[\"\u{2028}\u{2029}\"]", "\" \"", "[\"\u{7F}\"]", "[\"\\uA66D\"]", "[\"⍂㈴⍂\"]",
            "[\"\u{200B}\"]",
            "[\"\\u005C\"]", "[\"\\u0022\"]", "[\"new\\u000Aline\"]",
            // Entire documents.
            "false", "42", "-0.1", "null", "\"asd\"", "true", "\"\"", "[\"a\"]\n", "[true]", " [] ",
        ])
    func accepted(text: String) {
        #expect(refusal(text) == nil)
    }

    @Test(
        "Invalid JSON is refused",
        arguments: [
            // Arrays.
            "[1 true]", "[\"\": 1]", "[\"\"],", "[,1]", "[1,,2]", "[\"x\"]]", "[\"x\",,]", "[\"x\"", "[x", "[3[4]]",
            "[1:2]",
            "[,]", "[-]", "[   , \"\"]", "[\"a\",\n4\n,1,", "[1,]", "[*]", "[\"", "[\"a", "[1,\n1\n,1", "[{}",
            "[\u{B}a\"\\f\"]",
            // Misspelled `false`, `null` and `true`.
            "[fals]", "[nul]", "[tru]", "[True]", "[nulll]", "[TRUE]",
            // Numbers.
            "[++1234]", "[+1]", "[+Inf]", "[-01]", "[-1.0.]", "[-2.]", "[-NaN]", "[.-1]", "[.2e-3]", "[0.1.2]",
            "[0.3e+]",
            "[0.3e]", "[0.e1]", "[0E]", "[0E+]", "[0e]", "[1.0e+]", "[1.0e-]", "[1.0e]", "[1 000.0]", "[1eE2]",
            "[2.e+3]",
            "[2.e-3]", "[9.e+]", "[Inf]", "[NaN]", "[\u{FF11}]", "[1+2]", "[0x1]", "[0x42]", "[Infinity]", "[0e+-1]",
            "[-123.123foo]", "[-Infinity]", "[-foo]", "[- 1]", "[-012]", "[-.123]", "[-1x]", "[1ea]", "[1.]", "[.123]",
            "[1.2a-3]", "[1.8011670033376514H-308]", "[012]", "[-1e]",
            // Objects.
            "[\"a\", b]", "{[: \"x\"}", "{\"x\", null}", "{\"x\"::\"b\"}", "{🇨🇭}", "{\"a\":\"a\" 123}", "{key: 'value'}",
            "{\"a\" b}", "{:\"b\"}", "{\"a\" \"b\"}", "{\"a\":", "{\"a\"", "{1:1}", "{9999E9999:1}",
            "{null:null,null:null}",
            "{\"id\":0,,,,,}", "{'a':0}", "{\"id\":0,}", "{\"a\":\"b\"}/**/", "{\"a\":\"b\"}#",
            "{\"a\":\"b\",,\"c\":\"d\"}",
            "{a: \"b\"}", "{\"a\":\"a", "{ \"foo\" : \"bar\", \"a\" }", "{\"a\":true} \"x\"", "{\"a\":/*c*/\"b\"}",
            "{\"a\":\"b\"}//",
            // Strings.
            " ", "[\"\\uD800\\\"]", "[\"\\uD800\\u\"]", "[\"\\uD800\\u1\"]", "[\"\\uD800\\u1x\"]", "[é]",
            "[\"\\\u{0}\"]",
            "[\"\\x00\"]", "[\"\\\\\\\"]", "[\"\\\t\"]", "[\"\\🌀\"]", "[\"\\\"]", "[\"\\u00A\"]", "[\"\\uD834\\uDd\"]",
            "[\"\\uD800\\uD800\\x\"]", "[\"\\a\"]", "[\"\\uqqqq\"]", "[\\u0020\"asd\"]", "[\\n]", "\"",
            "['single quote']", "abc",
            "[\"\\", "[\"a\u{0}a\"]", "[\"new\nline\"]", "[\"\t\"]", "\"\\UA66D\"", "\"\"x",
            // Entire documents.
            "<.>", "[<null>]", "[1]x", "[1]]", "[\"asd]", "aå", "[True", "1]", "{\"x\": true,", "[][]", "]", "", "[",
            "{", "{]", "[,",
            "[{\"\":[{\"\":\n", "{\"a\":{\"a\"}", "*", "{\"a\":\"b\"}#{}", "[\"a", "[\u{C}]", "[\u{2060}]", "\u{2060}",
            "{}}", "{\"\":", "{,",
            "{[", "{'a'", "[\\u000A\"\"]", "[1", "[ false, nul", "[ true, fals", "{\"asd\":\"asd\"", "å", "[\u{A0}]",
            "\u{0}", "[0,\u{0}]",
        ])
    func refused(text: String) {
        #expect(refusal(text) != nil)
    }

    @Test(
        "Invalid UTF-8 is refused in strings, numbers and names",
        arguments: [
            [0x5B, 0x22, 0xE5, 0x22, 0x5D], [0x5B, 0xE5, 0x5D], [0x5B, 0x31, 0xE5, 0x5D],
            [0x5B, 0x31, 0x65, 0x31, 0xE5, 0x5D],
            [0x7B, 0x22, 0xB9, 0x22, 0x3A, 0x30, 0x7D], [0x5B, 0x22, 0x5C, 0xE5, 0x22, 0x5D], [0xE5],
            [0xEF, 0xBB, 0x7B, 0x7D],
            [0xEF, 0xBB, 0xBF], [0x5B, 0x22, 0x5C, 0x75, 0xE5, 0x22, 0x5D], [0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00],
            [0x00, 0x5B, 0x00, 0x5D],
        ] as [[UInt8]])
    func refused(bytes: [UInt8]) {
        #expect(refusal(bytes) != nil)
    }
}
