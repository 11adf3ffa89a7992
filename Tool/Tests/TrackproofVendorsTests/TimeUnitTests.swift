import Testing
import Trackproof
import TrackproofVendors

@Suite struct TimeUnitTests {
    private static let moment = "2026-11-21T09:30:00.125Z"
    private static let second = "2026-11-21T09:30:00.000Z"

    @Test(arguments: [
        (EventValue.integer(1_795_253_400_125_000_000), TimeUnit.nanoseconds, moment, true),
        (.integer(1_795_253_400_125_000_001), .nanoseconds, moment, false),
        (.string("1795253400125999"), .microseconds, moment, false),
        (.string("1795253400125"), .milliseconds, moment, true), (.integer(1_795_253_400), .seconds, second, true),
        (.integer(1_795_253_400), .secondsOrMilliseconds, second, true),
        (.integer(1_795_253_400_125), .secondsOrMilliseconds, moment, true),
        (.string("1795253400125"), .secondsOrMilliseconds, moment, true),
        (.integer(-1), .secondsOrMilliseconds, "1969-12-31T23:59:59.000Z", true),
        (.integer(-1), .microseconds, "1969-12-31T23:59:59.999Z", false),
        (.integer(-1_000), .microseconds, "1969-12-31T23:59:59.999Z", true),
        (.number(1_795_253_400.125), .seconds, moment, true),
        (.number(1_795_253_400.123), .secondsOrMilliseconds, "2026-11-21T09:30:00.123Z", true),
        (.number(1_795_253_400.1234567), .secondsOrMilliseconds, "2026-11-21T09:30:00.123Z", false),
        (.string("1795253400.1251"), .secondsOrMilliseconds, moment, false),
        (.number(1_795_253_400_125.0), .secondsOrMilliseconds, moment, true),
        (.number(1_795_253_400_125.5), .secondsOrMilliseconds, "2026-11-21T09:30:00.126Z", false),
        (.number(1_795_253_400_124.6), .milliseconds, moment, false),
        (.number(1.795253400125e15), .microseconds, moment, true),
    ])
    func readsNumbersAndTheirText(value: EventValue, unit: TimeUnit, time: String, isExact: Bool) {
        let read = unit.time(value)
        #expect(read?.time.description == time && read?.isExact == isExact)
    }

    @Test(
        arguments: [
            .null, .bool(true), .string(""), .string("soon"), .string("nan"), .integer(.max), .integer(.min),
            .number(.infinity), .number(.nan), .number(1e300), .array([]), .object([:]),
        ] as [EventValue])
    func returnsNilForAnInvalidTime(value: EventValue) {
        for unit in [TimeUnit.seconds, .milliseconds, .secondsOrMilliseconds] { #expect(unit.time(value) == nil) }
    }
}
