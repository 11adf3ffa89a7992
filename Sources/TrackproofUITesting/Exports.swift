// These two modules are not products of the package, so a test target cannot depend on them. The exports let a test
// that imports `TrackproofUITesting` use the declarations of both modules.
@_exported public import TrackproofAssertions
@_exported public import class TrackproofCollectorClient.CollectorSession
@_exported public import struct TrackproofCollectorClient.CollectorError
