import Trackproof
import TrackproofMutation

extension HTMLPage {
    /// Returns the result of mutation testing: shares, the mistakes that nothing has noticed, and all other mistakes.
    mutating func mutants(of sections: [MutationSection]) -> HTML {
        "<h2 id=\"title-mutants\">Planted mistakes</h2>\n\(.joined(sections.map { mutants($0) }))"
    }

    private mutating func mutants(_ section: MutationSection) -> HTML {
        let tables = section.shares.map { group in
            shares("By \(group.noun)", "Noticed", group.rows.prefix(HTMLLimits.names))
        }
        let undecided: HTML =
            section.undecidedCount == 0 ? "" : " \(section.undecidedCount, "mistake") could not be decided."
        let names = section.uncheckedEvents.prefix(HTMLLimits.names).map { "<strong>\(name: $0)</strong>" as HTML }
        let unchecked: HTML =
            names.isEmpty ? "" : " Nothing is checked about \(.joined(names, separator: ", "))."
        return """
            <h3><code>\(name: section.subject)</code></h3>
            <p class="share">\(section.ratio.meter) <span>\(section.headline.asSentence).\
            \(undecided)\(unchecked)</span></p>
            \(survivors(of: section))\
            <div class="shares">
            \(.joined(tables))</div>
            \(killed(in: section))\(leftOut(in: section))\
            \(section.note.map { "<p class=\"note\">\($0.asSentence).</p>\n" })
            """
    }

    /// Returns a table of the mistakes that nothing has noticed, grouped by event.
    private mutating func survivors(of section: MutationSection) -> HTML {
        let survivors = section.survivors
        if survivors.isEmpty { return "<p>Nothing was left unnoticed.</p>\n" }
        let events = survivors.map(\.event).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        var bodies: HTML = ""
        var left = 0
        for event in events {
            var rows: HTML = ""
            left += rows.append(survivors.filter { $0.event == event }, within: &budgets.mutants, \.row)
            if rows.size == 0 { continue }
            bodies += """
                <tbody>
                <tr><th scope="rowgroup" colspan="3">\(name: event)</th></tr>
                \(rows)</tbody>

                """
        }
        let table: HTML = .table(
            "Mistakes that nothing notices", class: "findings",
            [.column("Mistake"), .column("What would notice it"), .column("Tests that pass")], bodies, isBodies: true)
        return "<h3>Mistakes that nothing notices</h3>\n\(table)\(.note(leftOut: left, "mistake"))"
    }

    private mutating func killed(in section: MutationSection) -> HTML {
        let killed = section.entries.filter { $0.survived == 0 && $0.killed > 0 }
        if killed.isEmpty { return "" }
        var rows: HTML = ""
        let left = rows.append(killed, within: &budgets.mutants) { entry in
            """
            <tr><th scope="row">\(name: entry.event)</th><td>\(entry.mistakeText)</td>\
            <td>\(name: entry.killer ?? "")</td></tr>

            """
        }
        let table: HTML = .table(
            "Mistakes that were noticed", [.column("Event"), .column("Mistake"), .column("Noticed by")], rows)
        return """
            <details>
            <summary>\(killed.count, "mistake") noticed</summary>
            \(table)\(.note(leftOut: left, "mistake"))</details>

            """
    }

    private mutating func leftOut(in section: MutationSection) -> HTML {
        if section.leftOut.isEmpty { return "" }
        var items: HTML = ""
        let left = items.append(section.leftOut, within: &budgets.mutants) { name, reason in
            "<li>\(HTML(marked: name)): \(reason)</li>\n"
        }
        return "<h3>Left out</h3>\n<ul>\n\(items)</ul>\n\(.note(leftOut: left, "item"))"
    }
}

extension MutationEntry {
    fileprivate var mistakeText: HTML { HTML(marked: SurvivorRow(entry: self).mistake) }

    fileprivate var row: HTML {
        let names = tests.prefix(HTMLLimits.names).map { "<code>\(name: $0)</code>" as HTML }
        let more = tests.count - names.count
        return """
            <tr><td>\(mistakeText)<br><span class="dim">\(mistake.rawValue)</span></td><td>\(HTML(marked: hint ?? ""))</td>\
            <td>\(.joined(names, separator: "<br>"))\(more > 0 ? "<br>and \(more) more" : "")</td></tr>

            """
    }
}
