/// The record of the events that the collector acknowledged, and of the events that the clients abandoned.
actor Journal {
    private(set) var acknowledged: Set<String> = []
    private(set) var abandoned: Set<String> = []
    /// The number of requests to which the collector sent no answer.
    private(set) var unanswered = 0
    private(set) var isOver = false
    private var address: String?
    private var waitingForAddress: [CheckedContinuation<String, Never>] = []
    private var waitingForMore: [CheckedContinuation<Void, Never>] = []

    /// Returns the address of the running collector. If no collector is running, waits for the next one.
    func currentAddress() async -> String {
        if let address { return address }
        return await withCheckedContinuation { waitingForAddress.append($0) }
    }

    /// Sets the address of a new collector, and resumes the clients that wait for it.
    func open(at address: String) {
        self.address = address
        for continuation in waitingForAddress { continuation.resume(returning: address) }
        waitingForAddress = []
    }

    /// Forgets the address of the collector, which ends now. Another process can soon use its port.
    func close() { address = nil }

    /// Tells clients to finish the current batch and to stop.
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
