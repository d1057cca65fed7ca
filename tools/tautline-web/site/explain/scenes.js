// @ts-check
// The grounds on which the algorithms are shown.

/** @typedef {typeof import("../wasm/play.js")} Library */
/** @typedef {import("../wasm/play.js").Lesson} Lesson */
/**
 * @typedef {object} SceneKind
 * @property {string} id as in the address of the page
 * @property {string} title
 * @property {(library: Library) => Promise<Lesson> | Lesson} open
 * @property {[number, number]} start
 * @property {[number, number]} goal
 */

/** The portals of a corridor: left x, left y, right x, right y. */
const BENDS = [
    [2, 12, 2, 8.5], [6, 12.5, 6, 9.5], [9, 12.5, 7.5, 9.5], [10.5, 11, 7.5, 9.5], [10.5, 8, 8, 7],
    [11, 6.5, 8.5, 4.5], [12.5, 6, 10.5, 2.5], [15, 6, 15, 1.5], [16.5, 7, 18.5, 3], [16, 9, 20, 6],
    [17, 11, 20, 9], [19, 12.5, 20.5, 9.5], [23, 12.8, 22.5, 9.8], [26.5, 12, 24.5, 9], [27.5, 9.5, 24, 8],
    [27, 6, 24, 6], [28.5, 4.5, 26, 3], [31, 4.5, 31, 1.5],
];

/** A yard with buildings: its areas. */
const YARD = [
    [[6, 6.5], [6, 8.5], [5, 11], [0, 18], [0, 0], [6, 2], [6, 3.8]],
    [[19, 12], [22.5, 14], [18.5, 16.5]],
    [[6, 8.5], [14, 8], [14, 10.5], [10, 10]],
    [[18, 9.5], [19, 12], [14, 10.5]],
    [[14, 8], [14, 2.5], [17, 1.5], [18, 9.5], [14, 10.5]],
    [[0, 0], [32, 0], [19.5, 1]],
    [[10, 10], [14, 10.5], [13.5, 15], [11, 15]],
    [[0, 18], [18.5, 16.5], [32, 18]],
    [[0, 18], [6, 15.5], [11, 15], [13.5, 15], [18.5, 16.5]],
    [[24, 2.5], [24.5, 7], [21.5, 8], [19.5, 1]],
    [[12, 6.2], [6, 6.5], [6, 3.8], [12, 4]],
    [[10, 10], [5, 11], [6, 8.5]],
    [[32, 0], [32, 18], [29, 10], [28.5, 4]],
    [[32, 18], [18.5, 16.5], [22.5, 14], [28, 13]],
    [[0, 0], [19.5, 1], [17, 1.5], [6, 2]],
    [[24, 2.5], [19.5, 1], [32, 0], [28.5, 4]],
    [[6, 2], [17, 1.5], [14, 2.5]],
    [[5, 11], [6, 15.5], [0, 18]],
    [[27.5, 8], [29, 10], [23, 10.5], [21.5, 8], [24.5, 7]],
    [[29, 10], [32, 18], [28, 13]],
    [[21.5, 8], [23, 10.5], [22.5, 14], [19, 12], [18, 9.5]],
    [[28.5, 4], [29, 10], [27.5, 8]],
];

/** @type {Record<string, SceneKind>} */
const KINDS = {
    bends: {
        id: "bends",
        title: "A winding corridor",
        open: ({ Lesson }) => ofAreas(Lesson, between(BENDS)),
        start: [3, 10],
        goal: [30, 2.5],
    },
    yard: {
        id: "yard",
        title: "A yard with buildings",
        open: ({ Lesson }) => ofAreas(Lesson, YARD),
        start: [2, 5],
        goal: [30.5, 5.5],
    },
    harbour: {
        id: "harbour",
        title: "Harbour (a map)",
        open: ({ Lesson }) => drawn(Lesson, "harbour"),
        start: [24, 50],
        goal: [90, 100],
    },
};

/** The grounds of each subject; the first is the default. */
export const SCENES = {
    funnel: [KINDS.bends, KINDS.harbour, KINDS.yard],
    interval: [KINDS.yard, KINDS.harbour, KINDS.bends],
};

/**
 * The areas of a corridor, each from portal to portal; where two portals share an end, a triangle.
 * @param {number[][]} portals
 */
function between(portals) {
    return portals.slice(1).map(([x, y, rightX, rightY], index) => {
        const [beforeX, beforeY, beforeRightX, beforeRightY] = portals[index];
        const corners = [[beforeX, beforeY], [beforeRightX, beforeRightY], [rightX, rightY], [x, y]];
        return corners.filter((corner, i) => String(corner) !== String(corners[(i + 1) % 4]));
    });
}

/** @param {Library["Lesson"]} Lesson @param {number[][][]} areas */
function ofAreas(Lesson, areas) {
    let end = 0;
    const ends = areas.map((corners) => (end += corners.length));
    return Lesson.of_areas(new Float32Array(areas.flat(2)), new Uint32Array(ends));
}

/**
 * A map that comes with the tool, without baking.
 * @param {Library["Lesson"]} Lesson
 * @param {string} name
 */
async function drawn(Lesson, name) {
    const answer = await fetch(`maps/${name}.json`);
    if (!answer.ok) throw new Error(`the map ${name} cannot be fetched (${answer.status})`);
    return Lesson.of_drawing(await answer.text());
}
