// A table that has only the visible rows in the document, so that it stays fast with many rows.
import { element } from "./dom.js";

const rowHeight = 30;
const mostRows = 5000;
// Large events make large rows. The limit for the size of all rows protects the browser's memory.
const mostSize = 64 << 20;

export class Table {
    /// A column has a `title`, a `class`, and `text(row)` or `node(row)`. `empty` is shown if there are no rows.
    constructor(name, { columns, label, empty, onChoose, onOpen, onDraw }) {
        Object.assign(this, { name, columns, onChoose, onOpen, onDraw });
        this.rows = []; // the oldest is the first
        this.found = []; // matching rows from the collector, older than all of `rows`
        this.shown = []; // the rows that match the filter
        this.size = 0;
        this.total = 0;
        this.unseen = 0; // the number of new rows above the visible rows
        this.shift = 0; // the number of new rows that are not drawn yet
        this.chosen = null;
        this.matches = () => true;
        this.isPaused = false;
        this.pausedAt = 0;
        this.body = element("div", { class: "body", role: "rowgroup" });
        this.grid = element("div", {
            class: `grid ${name}`, role: "grid", tabindex: 0, "aria-label": label, "aria-colcount": columns.length,
            keydown: (event) => this.key(event), scroll: () => this.scrolled(),
        }, element("div", { role: "rowgroup", class: "head" },
            element("div", { role: "row", class: "row", "aria-rowindex": 1 }, ...columns.map((column) =>
                element("div", { role: "columnheader", class: `cell ${column.class}`, text: column.title })))), this.body);
        this.none = element("p", { class: "none", text: "Nothing here matches the filter.", hidden: true });
        this.more = element("button", { class: "more", hidden: true, click: () => this.top() });
        this.root = element("div", { class: "table" }, this.grid, this.none, this.more, empty);
        this.empty = empty;
        new ResizeObserver(() => this.draw()).observe(this.grid);
    }

    // MARK: Rows

    add(row) {
        this.rows.push(row);
        this.size += row.size;
        this.total += 1;
        row.number = this.total;
        if (!this.isPaused && this.matches(row)) {
            this.shown.push(row);
            // New rows appear at the top, and must not move the row that the user looks at.
            if (this.grid.scrollTop > 0 || this.chosen) {
                this.unseen += 1;
                this.shift += 1;
            }
        }
        if (this.rows.length > mostRows * 1.1 || this.size > mostSize) this.trim();
        this.draw();
    }

    /// Removes the oldest rows, many at a time.
    trim() {
        let first = Math.max(0, this.rows.length - mostRows);
        for (let size = this.size; first < this.rows.length - 1; first += 1) {
            if (size <= mostSize * 0.9) break;
            size -= this.rows[first].size;
        }
        const gone = new Set(this.rows.splice(0, first));
        for (const row of gone) this.size -= row.size;
        if (this.isPaused) return;
        this.shown = this.shown.filter((row) => !gone.has(row) || row === this.chosen);
    }

    clear() {
        Object.assign(this, { rows: [], found: [], shown: [], size: 0, total: 0, unseen: 0, shift: 0, chosen: null });
        this.draw();
    }

    /// Adds rows that are older than all rows of the table.
    addOlder(rows) {
        this.rows.unshift(...rows.map((row) => ({ ...row, number: 0 })));
        this.total += rows.length;
        this.filter(this.matches);
    }

    /// Shows older rows that the collector found, below the other rows. They disappear when the filter changes.
    showFound(rows) {
        this.found = rows;
        this.filter(this.matches);
    }

    filter(matches) {
        if (matches !== this.matches) this.found = [];
        this.matches = matches;
        const own = this.rows.filter((row) => (!this.isPaused || row.number <= this.pausedAt) && matches(row));
        this.shown = [...this.found, ...own];
        this.unseen = this.shift = 0;
        if (!this.shown.includes(this.chosen)) this.chosen = null;
        this.draw();
    }

    pause(isPaused) {
        this.isPaused = isPaused;
        this.pausedAt = this.total;
        if (!isPaused) this.filter(this.matches);
    }

    /// The number of matching rows that arrived during the pause.
    get held() {
        return this.isPaused ? this.rows.filter((row) => row.number > this.pausedAt && this.matches(row)).length : 0;
    }

    // MARK: Drawing

    /// Draws the table, at most once in each frame.
    draw() {
        if (this.frame) return;
        this.frame = requestAnimationFrame(() => {
            this.frame = null;
            this.drawNow();
        });
    }

    drawNow() {
        this.onDraw();
        if (this.root.hidden) return;
        const { grid, shown } = this;
        const height = shown.length * rowHeight;
        // The content security policy forbids style attributes, but allows this property.
        this.body.style.height = `${height}px`;
        if (this.shift) grid.scrollTop += this.shift * rowHeight;
        this.shift = 0;
        const from = Math.max(0, Math.floor(grid.scrollTop / rowHeight) - 5);
        const to = Math.min(shown.length, from + Math.ceil(grid.clientHeight / rowHeight) + 10);
        grid.setAttribute("aria-rowcount", shown.length + 1);
        this.body.replaceChildren(...Array.from({ length: to - from }, (_, index) => this.drawn(from + index)));
        const chosen = this.body.querySelector("[aria-selected=true]");
        if (chosen) grid.setAttribute("aria-activedescendant", chosen.id);
        else grid.removeAttribute("aria-activedescendant");
        this.empty.hidden = this.rows.length > 0;
        this.grid.hidden = this.rows.length === 0;
        this.none.hidden = this.rows.length === 0 || shown.length > 0;
        this.more.hidden = this.unseen === 0;
        this.more.textContent = `↑ ${this.unseen} new`;
    }

    drawn(index) {
        const row = this.at(index);
        const line = element("div", {
            role: "row", class: "row", id: `${this.name}-${index}`, "aria-rowindex": index + 2,
            "aria-selected": row === this.chosen ? "true" : "false",
            click: () => {
                this.choose(index);
                this.onOpen(row);
            },
        }, ...this.columns.map((column) => {
            const cell = element("div", { role: "gridcell", class: `cell ${column.class}` });
            cell.append(column.node ? column.node(row) : element("bdi", { text: column.text(row) }));
            return cell;
        }));
        line.style.top = `${index * rowHeight}px`;
        return line;
    }

    // MARK: Choosing

    /// Returns the row at an index. The newest row has the index 0.
    at(index) { return this.shown[this.shown.length - 1 - index]; }

    get index() { return this.chosen ? this.shown.length - 1 - this.shown.lastIndexOf(this.chosen) : -1; }

    choose(index) {
        const row = this.at(Math.max(0, Math.min(index, this.shown.length - 1)));
        if (!row) return;
        this.chosen = row;
        const top = this.index * rowHeight;
        const space = this.grid.clientHeight - rowHeight; // the head covers one row
        if (top < this.grid.scrollTop) this.grid.scrollTop = top;
        if (top + rowHeight > this.grid.scrollTop + space) this.grid.scrollTop = top + rowHeight - space;
        this.drawNow();
        this.onChoose(row);
    }

    /// Scrolls to the newest row.
    top() {
        this.unseen = this.shift = 0;
        this.chosen = null;
        this.grid.scrollTop = 0;
        this.grid.focus();
        this.drawNow();
    }

    scrolled() {
        if (this.grid.scrollTop === 0 && !this.chosen) this.unseen = 0;
        this.draw();
    }

    key(event) {
        const page = Math.max(1, Math.floor(this.grid.clientHeight / rowHeight) - 2);
        const moves = {
            ArrowDown: this.index + 1, ArrowUp: Math.max(0, this.index - 1), PageDown: this.index + page,
            PageUp: this.index - page, Home: 0, End: this.shown.length - 1,
        };
        if (event.key in moves) this.choose(moves[event.key]);
        else if (event.key === "Enter" && this.chosen) this.onOpen(this.chosen, true);
        else return;
        event.preventDefault();
    }
}
