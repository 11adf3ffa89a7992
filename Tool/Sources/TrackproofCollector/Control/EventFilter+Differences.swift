import Trackproof
import TrackproofSnapshots

extension EventFilter {
    /// Returns the differences between the parameters of an event and the parameters that the filter asks for.
    func differences(of event: RecordedEvent) -> [ParameterDifference] {
        var (expected, actual) = (event.event, event.event)
        expected.parameters = parameters
        // The filter allows additional parameters. Therefore, the comparison leaves them out.
        actual.parameters = EventParameters(event.event.parameters.filter { parameters[$0.name] != nil })
        // The filter treats 20 and 20.0 as equal, because an SDK may send either. `Comparison` treats them as equal
        // only for events whose source is a wire format, such as `wire:any`.
        let comparison = Comparison(
            of: Recording([RecordedEvent(actual, source: .wire("any"))]), with: Snapshot([expected]),
            options: ComparisonOptions(source: .wire("any")))
        return comparison.differences.flatMap(\.parameters)
    }
}
