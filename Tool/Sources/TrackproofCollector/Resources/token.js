// The token that the collector may ask for. Each request sends the token in a header.
import { byId } from "./dom.js";

// Only this tab can read its storage, and only while it shows a page of this port. A browser would send a cookie to
// every port of this machine, and so to the servers of other users.
const kept = {
    get token() { try { return sessionStorage.getItem("token"); } catch { return null; } },
    set token(text) { try { sessionStorage.setItem("token", text); } catch { /* The page keeps the token until a reload. */ } },
};
let token = kept.token;
let asking = null;

function use(text) {
    // A header cannot contain every character. A token contains only characters that stay the same here. Half of a
    // surrogate pair has no encoding.
    token = kept.token = encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\uFFFD"));
}

/// Takes the token out of an address that ends with `#token=TOKEN`. The token does not stay in the address bar.
function takeFromAddress() {
    const given = new URLSearchParams(location.hash.slice(1));
    const text = given.get("token");
    if (text === null) return;
    given.delete("token");
    history.replaceState(null, "", location.pathname + (given.size ? `#${given}` : ""));
    use(text);
    asking?.answer();
}

/// Sends a request with the token. If the collector refuses the token, the page asks for it, and sends the request again.
export async function send(address, { headers, ...options } = {}) {
    for (;;) {
        const sent = token;
        const authorization = sent ? { Authorization: `Bearer ${sent}` } : {};
        const response = await fetch(address, { ...options, headers: { ...headers, ...authorization } });
        if (response.status !== 401) return response;
        // Another request may have asked for the token since this request was sent.
        if (token === sent) await ask(sent !== null);
    }
}

/// Shows a form until the user has given a token.
function ask(isWrong) {
    if (asking) return asking.end;
    let answer;
    const end = new Promise((given) => { answer = given; }).then(() => {
        asking = null;
        document.body.classList.remove("locked");
    });
    asking = { answer, end };
    document.body.classList.add("locked");
    byId("locked-message").textContent = isWrong ? "The collector does not accept this token." : "";
    byId("token").focus();
    return asking.end;
}

byId("locked").addEventListener("submit", (event) => {
    event.preventDefault();
    const field = byId("token");
    use(field.value.trim());
    field.value = "";
    asking?.answer();
});
addEventListener("hashchange", takeFromAddress);
takeFromAddress();
