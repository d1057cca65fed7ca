// @ts-check
// What the page says below the level.

import { element } from "../common/page.js";

/** @param {string} words @param {"good" | "bad" | ""} [kind] */
export function tell(words, kind = "") {
    const told = element("told");
    told.textContent = words;
    told.className = kind ? `told is-${kind}` : "told";
}
