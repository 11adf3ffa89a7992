// `TrackproofAssertions` is not a product of the package, so a test target cannot depend on it. This export lets a test
// that imports `TrackproofTesting` use the declarations of `TrackproofAssertions`.
@_exported public import TrackproofAssertions
