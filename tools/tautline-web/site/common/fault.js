// @ts-check
// Error messages, in a box on the page.

/** @type {HTMLElement | null} */
let box = null;

/**
 * Shows a message until it is closed or something succeeds.
 * @param {unknown} error an `Error`, or a text
 */
export function showFault(error) {
    const message = error instanceof Error ? error.message : String(error);
    box ??= makeBox();
    /** @type {HTMLElement} */ (box.firstElementChild).textContent = capitalized(message);
    box.hidden = false;
}

export function clearFault() {
    if (box) box.hidden = true;
}

function makeBox() {
    const made = document.createElement("div");
    made.className = "fault";
    made.setAttribute("role", "alert");
    const close = document.createElement("button");
    close.type = "button";
    close.textContent = "✕";
    close.setAttribute("aria-label", "Close this message");
    close.addEventListener("click", clearFault);
    made.append(document.createElement("span"), close);
    (document.querySelector(".stage") ?? document.body).append(made);
    return made;
}

/**
 * Capitalizes a message, unless it begins with the name of a file.
 * @param {string} text
 */
function capitalized(text) {
    return /^[a-z]+ /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

// Unexpected errors are shown, too.
addEventListener("error", (event) => showFault(event.message));
addEventListener("unhandledrejection", (event) => showFault(event.reason));
