/// A type whose values are events.
///
/// The stored properties of a struct become the parameters of the event, without further code. The event leaves out a
/// property that is `nil`:
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
/// A class that conforms must be final. Trackproof determines the names of a type only once, so a subclass could get
/// the names of its superclass.
///
/// For a type that the app tracks very often, implement ``eventParameters`` yourself, and create the parameters from an
/// array of ``EventParameter``. This is faster than the default implementation.
public protocol AnalyticsEvent: Encodable, EventConvertible {
    /// The event's name.
    ///
    /// By default, a struct uses its type name without the ending `Event`, and an enum uses its case name.
    var eventName: String { get throws }

    /// The event's parameters. By default, the encoded properties of the value.
    ///
    /// If a property throws an error when it is encoded, only that property is lost. The facade tracks the event with
    /// the other properties, and ``Event/encodingError`` gives the reason. A test that records such an event fails. If
    /// your own implementation of `eventParameters` throws an error, the event has no parameters.
    var eventParameters: EventParameters { get throws }

    /// The kind of the event, by default `.track`.
    static var eventKind: EventKind { get }

    /// The providers and recordings that receive the event, and the event's name for each provider.
    ///
    /// By default, all providers and recordings receive the event under its own name.
    var eventDelivery: EventDelivery { get }

    /// The rule that converts names in Swift to names of events and parameters. By default, `.snakeCase`.
    static var eventNaming: EventNaming { get }
}

extension AnalyticsEvent {
    /// The converted name of the type, or of the case if the type is an enum.
    public var eventName: String {
        get throws { EventEncoder.name(of: self) }
    }

    /// The encoded properties of the event.
    public var eventParameters: EventParameters {
        get throws { EventEncoder.parameters(of: self) }
    }

    /// The kind `track`.
    @inlinable
    public static var eventKind: EventKind { .track }

    /// The delivery to every provider and every recording.
    @inlinable
    public var eventDelivery: EventDelivery { .everywhere }

    /// The rule ``EventNaming/snakeCase``, which converts `movieID` to `movie_id`.
    public static var eventNaming: EventNaming { .snakeCase }
}

/// A value that assertions accept as an expected event: an ``Event``, an ``AnalyticsEvent`` or an `EventExpectation`.
public protocol EventConvertible: Sendable {
    /// The value as an event. The event of an `EventExpectation` has no parameters, because matchers have no value.
    var trackedEvent: Event { get }
}

extension Event: EventConvertible {
    /// The event itself.
    public var trackedEvent: Event { self }
}

extension AnalyticsEvent {
    /// The event that the facade tracks for this value.
    public var trackedEvent: Event { Event(self) }
}

extension Event {
    /// Creates an event from a value that conforms to ``AnalyticsEvent``.
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
