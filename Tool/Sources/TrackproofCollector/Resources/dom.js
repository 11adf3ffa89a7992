// Functions that build the page. They insert text as text nodes only, so the browser never reads an event as HTML.
import { count } from "./values.js";

/// Makes an element. A property is an attribute, or a listener if it is a function. Skips null and false properties.
export function element(tag, properties = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
        if (value === null || value === undefined || value === false) continue;
        if (typeof value === "function") made.addEventListener(name, value);
        else if (name === "text") made.textContent = value;
        else made.setAttribute(name, value === true ? "" : value);
    }
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
}

/// The maximum number of items of a list or a table. Browsers are slow with many thousands of elements.
export const mostItems = 500;

/// Makes an element for each item. Leaves out items beyond the maximum. The last element then says how many.
export function listed(items, make, note = (text) => element("p", { class: "dim cut", text })) {
    const made = items.slice(0, mostItems).map(make);
    const left = items.length - mostItems;
    return left > 0 ? [...made, note(`${count(left)} more ${left === 1 ? "is" : "are"} not shown.`)] : made;
}

/// Makes the rows of a table from lists of cells, as `listed` does.
export const rows = (items, make, columns) => listed(items, (item) => element("tr", {}, ...make(item)),
    (text) => element("tr", { class: "cut" }, element("td", { colspan: columns, class: "dim", text })));

export const byId = (id) => document.getElementById(id);

/// Asks the user before something is removed. Returns whether the user agreed.
export function ask(question, action) {
    const dialog = byId("question");
    byId("question-text").textContent = question;
    const [no, yes] = dialog.querySelectorAll("button");
    yes.textContent = action;
    return new Promise((answer) => {
        no.onclick = () => { answer(false); dialog.close(); };
        yes.onclick = () => { answer(true); dialog.close(); };
        // The Escape key closes the dialog. The close event of an earlier question may arrive after this dialog opens.
        dialog.onclose = () => { if (!dialog.open) answer(false); };
        dialog.showModal();
        no.focus();
    });
}

/// Makes a button that copies a text. If copying fails, `onFailure` shows the text and returns the button's title.
export function copyButton(title, text, { onFailure, ...properties } = {}) {
    const button = element("button", { class: "button small", type: "button", text: title, ...properties });
    button.addEventListener("click", async () => {
        try {
            await navigator.clipboard.writeText(text());
            button.textContent = "Copied";
        } catch {
            // Browsers allow access to the clipboard only to pages with https and to pages from this machine.
            button.textContent = onFailure ? onFailure() : "Not allowed here";
        }
        setTimeout(() => { button.textContent = title; }, 1500);
    });
    return button;
}

/// Makes a text with a button that copies it.
export function copyable(text) {
    const code = element("code", { text });
    const onFailure = () => {
        getSelection().selectAllChildren(code);
        return "Selected";
    };
    return element("span", { class: "copyable" }, code,
        copyButton("Copy", () => text, { onFailure, "aria-label": `Copy ${text}` }));
}
