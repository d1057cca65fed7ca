// @ts-check
// The maps that come with the page. `bake-maps` bakes them.

/** @typedef {{ x: number, y: number }} Point */
/**
 * @typedef {object} ShippedMap
 * @property {string} file
 * @property {string} title
 * @property {string} about
 * @property {Point} start
 * @property {Point} goal
 */

/** @type {ShippedMap[]} The first one is shown first. */
export const MAPS = [
    {
        file: "village.nav",
        title: "Village",
        about: "A Tiled map: a river with a bridge and a ford.",
        start: { x: 3.5, y: 3.5 },
        goal: { x: 36, y: 4 },
    },
    {
        file: "floor-plan.nav",
        title: "Floor plan",
        about: "An SVG drawing in metres. Wider agents do not fit through every gap.",
        start: { x: 14.5, y: 17.5 },
        goal: { x: 5, y: 8 },
    },
    {
        file: "harbour.nav",
        title: "Harbour",
        about: "Terrain, bridges, jumps and a ferry.",
        start: { x: 57, y: 79.25 },
        goal: { x: 145, y: 66 },
    },
    {
        file: "road.nav",
        title: "Road",
        about: "Grass, a road and mud. Raise the cost of grass, and the path bends towards the road.",
        start: { x: 3, y: 1 },
        goal: { x: 46, y: 4 },
    },
    {
        file: "bridge.nav",
        title: "Bridge",
        about: "A triangle model, seen from above: a road in a cutting, and a bridge over it.",
        start: { x: 2, y: -7.5 },
        goal: { x: 23.5, y: -9 },
    },
    {
        file: "caves.nav",
        title: "Caves",
        about: "The largest map here: 480 by 360 cells. Let a crowd walk through it.",
        start: { x: 40, y: 180 },
        goal: { x: 467, y: 148.5 },
    },
];

/** The extensions of files that can be opened. */
export const ENDINGS = [".nav", ".map", ".mesh", ".json", ".svg"];

/** The greatest size of such a file, in bytes. A larger one would take much time and memory. */
export const MOST_BYTES = 8e6;
