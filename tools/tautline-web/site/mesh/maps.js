// @ts-check
// The maps that come with the page.

/** @typedef {{ x: number, y: number }} Point */
/**
 * @typedef {object} ShippedMap
 * @property {string} file
 * @property {string} title
 * @property {string} about
 * @property {boolean} yDown whether y grows downwards on it
 * @property {Point} start
 * @property {Point} goal
 */

/** @type {ShippedMap[]} The first one is shown first. */
export const MAPS = [
    {
        file: "village.nav",
        title: "Village",
        about: "A Tiled map: a river with a bridge and a ford.",
        yDown: true,
        start: { x: 3.5, y: 3.5 },
        goal: { x: 36, y: 4 },
    },
    {
        file: "floor-plan.nav",
        title: "Floor plan",
        about: "An SVG drawing in metres. Wider agents do not fit through every gap.",
        yDown: false,
        start: { x: 14.5, y: 17.5 },
        goal: { x: 5, y: 8 },
    },
    {
        file: "harbour.nav",
        title: "Harbour",
        about: "Terrain, bridges, jumps and a ferry. Only the classic tier supports jumps and ferries.",
        yDown: false,
        start: { x: 57, y: 79.25 },
        goal: { x: 145, y: 66 },
    },
    {
        file: "bridge.nav",
        title: "Bridge",
        about: "A model of triangles, seen from above: a road in a cutting, and a bridge over it.",
        yDown: false,
        start: { x: 2, y: -7.5 },
        goal: { x: 23.5, y: -9 },
    },
    {
        file: "caves.nav",
        title: "Caves",
        about: "The largest map here: 480 by 360 cells. Let a crowd walk through it.",
        yDown: true,
        start: { x: 40, y: 180 },
        goal: { x: 467, y: 148.5 },
    },
];

/** Files that readers may bring. */
export const ENDINGS = [".nav", ".map", ".mesh", ".json", ".svg"];

/** Endings of files in which y grows downwards. */
const Y_DOWN = [".map"];

/** Bytes of such a file. What is larger would take long, and much memory. */
export const MOST_BYTES = 8e6;

/** @param {string} name */
export function hasYDown(name) {
    return Y_DOWN.some((ending) => name.toLowerCase().endsWith(ending));
}
