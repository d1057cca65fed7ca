// @ts-check
// The mesh page: a map, two ends, and the path between them.

import { addHeader } from "./common/header.js";
import { clearFault, showFault } from "./common/fault.js";
import { Drawing } from "./common/canvas.js";
import { takeFiles } from "./common/files.js";
import { element, input } from "./common/page.js";
import { View } from "./common/view.js";
import { loadLibrary } from "./common/wasm.js";
import { Baker, Superseded } from "./mesh/baker.js";
import { makeCosts } from "./mesh/costs.js";
import { countText, niceStep } from "./mesh/figures.js";
import { Ground } from "./mesh/ground.js";
import { makeLayers } from "./mesh/layers.js";
import { ENDINGS, MAPS, MOST_BYTES } from "./mesh/maps.js";
import { GRIP, drawScene } from "./mesh/overlay.js";
import { firstBend, halfway, somewhere } from "./mesh/random.js";
import { showPaths, showStages } from "./mesh/readout.js";
import { Paths } from "./mesh/scene.js";
import { Tools } from "./mesh/tools.js";
import { waiting } from "./mesh/waiting.js";
import { Walkers } from "./mesh/crowd.js";

/** @typedef {import("./mesh/scene.js").Point} Point */
/** @typedef {"start" | "goal"} End */

addHeader("index.html");

/** The greatest distance from an end at which a pointer grabs it, in pixels. */
const REACH = { mouse: GRIP + 5, touch: 26 };
/** The greatest distance from a link at which a click closes or opens it, in pixels. */
const LINK_REACH = 6;
/** The radius of an obstacle, in pixels. */
const OBSTACLE = 26;
/** The distance by which an arrow key moves an end, in pixels. */
const STEP = 8;
/** The stages are measured when nothing has changed for this time, in milliseconds. */
const QUIET = 200;
/** The number of frames whose times are kept, for tests. */
const KEPT_FRAMES = 2000;

const canvas = /** @type {HTMLCanvasElement} */ (element("map"));

const library = await loadLibrary("mesh");
const baker = new Baker();
/** @type {Paths | null} */
let paths = null;
/** The map as bytes, for the worker. @type {Uint8Array} */
let bytes = new Uint8Array();
/** The number of maps opened so far: results of the worker for an earlier map are ignored. */
let generation = 0;
/** @type {import("./mesh/crowd.js").Agents | null} */
let agents = null;
/** @type {Point | null} */
let pointer = null;
let isDirty = false;
/** The times of frames in which a path was found, in milliseconds. @type {number[]} */
const frames = [];
/** The times of drawing in the other frames with a crowd, in milliseconds. @type {number[]} */
const crowdDraws = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let quiet;

const tools = new Tools([...document.querySelectorAll(".tools button")]);
const layers = makeLayers(element("layers"), (of) => {
    if (of === "ground") ground.drawing.ask();
    else overlay.ask();
});

const view = new View(canvas, {
    changed() {
        ground.drawing.ask();
        overlay.ask();
    },
    grab(at, byTouch) {
        const end = endAt(at, byTouch ? REACH.touch : REACH.mouse);
        if (!end) return null;
        canvas.classList.add("is-held");
        return {
            move: (to) => moveEnd(end, view.toWorld(to)),
            drop: () => canvas.classList.remove("is-held"),
        };
    },
    tap(at) {
        canvas.classList.remove("is-held");
        const link = linkAt(at);
        if (link !== null) toggleLink(link);
        else if (tools.chosen === "obstacle") toggleObstacle(view.toWorld(at));
        else moveEnd(/** @type {End} */ (tools.chosen), view.toWorld(at));
    },
    secondary: (at) => toggleObstacle(view.toWorld(at)),
    hover(at) {
        pointer = at;
        const isOnEnd = at !== null && endAt(at, REACH.mouse) !== null;
        canvas.classList.toggle("is-grip", isOnEnd);
        canvas.classList.toggle("is-link", at !== null && !isOnEnd && linkAt(at) !== null);
        if (layers.shown.cone) overlay.ask();
    },
});
const ground = new Ground(/** @type {HTMLCanvasElement} */ (element("ground")), view, layers.shown);
const overlay = new Drawing(canvas, drawOverlay);
document.addEventListener("themechange", () => overlay.ask());

const walkers = new Walkers(
    library,
    (moved) => {
        agents = moved;
        overlay.ask();
    },
    (rate) => {
        const { mean, worst, framesPerSecond, plansPerSecond, arrivalsPerSecond } = rate;
        element("rate").textContent =
            `The crowd takes ${mean.toFixed(1)} ms of each frame, at most ${worst.toFixed(1)} ms. ` +
            `In a second: ${countText(framesPerSecond)} frames, ${countText(plansPerSecond)} paths, ` +
            `${countText(arrivalsPerSecond)} arrivals.`;
        tautline.rate = rate;
    },
);

/** @param {CanvasRenderingContext2D} context @param {{ width: number, height: number }} size */
function drawOverlay(context, size) {
    if (!paths) return;
    const began = performance.now();
    const wasDirty = isDirty;
    if (isDirty) findPaths(paths);
    const { shown } = layers;
    // At the pointer, or else at the first bend.
    const cone = shown.cone ? (pointer ? view.toWorld(pointer) : firstBend(paths)) : null;
    drawScene(context, size, view, {
        start: paths.start,
        goal: paths.goal,
        exact: paths.best()?.points ?? null,
        classic: shown.classic && "points" in paths.exact && "points" in paths.classic ? paths.classic.points : null,
        corridor: shown.corridor ? paths.corridor() : null,
        expanded: shown.expanded ? paths.expanded() : null,
        cone: cone && paths.world.cone(cone.x, cone.y),
        obstacles: paths.world.obstacles(),
        agents,
    });
    const list = wasDirty ? frames : agents ? crowdDraws : null;
    list?.push(performance.now() - began);
    if (list && list.length > KEPT_FRAMES) list.shift();
}

/** @param {Paths} paths */
function findPaths(paths) {
    isDirty = false;
    paths.find(1 / view.scale);
    showPaths(paths);
    const ends = paths.ends();
    if (ends) walkers.headFor({ x: ends[2], y: ends[3] });
    clearTimeout(quiet);
    quiet = setTimeout(() => showTimes(paths), QUIET);
}

/** Finds the paths again, in the next frame. */
function askForPaths() {
    isDirty = true;
    overlay.ask();
}

/** @param {Paths} of */
function showTimes(of) {
    // Nothing is measured while agents walk: both would be slow.
    if (of !== paths || walkers.crowd) return;
    showStages(paths, updateTime, ground.parts?.areaCount ?? 0);
}

/** The time of the last update of the mesh by an obstacle, in milliseconds. @type {number | null} */
let updateTime = null;

/**
 * @param {End} end
 * @param {Point} to
 */
function moveEnd(end, to) {
    if (!paths) return;
    clearFault();
    paths[end] = to;
    askForPaths();
}

/** @param {Point} at @param {number} reach @returns {End | null} */
function endAt(at, reach) {
    if (!paths) return null;
    const distance = (/** @type {Point} */ end) => {
        const { x, y } = view.toScreen(end);
        return Math.hypot(x - at.x, y - at.y);
    };
    const [start, goal] = [distance(paths.start), distance(paths.goal)];
    if (Math.min(start, goal) > reach) return null;
    return goal <= start ? "goal" : "start";
}

/** The link under a pointer, while links are used. @param {Point} at */
function linkAt(at) {
    if (!paths || !input("links").checked) return null;
    return ground.parts?.linkNear(view.toWorld(at), LINK_REACH / view.scale) ?? null;
}

/** Closes a link, or opens it. @param {number} link */
function toggleLink(link) {
    if (!paths) return;
    clearFault();
    paths.world.toggleLink(link);
    ground.linksChanged(paths.world);
    askForPaths();
}

/** @param {Point} at */
function toggleObstacle(at) {
    if (!paths) return;
    const { world } = paths;
    attempt(() => {
        clearFault();
        updateTime = world.toggleObstacle(at.x, at.y, OBSTACLE / view.scale);
    });
    groundChanged();
}

/** Draws the ground after a change, and finds the paths on it. */
function groundChanged() {
    if (!paths) return;
    ground.take(paths.world);
    /** @type {HTMLButtonElement} */ (element("clear")).disabled = paths.world.obstacles().length === 0;
    askForPaths();
}

/**
 * Does something that may not be possible, and shows the reason if it is not.
 * @param {() => void} action
 */
function attempt(action) {
    try {
        action();
    } catch (error) {
        showFault(error);
    }
}

/**
 * Shows a baked map.
 * @param {Uint8Array} baked
 * @param {{ start?: Point, goal?: Point }} [ends]
 */
function show(baked, { start, goal } = {}) {
    const world = new library.World(baked);
    generation += 1;
    walkers.gather(world, 0, { x: 0, y: 0 });
    input("agents").value = "0";
    element("agents-shown").textContent = "none";
    element("rate").textContent = "";
    paths?.world.free();
    paths = new Paths(library, world);
    bytes = baked;
    updateTime = null;
    const bounds = /** @type {[number, number, number, number]} */ ([...world.bounds()]);
    view.yDown = world.yDown;
    paths.start = start ?? somewhere(world, bounds, 0.15);
    paths.goal = goal ?? somewhere(world, bounds, 0.85);
    setUpRadius(bounds);
    element("links-row").hidden = !world.hasLinks;
    input("links").checked = true;
    element("times").replaceChildren();
    ground.take(world);
    const classes = ground.parts?.terrains.keys() ?? [];
    element("costs-section").hidden = !makeCosts(element("costs"), world, classes, askForPaths);
    /** @type {HTMLButtonElement} */ (element("clear")).disabled = true;
    isDirty = true;
    view.fit(bounds);
}

/** @param {[number, number, number, number]} bounds */
function setUpRadius([left, bottom, right, top]) {
    if (!paths) return;
    const least = paths.world.radius;
    const step = niceStep(Math.max(Math.min(right - left, top - bottom), 1e-6) / 500);
    const slider = input("radius");
    slider.step = String(step);
    slider.min = String(least);
    slider.max = String(Number((least + 16 * step).toPrecision(6)));
    slider.value = String(least);
    element("radius-shown").textContent = slider.value;
}

async function changeRadius() {
    if (!paths) return;
    const radius = Number(input("radius").value);
    element("radius-shown").textContent = String(radius);
    const [asked, { world }] = [generation, paths];
    try {
        if (!world.chooseRadius(radius)) {
            const shrunk = await waiting("Building for that radius…", baker.bake({ kind: "radius", map: bytes, radius }));
            if (asked !== generation) return;
            world.takeRadius(shrunk);
        }
        clearFault();
        groundChanged();
    } catch (error) {
        if (error instanceof Superseded || asked !== generation) return;
        showFault(error);
        // Resets the slider to the current radius.
        input("radius").value = String(Number(world.radius.toPrecision(6)));
        element("radius-shown").textContent = input("radius").value;
    }
}

function changeAgents() {
    const count = Number(input("agents").value);
    element("agents-shown").textContent = count ? countText(count) : "none";
    element("rate").textContent = "";
    const ends = paths?.ends();
    if (!paths || !ends) return;
    const { world } = paths;
    attempt(() => {
        const placed = walkers.gather(world, count, { x: ends[2], y: ends[3] });
        if (placed < count) element("agents-shown").textContent = `room for ${countText(placed)}`;
    });
}

/** @param {import("./mesh/maps.js").ShippedMap} map */
async function open(map) {
    element("about").textContent = map.about;
    const answer = await fetch(`maps/${map.file}`);
    if (!answer.ok) throw new Error(`maps/${map.file} cannot be loaded: ${answer.status} ${answer.statusText}`);
    const baked = new Uint8Array(await answer.arrayBuffer());
    show(baked, map);
    clearFault();
}

/** @param {import("./common/files.js").GivenFile} file */
async function openFile({ name, bytes: given }) {
    try {
        const job = /** @type {const} */ ({ kind: "file", name, bytes: given });
        const baked = await waiting(`Building ${name}…`, baker.bake(job));
        show(baked);
        clearFault();
        choice.value = "";
        element("about").textContent = name;
        await addLabels(name);
    } catch (error) {
        if (!(error instanceof Superseded)) showFault(error);
    }
}

/** Bakes labels for a map that came without, in the background. @param {string} name */
async function addLabels(name) {
    if (!paths || paths.world.hasLabels) return;
    const [asked, { world }] = [generation, paths];
    const labelled = await baker.bake({ kind: "labels", map: bytes });
    if (asked !== generation) return;
    world.takeLabels(labelled);
    element("about").textContent = world.hasLabels ? `${name}, with labels` : name;
    askForPaths();
}

const choice = /** @type {HTMLSelectElement} */ (element("maps"));
choice.replaceChildren(...MAPS.map(({ file, title }) => new Option(title, file)));
choice.addEventListener("change", () => {
    const map = MAPS.find(({ file }) => file === choice.value);
    baker.stop();
    if (map) open(map).catch(showFault);
});
takeFiles({ endings: ENDINGS, most: MOST_BYTES, input: input("file"), take: openFile, refuse: showFault });

/** @type {ReturnType<typeof setTimeout> | undefined} */
let sliding;
input("radius").addEventListener("input", () => {
    element("radius-shown").textContent = input("radius").value;
    clearTimeout(sliding);
    sliding = setTimeout(changeRadius, 80);
});
input("agents").addEventListener("input", changeAgents);
input("links").addEventListener("change", () => {
    if (!paths) return;
    paths.world.takesLinks = input("links").checked;
    ground.linksChanged(paths.world);
    askForPaths();
});
element("clear").addEventListener("click", () => {
    paths?.world.clearObstacles();
    groundChanged();
});
element("swap").addEventListener("click", swapEnds);
element("closer").addEventListener("click", () => view.zoom(1.5));
element("farther").addEventListener("click", () => view.zoom(1 / 1.5));
element("whole").addEventListener("click", () => view.fit(view.bounds));

function swapEnds() {
    if (!paths) return;
    [paths.start, paths.goal] = [paths.goal, paths.start];
    askForPaths();
}

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
canvas.addEventListener("keydown", (event) => {
    if (!paths || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) {
        const end = event.shiftKey ? "start" : "goal";
        const { x, y } = view.toScreen(paths[end]);
        moveEnd(end, view.toWorld({ x: x + arrow[0] * STEP, y: y + arrow[1] * STEP }));
    } else if (event.key.toLowerCase() === "o") {
        const at = pointer ? view.toWorld(pointer) : halfway(paths);
        if (at) toggleObstacle(at);
    } else if (event.key.toLowerCase() === "s") {
        swapEnds();
    } else if (!layers.byKey(event.key)) {
        return;
    }
    event.preventDefault();
});

/** The state of the page, for tests and for the console. */
const tautline = {
    library,
    view,
    frames,
    walkers,
    crowdDraws,
    /** @type {import("./mesh/crowd.js").Rate | null} */
    rate: null,
    get paths() {
        return paths;
    },
    get bytes() {
        return bytes;
    },
    get agents() {
        return agents;
    },
    get isSettled() {
        return paths !== null && !isDirty;
    },
};
Object.assign(window, { tautline });

await open(MAPS[0]).catch(showFault);
