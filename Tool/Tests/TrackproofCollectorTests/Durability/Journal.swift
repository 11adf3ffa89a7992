/// The clients' record of the events that the collector acknowledged, and of the events that the clients abandoned.
actor Journal {
    private(set) var acknowledged: Set<String> = []
    private(set) var abandoned: Set<String> = []
    /// The number of requests without an answer.
    private(set) var unanswered = 0
    private(set) var isOver = false
    private var address: String?
    private var waitingForAddress: [CheckedContinuation<String, Never>] = []
    private var waitingForMore: [CheckedContinuation<Void, Never>] = []

    /// Returns the address of the collector. Waits for the next collector if none is running.
    func currentAddress() async -> String {
        if let address { return address }
        return await withCheckedContinuation { waitingForAddress.append($0) }
    }

    /// Notes that a collector is running at an address.
    func open(at address: String) {
        self.address = address
        for continuation in waitingForAddress { continuation.resume(returning: address) }
        waitingForAddress = []
    }

    /// Notes that the collector is gone. Another process can soon use its port.
    func close() { address = nil }

    /// Tells clients to finish the batch that they have begun, and to stop.
    func end() { isOver = true }

    func acknowledge(_ ids: [String]) {
        acknowledged.formUnion(ids)
        for continuation in waitingForMore { continuation.resume() }
        waitingForMore = []
    }

    func abandon(_ ids: [String]) { abandoned.formUnion(ids) }

    func countUnanswered() { unanswered += 1 }

    /// Waits until more events are acknowledged.
    func nextAcknowledgement() async {
        await withCheckedContinuation { waitingForMore.append($0) }
    }
}
