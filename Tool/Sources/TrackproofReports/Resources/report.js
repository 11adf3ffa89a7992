// Filters the table of events. Without this script, the page shows all events and no controls.
"use strict";
{
    const controls = document.getElementById("filters");
    const bodies = [...document.querySelectorAll(".events tbody")];
    if (controls && bodies.length > 0) start(controls, bodies);

    function start(controls, bodies) {
        const [filter, kind, source, matches] =
            ["filter", "kind", "source", "matches"].map((id) => document.getElementById(id));
        const cells = bodies[0].rows[0].cells.length;
        // If there are several runs, the first column contains the name of the run.
        const first = cells - 6;
        const rows = bodies.flatMap((body) => [...body.rows]);
        let texts = null;

        function apply() {
            texts ??= rows.map((row) => ({
                row, all: row.textContent.toLowerCase(), source: row.cells[first + 2].textContent,
                kind: row.cells[first + 3].textContent,
            }));
            const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
            let count = 0;
            for (const text of texts) {
                const isShown = (kind.value === "" || kind.value === text.kind)
                    && (source.value === "" || source.value === text.source)
                    && words.every((word) => text.all.includes(word));
                if (text.row.hidden === isShown) text.row.hidden = !isShown;
                if (isShown) count += 1;
            }
            for (const body of bodies) body.hidden = [...body.rows].every((row) => row.hidden);
            tell(count);
        }

        function tell(count) {
            const [shown, all] = [count, rows.length].map((number) => number.toLocaleString("en"));
            matches.textContent = count === rows.length ? `${all} events` : `${shown} of ${all} events`;
        }

        let waiting = 0;
        filter.addEventListener("input", () => {
            clearTimeout(waiting);
            waiting = setTimeout(apply, 100);
        });
        for (const choice of [kind, source]) choice.addEventListener("change", apply);
        document.addEventListener("keydown", (event) => {
            if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
            if (event.target.closest("input, select, textarea")) return;
            event.preventDefault();
            filter.focus();
        });
        controls.hidden = false;
        tell(rows.length);
        // A browser may restore earlier values of the controls when it opens the page again.
        if (filter.value || kind.value || source.value) apply();
    }
}
