/// An element that tests find and no person sees, apart from its toolkit.
struct InvisibleElement: Sendable {
    /// How many bytes of events an accessible value may hold. XCTest cuts the values in its snapshots at 512 bytes;
    /// what remains is for the header of a chunk.
    static let valueBytes = 512 - 80

    /// What it is found by.
    let identifier: String
    /// Its value, composed whenever somebody reads it.
    let value: @MainActor () -> String
}
