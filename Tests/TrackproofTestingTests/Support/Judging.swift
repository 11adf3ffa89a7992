import Trackproof
import TrackproofSnapshots

@testable import TrackproofAssertions

// Shortcuts with which tests compare one event or one value with an expectation.

extension EventExpectation {
    func matches(_ event: Event) -> Bool { compiled.matches(event) }
}

extension ExpectedParameters {
    func matches(_ parameters: EventParameters) -> Bool {
        expectation.matches(Event("e", parameters))
    }

    fileprivate var expectation: EventExpectation {
        isPartial ? .event("e", including: self) : .event("e", self)
    }
}

extension ParameterMatcher {
    func matches(_ value: EventValue?) -> Bool {
        ExpectedParameters.of(self).matches(.of(value))
    }

    func differences(from value: EventValue?) -> [ParameterDifference] {
        ExpectedParameters.of(self).expectation.compiled.differences(from: Event("e", .of(value)))
    }
}

extension ExpectedParameters {
    fileprivate static func of(_ matcher: ParameterMatcher) -> ExpectedParameters { ["p": matcher] }
}

extension EventParameters {
    fileprivate static func of(_ value: EventValue?) -> EventParameters {
        EventParameters(value.map { [EventParameter("p", $0)] } ?? [])
    }
}
