import Testing
import Trackproof
import TrackproofVendors

@testable import TrackproofWire

/// Tests times in texts, and values that are no times. `TimeUnitTests` tests numbers.
@Suite struct VendorTimeTests {
    @Test(arguments: [
        ("2026-11-21T09:30:00.125Z", "2026-11-21T09:30:00.125Z", true),
        ("2026-11-21T10:30:00.125000+01:00", "2026-11-21T09:30:00.125Z", true),
        ("2026-11-21T09:30:00.125001+00:00", "2026-11-21T09:30:00.125Z", false),
        ("2026-11-21T09:30:00Z", "2026-11-21T09:30:00.000Z", true),
    ]) func textIsReadToTheMillisecond(text: String, time: String, isExact: Bool) {
        let read = VendorTime.text(.string(text))
        #expect(read?.time.description == time && read?.isExact == isExact)
    }

    @Test(arguments: [
        EventValue.integer(.min), .integer(.max), .number(1e300), .number(-.infinity), .number(.nan),
        .string("1795253400"), .bool(true), .null, .array([]),
    ]) func returnsNilForAnInvalidTime(value: EventValue) {
        #expect(VendorTime.text(value) == nil)
        #expect(VendorTime.milliseconds(value) == nil)
        #expect(VendorTime.secondsOrMilliseconds(value) == nil)
    }
}
