/// An event with a type of its own.
///
/// A struct's stored properties become the parameters, with no further code; a nil is left out:
///
/// ```swift
/// struct MovieTapped: AnalyticsEvent {
///     var movieID: Int       // movie_id
///     var slug: String
///     var position: Int?     // left out where nil
/// }                          // is called movie_tapped
/// ```
///
/// So do the associated values of an enum, whose cases are the events:
///
/// ```swift
/// enum LoginEvent: AnalyticsEvent {
///     case loginSucceeded                     // login_succeeded
///     case loginFailed(reason: String)        // login_failed {reason: …}
/// }
/// ```
///
/// Of classes only final ones can be events: what is learned of a type is kept for the type.
///
/// Where every nanosecond counts, write ``eventParameters`` by hand from pairs of names and values.
public protocol AnalyticsEvent: Encodable, Sendable {
    /// The event's name; by default a struct's type name without the ending `Event`, or an enum's case name.
    var eventName: String { get throws }

    /// The parameters; by default the event's own encoding.
    ///
    /// A value whose encoding throws costs only itself: the event is tracked with the others, and with the reason in
    /// ``Event/encodingError``, for which a test fails. Where parameters written by hand throw, there are no others.
    var eventParameters: EventParameters { get throws }

    /// What the event says: `.track`, unless stated otherwise.
    static var eventKind: EventKind { get }

    /// Where the event goes, and under which name: everywhere, unless stated otherwise.
    var eventDelivery: EventDelivery { get }

    /// How names in Swift become names of events and parameters: `snake_case`, unless stated otherwise.
    static var eventNaming: EventNaming { get }
}

extension AnalyticsEvent {
    /// The type's or case's name.
    public var eventName: String {
        get throws { EventEncoder.name(of: self) }
    }

    /// The event's encoding.
    public var eventParameters: EventParameters {
        get throws { EventEncoder.parameters(of: self) }
    }

    /// A track event.
    @inlinable
    public static var eventKind: EventKind { .track }

    /// Everywhere.
    @inlinable
    public var eventDelivery: EventDelivery { .everywhere }

    /// Words in lower case with underscores.
    public static var eventNaming: EventNaming { .snakeCase }
}

extension Event {
    /// The event that a typed event stands for.
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
