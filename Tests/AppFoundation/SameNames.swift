// A module of an app. It declares some of the names that Trackproof declares: those in the table of "Getting started".

/// The app's own log.
public protocol Analytics {
    /// Logs an event.
    func log(_ name: String)
}

/// The app's own provider.
public protocol AnalyticsProvider {}

/// The app's own protocol of events.
public protocol AnalyticsEvent {}

/// The app's own event.
public struct Event {}

/// The app's own parameters.
public struct EventParameters {}

/// The app's own value.
public struct EventValue {}

/// The app's own kinds of events.
public enum EventKind {}
