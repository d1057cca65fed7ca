// @ts-check
// The legend of the picture.

import { element } from "../common/page.js";

/** @param {string[][]} legend shape, colour and name of each mark */
export function showLegend(legend) {
    element("legend").innerHTML = legend
        .map(([shape, colour, name]) => {
            const cross = shape === "is-cross";
            const ink = cross ? `color: var(--${colour})` : `background: var(--${colour})`;
            return `<li><i class="${shape}" style="${ink}">${cross ? "✕" : ""}</i>${name}</li>`;
        })
        .join("");
}
