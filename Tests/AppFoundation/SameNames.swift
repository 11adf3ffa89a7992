// A module of an app that declares names which other modules use too: those of the table in "Getting started".

/// The app's own log.
public protocol Analytics {
    /// Notes what happened.
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

/// The app's own kinds.
public enum EventKind {}
