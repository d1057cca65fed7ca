// @ts-check
// The theme, dark or light: that of the system, until the visitor chooses one.

const KEY = "tautline-theme";
const system = matchMedia("(prefers-color-scheme: dark)");

/** @returns {"dark" | "light"} */
export function theme() {
    const chosen = stored();
    return chosen === "dark" || chosen === "light" ? chosen : system.matches ? "dark" : "light";
}

/** Switches to the other theme, and stores the choice. */
export function switchTheme() {
    const other = theme() === "dark" ? "light" : "dark";
    try {
        localStorage.setItem(KEY, other);
    } catch {
        // Without storage the choice lasts as long as the page.
        chosenHere = other;
    }
    apply();
}

/**
 * The colours of common.css as strings for a canvas, by name without dashes:
 * `colours().ground`. Call it again after "themechange" on `document`.
 * @returns {Record<string, string>}
 */
export function colours() {
    const style = getComputedStyle(document.documentElement);
    return new Proxy(/** @type {Record<string, string>} */ ({}), {
        get: (known, name) => (known[String(name)] ??= style.getPropertyValue(`--${String(name)}`).trim()),
    });
}

/** @type {string | null} */
let chosenHere = null;

function stored() {
    try {
        return localStorage.getItem(KEY) ?? chosenHere;
    } catch {
        return chosenHere;
    }
}

function apply() {
    document.documentElement.dataset.theme = theme();
    document.dispatchEvent(new Event("themechange"));
}

system.addEventListener("change", apply);
apply();
