// @ts-check
// The library, in parts: each page loads the one that it needs.

/**
 * @typedef {object} Parts
 * @property {typeof import("../wasm/mesh.js")} mesh
 * @property {typeof import("../wasm/baking.js")} baking
 * @property {typeof import("../wasm/play.js")} play
 */

/**
 * Loads a part of the library. All its classes and functions are properties of the answer.
 * @template {keyof Parts} Name
 * @param {Name} name
 * @returns {Promise<Parts[Name]>}
 */
export async function loadLibrary(name) {
    if (typeof WebAssembly !== "object") {
        throw new Error("this browser does not support WebAssembly, which this page needs; please use a newer one");
    }
    const part = await import(`../wasm/${name}.js`);
    await part.default({ module_or_path: new URL(`../wasm/${name}_bg.wasm`, import.meta.url) });
    return part;
}
