import Testing
import Trackproof
import TrackproofVendors

@testable import TrackproofWire

@Suite struct VendorTimeTests {
    @Test(arguments: [
        ("2026-11-21T09:30:00.125Z", "2026-11-21T09:30:00.125Z", true),
        ("2026-11-21T10:30:00.125000+01:00", "2026-11-21T09:30:00.125Z", true),
        ("2026-11-21T09:30:00.125001+00:00", "2026-11-21T09:30:00.125Z", false),
        ("2026-11-21T09:30:00Z", "2026-11-21T09:30:00.000Z", true),
    ]) func textIsReadToTheMillisecond(text: String, time: String, isExact: Bool) {
        expect(VendorTime.text(.string(text)), time, isExact)
    }

    @Test(arguments: [
        (EventValue.integer(1_795_253_400), "2026-11-21T09:30:00.000Z", true),
        (.integer(1_795_253_400_125), "2026-11-21T09:30:00.125Z", true),
        (.number(1_795_253_400.125), "2026-11-21T09:30:00.125Z", true),
        (.number(1_795_253_400.123), "2026-11-21T09:30:00.123Z", true),
        (.number(1_795_253_400.1234567), "2026-11-21T09:30:00.123Z", false),
        (.number(1_795_253_400_125.0), "2026-11-21T09:30:00.125Z", true),
        (.number(1_795_253_400_125.5), "2026-11-21T09:30:00.126Z", false),
        (.integer(-1), "1969-12-31T23:59:59.000Z", true),
    ]) func distinguishesSecondsAndMilliseconds(value: EventValue, time: String, isExact: Bool) {
        expect(VendorTime.secondsOrMilliseconds(value), time, isExact)
    }

    @Test(arguments: [
        EventValue.integer(.min), .integer(.max), .number(1e300), .number(-.infinity), .number(.nan),
        .string("1795253400"), .bool(true), .null, .array([]),
    ]) func returnsNilForAnInvalidTime(value: EventValue) {
        #expect(VendorTime.text(value) == nil)
        #expect(VendorTime.milliseconds(value) == nil)
        #expect(VendorTime.secondsOrMilliseconds(value) == nil)
    }

    private func expect(_ actual: VendorTime?, _ time: String, _ isExact: Bool) {
        #expect(actual?.time.description == time)
        #expect(actual?.isExact == isExact)
    }
}
