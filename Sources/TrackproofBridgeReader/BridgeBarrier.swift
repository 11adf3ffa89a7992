/// What became of a barrier: ``BridgeReader/barrier(within:)``.
@_spi(Tooling) public enum BridgeBarrier: Sendable, Hashable {
    /// Everything that was tracked before has arrived.
    case passed
    /// The limit came first: something may still be on its way. Named are the writers that are known not to have
    /// answered; there may be none, where those who are awaited have yet to introduce themselves or even to be let in,
    /// or where the reader itself is behind.
    case silent([BridgeWriter])
    /// The transport has no barrier: a file.
    case unsupported
}
