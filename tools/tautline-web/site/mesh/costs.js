// @ts-check
// Sliders for the cost per unit of length of each terrain class.

/** @typedef {import("../wasm/mesh.js").World} World */

/** Costs are powers of two, from a quarter to eight, in steps of a half power. */
const [LEAST, MOST, STEP] = [-2, 3, 0.5];

/**
 * Makes a slider for each terrain class of the map, if there are several.
 * @param {HTMLElement} into
 * @param {World} world
 * @param {Iterable<number>} classes
 * @param {() => void} changed
 */
export function makeCosts(into, world, classes, changed) {
    const names = world.terrainNames;
    const rows = [...classes].sort((one, other) => one - other).map((number) => {
        const [label, slider, shown] = [
            document.createElement("label"), document.createElement("input"), document.createElement("output"),
        ];
        slider.type = "range";
        slider.id = `cost-${number}`;
        slider.className = "grow";
        [slider.min, slider.max, slider.step] = [LEAST, MOST, STEP].map(String);
        slider.value = String(Math.log2(world.cost(number)));
        label.htmlFor = shown.htmlFor.value = slider.id;
        label.textContent = names[number] || `class ${number}`;
        const show = () => {
            shown.textContent = `× ${Number((2 ** Number(slider.value)).toPrecision(2))}`;
        };
        slider.addEventListener("input", () => {
            world.setCost(number, 2 ** Number(slider.value));
            show();
            changed();
        });
        show();
        const row = document.createElement("div");
        row.className = "row cost";
        row.append(label, slider, shown);
        return row;
    });
    into.replaceChildren(...(rows.length > 1 ? rows : []));
    return rows.length > 1;
}
