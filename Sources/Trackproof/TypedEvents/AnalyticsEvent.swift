/// An event with a type of its own.
///
/// A struct's stored properties become the parameters, without further code. A property that is `nil` is left out:
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
/// A class that conforms must be final, because Trackproof derives the names of a type only once: a subclass could get
/// the names of its superclass.
///
/// On a hot path, implement ``eventParameters`` by hand, and create the parameters from an array of ``EventParameter``.
public protocol AnalyticsEvent: Encodable, Sendable {
    /// The event's name.
    ///
    /// By default, a struct uses its type name without the ending `Event`, and an enum uses its case name.
    var eventName: String { get throws }

    /// The parameters. By default, Trackproof encodes the event.
    ///
    /// If a value throws an error when it is encoded, only that value is lost. The facade tracks the event with the
    /// other values, and ``Event/encodingError`` gives the reason. A test that records such an event fails.
    /// If your own implementation of this property throws an error, the event has no parameters.
    var eventParameters: EventParameters { get throws }

    /// The kind of the event, by default `.track`.
    static var eventKind: EventKind { get }

    /// The providers and recordings that receive the event, and the name that each provider receives.
    ///
    /// By default, all providers and recordings receive the event under its own name.
    var eventDelivery: EventDelivery { get }

    /// The rule that turns Swift's names into the names of events and parameters. By default, `snake_case`.
    static var eventNaming: EventNaming { get }
}

extension AnalyticsEvent {
    /// The name of the type or of the enum's case.
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

    /// The rule that joins words in lower case with underscores.
    public static var eventNaming: EventNaming { .snakeCase }
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
