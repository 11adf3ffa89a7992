import Testing
import Trackproof
import TrackproofVendors

@Suite struct TimeUnitTests {
    private func time(_ value: EventValue, _ unit: TimeUnit) -> String? {
        unit.time(value).map { "\($0.time) \($0.isExact ? "exactly" : "nearly")" }
    }

    @Test func readsIntegersAndTheirText() {
        let moment = "2026-11-21T09:30:00.125Z"
        #expect(time(.integer(1_795_253_400_125_000_000), .nanoseconds) == moment + " exactly")
        #expect(time(.integer(1_795_253_400_125_000_001), .nanoseconds) == moment + " nearly")
        #expect(time(.string("1795253400125999"), .microseconds) == moment + " nearly")
        #expect(time(.string("1795253400125"), .milliseconds) == moment + " exactly")
        #expect(time(.integer(1_795_253_400), .seconds) == "2026-11-21T09:30:00.000Z exactly")
        #expect(time(.integer(1_795_253_400), .secondsOrMilliseconds) == "2026-11-21T09:30:00.000Z exactly")
        #expect(time(.string("1795253400125"), .secondsOrMilliseconds) == moment + " exactly")
        #expect(time(.integer(-1), .microseconds) == "1969-12-31T23:59:59.999Z nearly")
        #expect(time(.integer(-1_000), .microseconds) == "1969-12-31T23:59:59.999Z exactly")
    }

    @Test func readsFractions() {
        let moment = "2026-11-21T09:30:00.125Z"
        #expect(time(.number(1_795_253_400.125), .seconds) == moment + " exactly")
        #expect(time(.string("1795253400.1251"), .secondsOrMilliseconds) == moment + " nearly")
        #expect(time(.number(1_795_253_400_125.0), .milliseconds) == moment + " exactly")
        #expect(time(.number(1_795_253_400_124.6), .milliseconds) == moment + " nearly")
        #expect(time(.number(1.795253400125e15), .microseconds) == moment + " exactly")
    }

    @Test(
        arguments: [
            .null, .bool(true), .string(""), .string("soon"), .string("nan"), .integer(.max), .integer(.min),
            .number(.infinity),
            .number(.nan), .number(1e300), .array([]), .object([:]),
        ] as [EventValue])
    func returnsNilForAnInvalidTime(value: EventValue) {
        for unit in [TimeUnit.seconds, .milliseconds, .secondsOrMilliseconds] { #expect(unit.time(value) == nil) }
    }
}
