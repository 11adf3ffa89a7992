/// An element that tests find and no person sees, independent of the toolkit.
struct InvisibleElement: Sendable {
    /// The maximum number of bytes of events in an accessibility value.
    ///
    /// XCTest cuts the values in its snapshots at 512 bytes. The header of a chunk needs up to 80 of these bytes.
    static let valueBytes = 512 - 80

    /// The identifier by which tests find the element.
    let identifier: String
    /// A closure that composes the value whenever it is read.
    let value: @MainActor () -> String
}
