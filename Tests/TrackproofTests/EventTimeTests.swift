import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof

@Suite struct EventTimeTests {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    private static let firstMillisecond: Int64 = -62_167_219_200_000
    private static let lastMillisecond: Int64 = 253_402_300_799_999

    @Test func timesAreWrittenAndReadAsFoundationDoes() throws {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<rounds(200, deep: 3_000) {
            // The times begin in 1589, because Foundation may use the Julian calendar for times before 1582.
            let milliseconds = Int64.random(in: -12_000_000_000_000...Self.lastMillisecond, using: &generator)
            let time = try #require(EventTime(millisecondsSince1970: milliseconds))
            // The formatter rounds down. Without the additional quarter of a millisecond, it could write the previous
            // millisecond.
            let date = Date(timeIntervalSince1970: (Double(milliseconds) + 0.25) / 1_000)
            #expect(time.description == Self.style.format(date))
            #expect(EventTime(time.description) == time)
        }
    }

    /// Tests dates against an independent count of the days from year 0 to 9999.
    @Test func datesFollowTheCalendarFromYear0To9999() throws {
        var milliseconds = Self.firstMillisecond
        for year in 0...9999 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            // The first year of a century, in which the rule for leap years has exceptions, is checked day by day. In
            // other years, the first and the last day of each month are checked.
            let days = { year % 100 == 0 ? Array(1...$0) : year % rounds(7, deep: 1) == 0 ? [1, $0] : [] }
            for (month, length) in lengths.enumerated() {
                for day in days(length) {
                    let time = EventTime(millisecondsSince1970: milliseconds + Int64(day - 1) * 86_400_000)
                    func digits(_ number: Int, _ width: Int) -> String {
                        let text = String(number)
                        return String(repeating: "0", count: width - text.count) + text
                    }
                    let text = "\(digits(year, 4))-\(digits(month + 1, 2))-\(digits(day, 2))T00:00:00.000Z"
                    if time?.description != text || EventTime(text) != time { Issue.record("\(text)") }
                }
                milliseconds += Int64(length) * 86_400_000
            }
        }
        #expect(milliseconds == Self.lastMillisecond + 1)
    }

    @Test func onlyTimesFromYear0To9999AreAllowed() {
        #expect(EventTime(millisecondsSince1970: Self.firstMillisecond)?.description == "0000-01-01T00:00:00.000Z")
        #expect(EventTime(millisecondsSince1970: Self.lastMillisecond)?.description == "9999-12-31T23:59:59.999Z")
        #expect(EventTime(millisecondsSince1970: Self.firstMillisecond - 1) == nil)
        #expect(EventTime(millisecondsSince1970: Self.lastMillisecond + 1) == nil)
        #expect(EventTime(millisecondsSince1970: .min) == nil)
        #expect(EventTime(millisecondsSince1970: .max) == nil)
    }

    @Test(arguments: [
        ("2026-11-21T09:30:00Z", "2026-11-21T09:30:00.000Z"), ("2026-11-21t09:30:00z", "2026-11-21T09:30:00.000Z"),
        ("2026-11-21 09:30:00Z", "2026-11-21T09:30:00.000Z"), ("2026-11-21T09:30:00.1Z", "2026-11-21T09:30:00.100Z"),
        ("2026-11-21T09:30:00.12Z", "2026-11-21T09:30:00.120Z"),
        ("2026-11-21T09:30:00.123999999999999999999Z", "2026-11-21T09:30:00.123Z"),
        ("2026-11-21T09:30:00+01:30", "2026-11-21T08:00:00.000Z"),
        ("2026-11-21T09:30:00.5-23:59", "2026-11-22T09:29:00.500Z"),
        ("2024-02-29T23:59:59-00:01", "2024-03-01T00:00:59.000Z"),
        ("2000-02-29T00:00:00+00:00", "2000-02-29T00:00:00.000Z"),
        ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"),
    ])
    func otherFormsOfATimeAreRead(text: String, canonical: String) {
        #expect(EventTime(text)?.description == canonical)
    }

    @Test func offsetsAreReadAsFoundationDoes() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<rounds(50, deep: 500) {
            let seconds = Int.random(in: -10_000_000_000..<250_000_000_000, using: &generator)
            let minutes = Int.random(in: -719...719, using: &generator)
            let zone = try #require(TimeZone(secondsFromGMT: minutes * 60))
            let style = Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: zone)
            let date = Date(timeIntervalSince1970: Double(seconds))
            #expect(EventTime(style.format(date))?.millisecondsSince1970 == Int64(seconds) * 1_000)
        }
    }

    @Test(arguments: [
        "", "now", "2026-11-21", "2026-11-21T09:30:00", "2026-11-21T09:30Z", "2026-11-21T09:30:00.Z",
        "2026-11-21T09:30:00ZZ", "2026-11-21T09:30:00+0130", "2026-11-21T09:30:00+01", "2026-11-21T09:30:00+24:00",
        "2026-11-21T09:30:00+01:60", "2026-11-21T09:30:00+01:3", "2026-13-21T09:30:00Z", "2026-00-21T09:30:00Z",
        "2026-11-31T09:30:00Z", "2026-11-00T09:30:00Z", "2025-02-29T09:30:00Z", "1900-02-29T00:00:00Z",
        "2026-11-21T24:00:00Z", "2026-11-21T09:60:00Z", "2026-11-21T09:30:61Z", "2026/11/21T09:30:00Z",
        "2026-11-21T09.30.00Z", "02026-11-21T09:30:00Z", "-026-11-21T09:30:00Z", "2026-11-21T09:30:00.0",
        " 2026-11-21T09:30:00Z", "2026-11-21T09:30:00Z ", "2026-11-21X09:30:00Z", "２026-11-21T09:30:00Z",
        "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01",
    ])
    func returnsNilForInvalidText(text: String) {
        #expect(EventTime(text) == nil)
    }

    @Test func nowIsTheCurrentTime() {
        let before = Date().timeIntervalSince1970 * 1_000
        let now = EventTime.now
        let after = Date().timeIntervalSince1970 * 1_000
        #expect(Double(now.millisecondsSince1970) >= before.rounded(.down))
        #expect(Double(now.millisecondsSince1970) <= after)
        #expect(EventTime(millisecondsSince1970: 1).map { $0 < now } == true)
    }
}
