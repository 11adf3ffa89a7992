// `TrackproofAssertions` is not a product of the package, so a test cannot depend on it. A test that imports this
// module can use its declarations.
@_exported public import TrackproofAssertions
