/// What clients know of their events: which were acknowledged, and which they gave up.
actor Journal {
    private(set) var acknowledged: Set<String> = []
    private(set) var abandoned: Set<String> = []
    /// How many requests got no answer.
    private(set) var unanswered = 0
    private(set) var isOver = false
    private var address: String?
    private var waitingForAddress: [CheckedContinuation<String, Never>] = []
    private var waitingForMore: [CheckedContinuation<Void, Never>] = []

    /// Where the collector is; while there is none, it waits for the next.
    func currentAddress() async -> String {
        if let address { return address }
        return await withCheckedContinuation { waitingForAddress.append($0) }
    }

    /// There is a collector.
    func open(at address: String) {
        self.address = address
        for continuation in waitingForAddress { continuation.resume(returning: address) }
        waitingForAddress = []
    }

    /// There is none any more. Its port may be another's soon.
    func close() { address = nil }

    /// Clients finish what they have begun.
    func end() { isOver = true }

    func acknowledge(_ ids: [String]) {
        acknowledged.formUnion(ids)
        for continuation in waitingForMore { continuation.resume() }
        waitingForMore = []
    }

    func abandon(_ ids: [String]) { abandoned.formUnion(ids) }

    func countUnanswered() { unanswered += 1 }

    /// Returns when more has been acknowledged.
    func nextAcknowledgement() async {
        await withCheckedContinuation { waitingForMore.append($0) }
    }
}
