internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

extension EventFilter {
    /// In which of the parameters that are asked for an event differs.
    func differences(of event: RecordedEvent) -> [ParameterDifference] {
        var (expected, actual) = (event.event, event.event)
        expected.parameters = parameters
        // What it has besides does not matter.
        actual.parameters = EventParameters(event.event.parameters.filter { parameters[$0.name] != nil })
        // As the filter does, it takes 20 and 20.0 for one: what is asked for is of the app, what came of a wire.
        let comparison = Comparison(
            of: Recording([RecordedEvent(actual, source: .wire("any"))]), with: Snapshot([expected]),
            options: ComparisonOptions(source: .wire("any")))
        return comparison.differences.flatMap(\.parameters)
    }
}
