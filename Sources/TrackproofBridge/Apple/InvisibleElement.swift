/// An accessibility element that tests find and no person sees, in a form that does not depend on the toolkit.
struct InvisibleElement: Sendable {
    /// The maximum number of bytes of events in an accessibility value.
    ///
    /// XCTest cuts the values in its snapshots at 512 bytes. The header of a chunk needs up to 80 of these bytes.
    static let valueBytes = 512 - 80

    let identifier: String
    /// A closure that composes the value whenever a test reads the value.
    let value: @MainActor () -> String
}
