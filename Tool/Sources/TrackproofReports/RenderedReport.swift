@_spi(Tooling) package import TrackproofSnapshots

/// A report that can be rendered in each form of ``ReportKind``.
package protocol RenderedReport {
    /// Returns the report in one of its forms.
    func render(_ kind: ReportKind, style: TextStyle) -> String
}

extension Report: RenderedReport {}
extension PlanReport: RenderedReport {}
