import Foundation
import Testing
import Trackproof

/// Tests that scalars of Foundation and Core Graphics have the same value in a literal and in a typed event.
@Suite struct EventValueTypesTests {
    struct Scalars: AnalyticsEvent {
        var date = Date(timeIntervalSince1970: 0.5)
        var url = URL(fileURLWithPath: "/a")
        var uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
        var decimal = Decimal(string: "19.990000000000000001")
        var data = Data([1, 2, 3])
        var duration = Duration.milliseconds(1_500)
        var whole = Duration.seconds(3)
        var locale = Locale(identifier: "en_US")
        var zone = TimeZone(secondsFromGMT: 0)
        var width = 1.5 as CGFloat
        var none = CGFloat.nan
        var point = CGPoint(x: 1, y: 2.5)
        var size = CGSize(width: 3, height: 4)
        var rect = CGRect(x: 1, y: 2, width: 3, height: 4)
        var dates = [Date(timeIntervalSince1970: 0)]
        var value = EventValue.null
        var object: EventParameters = ["aKey": 1]
    }

    @Test func aLiteralAndATypedEventHaveTheSameValues() {
        let scalars = Scalars()
        let literal: EventParameters = [
            "date": scalars.date, "url": scalars.url, "uuid": scalars.uuid, "decimal": scalars.decimal,
            "data": scalars.data, "duration": scalars.duration, "whole": scalars.whole, "locale": scalars.locale,
            "zone": scalars.zone, "width": scalars.width, "none": scalars.none, "point": scalars.point,
            "size": scalars.size, "rect": scalars.rect, "dates": scalars.dates, "value": scalars.value,
            "object": scalars.object,
        ]
        #expect(
            literal.description
                == """
                {date: "1970-01-01T00:00:00.500Z", url: "file:///a", uuid: "00000000-0000-0000-0000-000000000001", \
                decimal: 19.99, data: "AQID", duration: 1.5, whole: 3.0, locale: "en_US", zone: "GMT", width: 1.5, \
                none: "NaN", point: [1.0, 2.5], size: [3.0, 4.0], rect: [[1.0, 2.0], [3.0, 4.0]], \
                dates: ["1970-01-01T00:00:00.000Z"], value: null, object: {aKey: 1}}
                """)
        #expect(tracked(scalars)?.parameters.description == literal.description)
    }

    @Test func foundationNumbersKeepTheirType() {
        let parameters: EventParameters = [
            "bool": NSNumber(value: true), "int": NSNumber(value: 3), "double": NSNumber(value: 3.5),
            "decimal": NSDecimalNumber(string: "0.1"),
        ]
        #expect(parameters.description == #"{bool: true, int: 3, double: 3.5, decimal: 0.1}"#)
    }
}
