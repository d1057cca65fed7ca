// @ts-check
// The message below the level.

import { element } from "../common/page.js";

/** @param {string} words @param {"good" | "bad" | ""} [kind] */
export function showMessage(words, kind = "") {
    const box = element("message");
    box.textContent = words;
    box.className = kind ? `message is-${kind}` : "message";
}
