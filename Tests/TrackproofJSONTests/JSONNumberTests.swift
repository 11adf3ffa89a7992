import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofJSON

@Suite("Numbers")
struct JSONNumberTests {
    private func double(_ text: String) throws -> Double {
        guard case .number(let value) = try parse(text) else {
            Issue.record("\(text) is read as no number")
            return .nan
        }
        return value
    }

    @Test("Every power of two from 2^64 fits exactly in a double, and the next integer does not")
    func powersOfTwo() throws {
        // The decimal digits of a power of two, from the last to the first.
        var digits: [Int] = [1]
        for exponent in 1..<1_024 {
            var carry = 0
            for index in digits.indices {
                let value = digits[index] * 2 + carry
                digits[index] = value % 10
                carry = value / 10
            }
            if carry > 0 { digits.append(carry) }
            guard exponent >= 64, exponent % rounds(24, deep: 1) == 0 else { continue }
            let text = digits.reversed().map(String.init).joined()
            let value = Double(sign: .plus, exponent: exponent, significand: 1)
            #expect(try double(text) == value)
            #expect(try double("-" + text) == -value)
            // No power of two ends in 9, so adding 1 to the number changes only its last digit.
            let next = String(text.dropLast()) + String(digits[0] + 1)
            #expect(refusal(next) == "test:1:1: the integer does not fit in 64 bits, nor exactly in a double")
        }
    }

    @Test(
        "Extreme numbers are read as in Swift",
        arguments: [
            "0.1", "0.2", "0.3", "1.5e300", "1.7976931348623157e308", "4.9e-324", "2.2250738585072014e-308",
            "2.2250738585072011e-308", "1e-400", "-1e-400", "0e99999999999", "0.0e-99999999999", "-0.0", "1e22", "1e23",
            "9007199254740992.0", "9007199254740993.0", "9007199254740993e0", "123456789012345678901234567890.5",
            "0.000000000000000000000000000000000000000000000000000000000000000000000000000000000001",
            "1.00000000000000011102230246251565404236316680908203125", "8.5e1", "1E5", "1e+5", "179.5e-2",
            "18446744073709551616.5", "0.30000000000000000000000000000000000000004",
        ])
    func extremes(text: String) throws {
        let expected = try #require(Double(text))
        #expect(try double(text).bitPattern == expected.bitPattern)
    }

    @Test("An exponent that offsets very many zeros is exact", arguments: [99_980, 100_010])
    func longNumbers(zeros: Int) throws {
        #expect(try double("0." + String(repeating: "0", count: zeros - 1) + "1e\(zeros + 20)") == 1e20)
        let digits = String(repeating: "0", count: zeros)
        #expect(try double("1" + digits + ".0e-\(zeros)") == 1)
        #expect(try double("1e-\(digits)5") == 1e-5)
    }

    @Test("Random numbers are read and written bit for bit as in Swift")
    func randomNumbers() throws {
        var random = SeededGenerator(seed: 1)
        func digits(_ count: ClosedRange<Int>) -> String {
            let count = Int.random(in: count, using: &random)
            return (0..<count).map { _ in String(UInt8.random(in: 0...9, using: &random)) }.joined()
        }
        for _ in 0..<rounds(1_000, deep: 20_000) {
            var whole = digits(1...22)
            while whole.hasPrefix("0"), whole.count > 1 { whole.removeFirst() }
            let sign = random.next() % 2 == 0 ? "-" : ""
            let fraction = random.next() % 4 == 0 ? "" : "." + digits(1...24)
            let limit = random.next() % 2 == 0 ? 30 : 280
            let exponent =
                fraction.isEmpty || random.next() % 2 == 0 ? "e\(Int.random(in: -limit...limit, using: &random))" : ""
            let number = sign + whole + fraction + exponent
            let expected = try #require(Double(number))
            #expect(try double(number).bitPattern == expected.bitPattern, "\(number)")

            let value = random.double()
            if value.isFinite {
                let written = text(of: .number(value))
                #expect(try double(written).bitPattern == value.bitPattern, "\(written)")
                #expect(written.utf8.count <= value.description.utf8.count + 1, "\(written) is not the shortest form")
            }

            let integer = random.integer()
            #expect(text(of: .integer(integer)) == String(integer))
            #expect(try parse(String(integer)) == .integer(integer))
        }
    }

    @Test("Integers of every length are written completely", arguments: 0..<19)
    func lengths(zeros: Int) {
        let power = (0..<zeros).reduce(Int64(1)) { product, _ in product * 10 }
        for value in [power, power - 1, -power, 1 - power] { #expect(text(of: .integer(value)) == String(value)) }
    }

    @Test(
        "Numbers are written in one fixed form",
        arguments: [
            (3, "3.0"), (-3, "-3.0"), (0, "0.0"), (-0.0, "-0.0"), (0.1, "0.1"), (1e15, "1000000000000000.0"),
            (1e16, "1e+16"),
            (1.5e-7, "1.5e-07"), (.leastNonzeroMagnitude, "5e-324"),
            (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
            (999_999_999_999_999, "999999999999999.0"),
        ])
    func form(value: Double, written: String) {
        #expect(text(of: .number(value)) == written)
    }

    @Test(
        "Numbers that are not finite are written as strings",
        arguments: [
            (Double.nan, "\"NaN\""), (-Double.nan, "\"NaN\""), (.infinity, "\"Infinity\""),
            (-.infinity, "\"-Infinity\""),
        ])
    func notFinite(value: Double, written: String) throws {
        #expect(text(of: .number(value)) == written)
        #expect(try parse(written) == .number(value))
    }
}
