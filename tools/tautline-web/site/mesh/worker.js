// @ts-check
// Slow work in the background: it answers each job with bytes or with a message.

import { loadLibrary } from "../common/wasm.js";

/** @typedef {{ kind: "file", name: string, bytes: Uint8Array }
 *     | { kind: "radius", map: Uint8Array, radius: number }
 *     | { kind: "labels", map: Uint8Array }} Job */

addEventListener("message", async (/** @type {MessageEvent<Job>} */ event) => {
    try {
        const bytes = done(await loadLibrary("baking"), event.data);
        postMessage({ bytes }, { transfer: [bytes.buffer] });
    } catch (error) {
        postMessage({ fault: error instanceof Error ? error.message : String(error) });
    }
});

/**
 * @param {typeof import("../wasm/baking.js")} library
 * @param {Job} job
 * @returns {Uint8Array}
 */
function done(library, job) {
    switch (job.kind) {
        case "file":
            return library.bakeFile(job.name, job.bytes);
        case "radius":
            return library.shrinkMap(job.map, job.radius);
        case "labels":
            return library.labelMap(job.map);
    }
}
