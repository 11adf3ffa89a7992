extension HTML {
    /// Returns a complete page about a tracking plan, which loads nothing from other servers.
    static func document(_ title: String, _ content: HTML) -> HTML {
        """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <title>\(whole: title)</title>
        <style>
        body { font: 14px/1.5 system-ui, sans-serif; max-width: 960px; margin: 24px auto; padding: 0 16px; }
        nav ul { columns: 3 200px; padding-left: 18px; }
        h2 { margin-top: 32px; font-family: ui-monospace, monospace; font-size: 18px; overflow-wrap: anywhere; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 12px; }
        dt { color: GrayText; } dd { margin: 0; }
        table { border-collapse: collapse; width: 100%; }
        th, td { text-align: left; vertical-align: top; padding: 4px 12px 4px 0; border-bottom: 1px solid #8884; }
        td, th { overflow-wrap: break-word; } dd { overflow-wrap: anywhere; }
        .wide { overflow-x: auto; }
        .breaks { color: light-dark(#b3261e, #ff8a80); font-weight: 600; }
        .warns { color: light-dark(#8a5300, #ffb951); font-weight: 600; }
        </style>
        <h1>\(whole: title)</h1>
        \(content)</html>

        """
    }
}
