import Testing
import Trackproof
import TrackproofPlans
import TrackproofVendors

/// Tests that the facts about each vendor agree with each other.
struct VendorTests {
    @Test func eachNameBelongsToOneVendor() {
        let names = Vendor.all.map(\.name)
        #expect(Set(names).count == names.count)
        let destinations = Vendor.all.compactMap(\.destination)
        #expect(Set(destinations).count == destinations.count)
        let layouts = ArchiveLayout.vendors.map(\.name)
        #expect(Set(layouts).count == layouts.count)
    }

    @Test(arguments: Vendor.all.filter { $0.destination != nil })
    func theDestinationHasTheNameAndTheReservedNamesOfTheVendor(vendor: Vendor) throws {
        let destination = try #require(vendor.destination)
        #expect(destination == Destination(named: vendor.name))
        #expect(destination.reserved.parameters == vendor.reserved.parameters)
    }

    /// An app can send an event that reports a screen or page, but cannot send an event of a reserved name.
    @Test(arguments: Vendor.all) func eventsThatReportScreensAreNotReserved(vendor: Vendor) {
        for shown in vendor.shown {
            #expect(!vendor.reserved.events.contains(shown.event), "\(shown.event)")
            #expect(shown.kind == .screen || shown.kind == .page)
            #expect(!shown.names.isEmpty, "decoders use the first of these names")
            #expect(vendor.shown(shown.event) == shown, "two rules have the same event")
        }
    }

    @Test(arguments: Vendor.all) func exportsHaveWhatRequestsHave(vendor: Vendor) {
        for layout in vendor.layouts {
            for pattern in vendor.ownParameters.patterns {
                #expect(layout.ownNames == NameList(layout.ownNames.patterns + [pattern]), "\(layout.name): \(pattern)")
            }
            #expect(layout.shown == vendor.shown)
            #expect(layout.source == .wire(vendor.name))
            let marks = layout.members + layout.sharedMembers
            #expect(layout.columns != nil || !marks.isEmpty, "nothing marks the records of \(layout.name)")
        }
    }

    /// If a name is too long for the vendor, it cannot be a name that the vendor itself uses.
    @Test(arguments: Vendor.all) func ownNamesAreWithinTheLimits(vendor: Vendor) {
        guard let destination = vendor.destination else { return }
        for (use, names) in [(DestinationUse.event, vendor.ownParameters), (.traits, vendor.ownTraits)] {
            guard let limit = destination.limits(use).parameter else { continue }
            for name in names.patterns { #expect(limit.length(of: name) <= limit.most, "\(name)") }
        }
    }

    @Test func aListKeepsOnlyWhatItNeeds() {
        let list: NameList = ["b", "$*", "$a", "$b*", "a*", "a"]
        #expect(list.patterns == ["$*", "a*", "b"])
        #expect(list.match("$b") == .beginning("$"))
        #expect(list.match("b") == .name)
        #expect(list.match("bb") == nil)
        #expect(!NameList(words: "").contains(""))
    }
}
