// What the page is built with. Text goes in as text nodes only: nothing that arrives is ever read as HTML.

/// An element; `properties` are attributes, functions are listeners, and what is null or false is left out.
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

export const byId = (id) => document.getElementById(id);

/// Asks before something is lost; tells whether to go on.
export function ask(question, action) {
    const dialog = byId("question");
    byId("question-text").textContent = question;
    const [no, yes] = dialog.querySelectorAll("button");
    yes.textContent = action;
    return new Promise((answer) => {
        no.onclick = () => { answer(false); dialog.close(); };
        yes.onclick = () => { answer(true); dialog.close(); };
        // By the Escape key. The event of the question before may come when this one is open already.
        dialog.onclose = () => { if (!dialog.open) answer(false); };
        dialog.showModal();
        no.focus();
    });
}

/// A button that copies a text; where it cannot, `onFailure` shows the text.
export function copyButton(title, text, { onFailure, ...properties } = {}) {
    const button = element("button", { class: "button small", type: "button", text: title, ...properties });
    button.addEventListener("click", async () => {
        try {
            await navigator.clipboard.writeText(text());
            button.textContent = "Copied";
        } catch {
            // There is no clipboard but for https and this machine.
            button.textContent = onFailure ? onFailure() : "Not allowed here";
        }
        setTimeout(() => { button.textContent = title; }, 1500);
    });
    return button;
}

/// A text with a button that copies it.
export function copyable(text) {
    const code = element("code", { text });
    const onFailure = () => {
        getSelection().selectAllChildren(code);
        return "Selected";
    };
    return element("span", { class: "copyable" }, code,
        copyButton("Copy", () => text, { onFailure, "aria-label": `Copy ${text}` }));
}
