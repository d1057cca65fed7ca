// @ts-check
// The controls of the page, by their ids.

/** @template {HTMLElement} T @param {string} id @returns {T} */
export const element = (id) => /** @type {T} */ (document.getElementById(id));

/** @param {string} id */
export const input = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));

/** The value that is chosen of a group. @param {string} name */
export const chosen = (name) =>
    /** @type {HTMLInputElement} */ (document.querySelector(`input[name=${name}]:checked`)).value;
