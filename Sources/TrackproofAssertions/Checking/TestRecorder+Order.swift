package import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

extension TestRecorder {
    /// Expects that events of these names were recorded in this order.
    package func expectOrder(_ names: [String], source: EventSource, at site: CallSite) {
        begin(at: site)
        guard names.count > 1 else {
            return fail("an order needs two names or more, and there \(names.isEmpty ? "is none" : "is one")", at: site)
        }
        var previous: LoggedEvent?
        var taken: Set<Int> = []
        for name in names {
            let after = previous?.recorded.sequence ?? 0
            guard let found = withIndex({ $0.first(name, of: source, after: after) }) else {
                let log = log(of: source)
                let shown = name.safeForDisplay
                let earlier = log.last { $0.event.displayName.isExactly(name) && !taken.contains($0.number) }
                let wanted = previous.map {
                    "\(shown) should follow \($0.event.displayName.safeForDisplay) (number \($0.number))"
                }
                let message =
                    switch (wanted, earlier) {
                    case (let wanted?, let earlier?): "out of order: \(wanted), its last is number \(earlier.number)"
                    case (let wanted?, nil) where names.prefix(taken.count).contains(where: name.isExactly):
                        "not tracked again: \(wanted)"
                    default: "not tracked: \(shown)"
                    }
                return fail(
                    "\(message)\n\(log.lookalikeHint(of: name))\(EventTable(log: log).text)", at: site)
            }
            previous = found
            taken.insert(found.number)
        }
    }
}
