public import Trackproof

/// A permission of the user without which an app must not track.
public struct Permission {
    /// Gives the permission or withdraws it.
    let set: (Bool) -> Void

    /// Returns the user's consent, as the facade knows it from ``/Trackproof/Analytics/setConsent(_:)``.
    public static func consent(of analytics: Analytics) -> Permission {
        Permission { analytics.setConsent($0) }
    }

    /// Returns a permission that the app itself checks.
    ///
    /// ```swift
    /// expectNothing(without: .permission { settings.allowsAnalytics = $0 }) { viewModel.buy() }
    /// ```
    ///
    /// - Parameter set: Gives the permission, or withdraws it. The closure runs on the actor of the test.
    public static func permission(_ set: @escaping (_ isGiven: Bool) -> Void) -> Permission {
        Permission(set: set)
    }
}
