// @ts-check
// The bar at the top of every page.

import { switchTheme } from "./theme.js";

const PAGES = [
    ["index.html", "Mesh"],
    ["platformer.html", "Platformer"],
    ["explain.html", "How it works"],
];

/**
 * Puts the header in front of everything else.
 * @param {string} current the file of this page
 */
export function addHeader(current) {
    const header = document.createElement("header");
    header.className = "site-header";
    const links = PAGES.map(([file, name]) => {
        const here = file === current ? ' aria-current="page"' : "";
        return `<a href="${file}"${here}>${name}</a>`;
    });
    header.innerHTML = `
        <a class="brand" href="index.html">tautline</a>
        <nav aria-label="Pages">${links.join("")}</nav>
        <button type="button" class="icon" id="theme" aria-label="Switch between dark and light" title="Dark or light">◐</button>`;
    header.querySelector("#theme")?.addEventListener("click", switchTheme);
    document.body.prepend(header);
}
