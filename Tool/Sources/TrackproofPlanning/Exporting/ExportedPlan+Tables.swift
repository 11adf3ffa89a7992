import Trackproof
import TrackproofPlans

extension ExportedPlan {
    /// Returns a CSV file for Segment Protocols, with the columns that ``SegmentCSVImport`` reads.
    func segmentTable() -> PlanExport.File {
        loseRest(isAlwaysOpen: true)
        var table = ExportTable("plan.csv", TableColumn.segment, self)
        let rules = SegmentRules(self)
        if !rules.common.isEmpty {
            table.add([.type: "COMMON"])
            table.add([.type: "COMMON"], rules.common, ConversionPath())
        }
        for event in plan.eventsAndUser {
            for rule in rules.rules(of: event, table.eventMembers) {
                let keys = [TableColumn.Key.type: rule.type, .version: "\(rule.version)", .name: rule.key]
                table.add(keys, rule.event)
                table.add(keys, rule.parameters, ConversionPath(event: rule.event.name))
            }
        }
        return table.file
    }

    /// Returns the CSV file that Mixpanel's Lexicon imports.
    func lexicon() -> PlanExport.File {
        loseRest(isAlwaysOpen: true)
        var table = ExportTable("lexicon.csv", TableColumn.mixpanel, self)
        for event in plan.eventsAndUser {
            loseRest(of: event, except: table.eventMembers)
            count(event)
            let isUser = event.place == plan.user?.place
            let keys = [TableColumn.Key.type: isUser ? "profile" : "event", .name: isUser ? "$user" : event.name]
            table.add(keys, event)
            table.add(keys, parameters(of: event), ConversionPath(event: event.name))
        }
        return table.file
    }

    /// Returns the CSV files that Amplitude Data imports: one of events and property groups, and one of user properties.
    func amplitudeTables() -> [PlanExport.File] {
        loseRest(except: ["owners"], isAlwaysOpen: true)
        var table = ExportTable("events.csv", TableColumn.amplitude, self)
        let used = Set((plan.defaults + plan.events.flatMap(\.includes)).map(\.name))
        for group in plan.shared where used.contains(group.name) {
            table.add([.type: "Property Group", .name: group.name])
            let path = ConversionPath().property("shared." + group.name)
            table.add([.propertyType: "Event Property"], presented(group.parameters, in: nil), path)
        }
        for event in plan.events {
            loseRest(of: event, except: table.eventMembers.union(["owner"]))
            count(event)
            let path = ConversionPath(event: event.name)
            for owner in event.owners.dropFirst() { run.note("second owner", owner.name, at: owner.place, path) }
            table.add([.type: "Event", .name: event.name, .owner: event.owners.first?.name], event)
            // An identity event includes only the groups that it names itself.
            for group in (event.kind.isIdentity ? [] : plan.defaults) + event.includes {
                table.add([.propertyType: "Event Property Group", .groups: group.name])
            }
            table.add([.propertyType: "Event Property"], presented(event.parameters, in: event), path)
        }
        guard let user = plan.user else { return [table.file] }
        loseRest(of: user, except: [])
        count(user)
        var traits = ExportTable("user-properties.csv", TableColumn.amplitudeUser, self)
        let (parameters, path) = (parameters(of: user), ConversionPath(event: "user"))
        traits.add([.propertyType: "User Property"], parameters, path)
        for parameter in parameters where parameter.schema.isRequired && !parameter.schema.isNever {
            run.lose("required user property", parameter.name, at: parameter.place, path.property(parameter.name))
        }
        return [table.file, traits.file]
    }
}
