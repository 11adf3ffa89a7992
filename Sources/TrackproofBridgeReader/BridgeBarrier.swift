/// The outcome of a barrier: ``BridgeReader/barrier(within:)``.
@_spi(Tooling) public enum BridgeBarrier: Sendable, Hashable {
    /// Everything that the writers tracked before the call has arrived.
    case passed
    /// The time limit passed before every writer answered, so events may still be on their way.
    ///
    /// The value contains the known writers that have not answered. It can be empty: the reader may be waiting for a
    /// writer that has not introduced itself, or for a connection that it has not accepted yet. The reader may also be
    /// busy with earlier input.
    case silent([BridgeWriter])
    /// The transport has no barrier, because it is a file.
    case unsupported
}
