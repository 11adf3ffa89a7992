/// The outcome of a barrier: ``BridgeReader/barrier(within:)``.
@_spi(Tooling) public enum BridgeBarrier: Sendable, Hashable {
    /// Everything that the writers tracked before the call has arrived.
    case passed
    /// The time limit passed first, so events may still be on their way.
    ///
    /// The value contains the writers that are known not to have answered. It may be empty: the reader may wait for
    /// writers that have not introduced themselves or whose connections it has not accepted yet, or it may itself be
    /// behind.
    case silent([BridgeWriter])
    /// The transport has no barrier, because it is a file.
    case unsupported
}
