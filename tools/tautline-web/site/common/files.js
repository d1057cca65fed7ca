// @ts-check
// Files of visitors: dropped anywhere on the page, or chosen in a dialog.

/** @typedef {{ name: string, bytes: Uint8Array }} GivenFile */

/**
 * Accepts files. Those that are too large or have another extension are refused before they are
 * read.
 * @param {object} options
 * @param {string[]} options.endings such as ".nav"
 * @param {number} options.most bytes
 * @param {HTMLInputElement} [options.input] a file chooser, in addition to dropping
 * @param {(file: GivenFile) => void} options.take
 * @param {(error: unknown) => void} options.refuse
 */
export function takeFiles({ endings, most, input, take, refuse }) {
    /** @param {File | null | undefined} file */
    const read = async (file) => {
        try {
            if (!file) throw new Error("no file was dropped");
            take(await checked(file, endings, most));
        } catch (error) {
            refuse(error);
        }
    };
    if (input) {
        input.accept = endings.join(",");
        input.addEventListener("change", () => {
            if (input.files?.length) read(input.files[0]);
            input.value = "";
        });
    }
    let depth = 0;
    const hang = (/** @type {number} */ now) => {
        depth = now;
        document.body.classList.toggle("is-dropping", depth > 0);
    };
    addEventListener("dragenter", () => hang(depth + 1));
    addEventListener("dragleave", () => hang(Math.max(0, depth - 1)));
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
        event.preventDefault();
        hang(0);
        read(event.dataTransfer?.files[0]);
    });
}

/**
 * @param {File} file
 * @param {string[]} endings
 * @param {number} most
 * @returns {Promise<GivenFile>}
 */
async function checked(file, endings, most) {
    if (!endings.some((ending) => file.name.toLowerCase().endsWith(ending))) {
        throw new Error(`${file.name} is not supported; files with these extensions are: ${endings.join(", ")}`);
    }
    if (file.size > most) {
        const size = (file.size / 1e6).toFixed(1);
        throw new Error(`${file.name} has ${size} MB, but at most ${most / 1e6} MB are supported here`);
    }
    return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}
