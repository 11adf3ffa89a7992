import Trackproof
import TrackproofJSON

/// A JSON value in an answer, which tests compare with literals. An integer never equals a floating-point number.
struct ControlJSON: Equatable, Sendable, CustomStringConvertible {
    let value: EventValue

    init(_ value: EventValue) { self.value = value }

    subscript(name: String) -> ControlJSON? { value.object?[name].map { ControlJSON($0) } }

    var array: [ControlJSON]? { value.array?.map { ControlJSON($0) } }
    var string: String? { value.string }
    var integer: Int64? { value.integer }

    /// Returns the member `name` of each object in an array.
    func all(_ name: String) -> [ControlJSON?] { (array ?? []).map { $0[name] } }

    /// The names of the events in an array.
    var names: [String] { all("name").compactMap { $0?.string } }

    var description: String { value.json }
}

extension ControlJSON: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self.init(.string(value)) }
    init(integerLiteral value: Int64) { self.init(.integer(value)) }
    init(booleanLiteral value: Bool) { self.init(.bool(value)) }
    init(arrayLiteral elements: ControlJSON...) { self.init(.array(elements.map(\.value))) }
    init(dictionaryLiteral elements: (String, ControlJSON)...) {
        self.init(.object(EventParameters(elements.map { EventParameter($0.0, $0.1.value) })))
    }
}
