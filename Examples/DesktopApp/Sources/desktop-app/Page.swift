import GtkKit

/// The layout that the screens share.
@MainActor
enum Page {
    /// Returns a page for a form, with a narrow column in its middle.
    static func form(_ title: String, _ widgets: Widget...) -> Box {
        let heading = Label(title)
        heading.addStyles("title")
        let form = Box(.column, spacing: 14, heading)
        for widget in widgets { form.add(widget) }
        form.setMinimumSize(width: 440, height: -1)
        form.addStyles("card")
        form.place(.center, .center)
        let page = Box(.column)
        page.add(form, grows: true)
        return page
    }

    /// Returns a page with a heading, an optional back button, and the content of the screen below them.
    static func withHeading(_ title: String, back: Button?, _ content: Widget) -> Box {
        let heading = Label(title)
        heading.addStyles("title")
        let bar = Box(.row, spacing: 16)
        if let back { bar.add(back) }
        bar.add(heading)
        let page = Box(.column, spacing: 20, bar)
        page.setMargin(28)
        page.add(content, grows: true)
        return page
    }

    static func button(_ text: String, id: String, style: String, onPress: @escaping @MainActor () -> Void) -> Button {
        let button = Button(text, onPress: onPress)
        button.setAccessibleID(id)
        button.addStyles(style)
        return button
    }

    static func entry(_ prompt: String, id: String, isSecret: Bool = false) -> Entry {
        let entry = Entry(prompt, isSecret: isSecret)
        entry.setAccessibleID(id)
        return entry
    }

    static func label(_ text: String = "", id: String, style: String) -> Label {
        let label = Label(text)
        label.setAccessibleID(id)
        label.addStyles(style)
        return label
    }
}
