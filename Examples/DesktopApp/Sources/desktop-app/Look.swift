/// The app's style sheet.
enum Look {
    /// The start and end colour of each poster's gradient, in the order of the catalogue.
    static let posters = [
        ("#f6c945", "#b5651d"), ("#3fa34d", "#14532d"), ("#b23a48", "#4a0d1a"), ("#8d99ae", "#2b2d42"),
        ("#5e60ce", "#240046"), ("#48bfe3", "#0b525b"), ("#e5383b", "#660708"), ("#f48c06", "#9d0208"),
    ]

    static let css =
        """
        .app { background: #f3f4f7; color: #22252d; font-size: 15px; }
        .title { font-size: 24px; font-weight: bold; }
        .subtitle { font-size: 17px; font-weight: bold; }
        .note { color: #5b6270; }
        .card { background: #ffffff; border-radius: 14px; padding: 28px; box-shadow: 0 2px 10px rgba(20, 25, 40, 0.15); }
        entry { padding: 6px 12px; border-radius: 8px; }
        button { border-radius: 8px; padding: 8px 18px; box-shadow: none; text-shadow: none; }
        button.main { background: #3b5bdb; color: #ffffff; border-color: #3b5bdb; font-weight: bold; }
        button.main:hover { background: #324fc2; }
        button.main:disabled { background: #aab6ea; border-color: #aab6ea; }
        button.plain { background: transparent; border-color: transparent; color: #3b5bdb; }
        button.plain:hover { background: #e4e8f7; }
        button.tile { background: #ffffff; border-color: #dfe2ea; padding: 16px 22px; }
        button.tile:hover { background: #eef1fb; }
        button.poster { color: #ffffff; border: none; border-radius: 12px; padding: 14px; font-weight: bold; }

        """ + posterStyles

    private static var posterStyles: String {
        posters.enumerated().map { index, colours in
            """
            button.poster-\(index) { background: linear-gradient(to bottom, \(colours.0), \(colours.1)); }
            button.poster-\(index):hover { background: linear-gradient(to bottom, \(colours.0), \(colours.0)); }

            """
        }.joined()
    }
}
