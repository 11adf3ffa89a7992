/// An event with a type of its own.
///
/// A struct's stored properties become the parameters, without further code. A `nil` is left out:
///
/// ```swift
/// struct MovieTapped: AnalyticsEvent {
///     var movieID: Int       // movie_id
///     var slug: String
///     var position: Int?     // left out where nil
/// }                          // is called movie_tapped
/// ```
///
/// The cases of an enum are events too, and their associated values become the parameters:
///
/// ```swift
/// enum LoginEvent: AnalyticsEvent {
///     case loginSucceeded                     // login_succeeded
///     case loginFailed(reason: String)        // login_failed {reason: …}
/// }
/// ```
///
/// A class must be final to be an event, because Trackproof learns the names of a type only once.
///
/// If every nanosecond counts, write ``eventParameters`` by hand from pairs of names and values.
public protocol AnalyticsEvent: Encodable, Sendable {
    /// The event's name.
    ///
    /// By default it is a struct's type name without the ending `Event`, or an enum's case name.
    var eventName: String { get throws }

    /// The parameters. By default they are the event's own encoding.
    ///
    /// If a value throws an error when it is encoded, only that value is lost. The event is tracked with the other
    /// values, and with the reason in ``Event/encodingError``. A test fails for that reason. If your own implementation
    /// of this property throws an error, the event has no parameters.
    var eventParameters: EventParameters { get throws }

    /// The kind of the event, by default `.track`.
    static var eventKind: EventKind { get }

    /// The providers and recordings that get the event, and its name there; by default all of them.
    var eventDelivery: EventDelivery { get }

    /// The rule that turns names in Swift into names of events and parameters; by default `snake_case`.
    static var eventNaming: EventNaming { get }
}

extension AnalyticsEvent {
    /// The name of the type or of the enum's case.
    public var eventName: String {
        get throws { EventEncoder.name(of: self) }
    }

    /// The event's encoding.
    public var eventParameters: EventParameters {
        get throws { EventEncoder.parameters(of: self) }
    }

    /// The kind of a track event.
    @inlinable
    public static var eventKind: EventKind { .track }

    /// The delivery to every provider and every recording.
    @inlinable
    public var eventDelivery: EventDelivery { .everywhere }

    /// The rule that joins words in lower case with underscores.
    public static var eventNaming: EventNaming { .snakeCase }
}

extension Event {
    /// Creates the event that a typed event stands for.
    @inlinable
    public init(_ event: some AnalyticsEvent) {
        let kind = type(of: event).eventKind
        do {
            let parameters = try event.eventParameters
            self.init(try event.eventName, parameters, kind: kind)
        } catch {
            self = EventEncoder.incomplete(event, kind)
        }
        let delivery = event.eventDelivery
        if !delivery.isEverywhere { self.delivery = delivery }
    }
}
