// @ts-check
// A message during slow work.

import { element } from "../common/page.js";

/**
 * Waits for slow work, and says so.
 * @param {string} what
 * @param {Promise<Uint8Array>} work
 */
export async function waiting(what, work) {
    const busy = element("busy");
    const timer = setTimeout(() => {
        busy.textContent = what;
        busy.hidden = false;
    }, 150);
    try {
        return await work;
    } finally {
        clearTimeout(timer);
        busy.hidden = true;
    }
}
