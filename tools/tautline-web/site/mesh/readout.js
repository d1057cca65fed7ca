// @ts-check
// The figures next to the map.

import { element } from "../common/page.js";
import { countText, lengthText, showFigures, timeText } from "./figures.js";

/** @typedef {import("./scene.js").Paths} Paths */

/**
 * Shows the lengths of both paths, their costs if terrain costs differ, or the reason why there is none.
 * @param {Paths} paths
 */
export function showPaths({ exact, classic }) {
    const isWeighted = "points" in exact && !exact.isExact;
    element("best-name").textContent = isWeighted ? "Cheapest" : "Exact";
    element("longer-name").textContent = isWeighted ? "Classic is dearer by" : "Classic is longer by";
    const amount = (/** @type {import("./scene.js").Found} */ path) => (isWeighted ? path.cost : path.length);
    element("exact").textContent = "points" in exact ? lengthText(amount(exact)) : "–";
    element("classic").textContent = "points" in classic ? lengthText(amount(classic)) : "–";
    const both = "points" in exact && "points" in classic;
    // Lengths of the same points may differ by a rounding.
    const more = both ? Math.max(0, amount(classic) - amount(exact)) : 0;
    const share = both && amount(exact) > 0 ? (100 * more) / amount(exact) : 0;
    element("longer").textContent = both ? `${lengthText(more)}, ${share.toFixed(2)} %` : "–";
    const fault = "fault" in classic ? classic.fault : "fault" in exact ? exact.fault : "";
    element("status").textContent = fault && `${fault.charAt(0).toUpperCase()}${fault.slice(1)}.`;
}

/**
 * Shows the time of each stage.
 * @param {Paths} paths
 * @param {number | null} updateTime of the mesh by the last obstacle, in milliseconds
 * @param {number} areas their number
 */
export function showStages(paths, updateTime, areas) {
    const stages = paths.stages();
    if (!stages) return;
    /** @type {[string, number][]} */
    const rows = [
        ["Locate both ends", stages.locate],
        ["Exact: look up in labels", stages.lookup],
        ["Exact: search", stages.search],
        ["Classic: A* for a corridor", stages.corridor],
        ["Classic: funnel algorithm", stages.pull],
    ];
    /** @type {[string, string][]} */
    const shown = rows.filter(([, time]) => !Number.isNaN(time)).map(([name, time]) => [name, timeText(time)]);
    if (!Number.isNaN(stages.search)) shown.push(["Nodes expanded by the search", countText(stages.expanded)]);
    if (updateTime !== null) shown.push(["Mesh updated in", timeText(updateTime * 1000)]);
    shown.push(["Areas", countText(areas)]);
    showFigures(element("times"), shown);
    stages.free();
}
