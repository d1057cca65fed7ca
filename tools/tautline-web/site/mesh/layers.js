// @ts-check
// The layers, and the switches that show them.

/** @typedef {{ key: string, name: string, shown: boolean, of: "ground" | "path" }} Layer */

/** @type {Layer[]} In the order of the number keys. */
const LAYERS = [
    { key: "terrain", name: "Terrain", shown: true, of: "ground" },
    { key: "areas", name: "Areas", shown: false, of: "ground" },
    { key: "borders", name: "Borders", shown: true, of: "ground" },
    { key: "corners", name: "Corners", shown: false, of: "ground" },
    { key: "classic", name: "Classic path", shown: true, of: "path" },
    { key: "corridor", name: "Corridor", shown: false, of: "path" },
    { key: "expanded", name: "Expanded nodes", shown: false, of: "path" },
    { key: "cone", name: "Visibility cone", shown: false, of: "path" },
];

/**
 * Makes the switches.
 * @param {HTMLElement} into
 * @param {(of: Layer["of"]) => void} switched
 */
export function makeLayers(into, switched) {
    /** @type {Record<string, boolean>} */
    const shown = {};
    const boxes = LAYERS.map((layer, index) => {
        shown[layer.key] = layer.shown;
        const label = document.createElement("label");
        const box = document.createElement("input");
        box.type = "checkbox";
        box.checked = layer.shown;
        box.id = `layer-${layer.key}`;
        box.addEventListener("change", () => {
            shown[layer.key] = box.checked;
            switched(layer.of);
        });
        label.title = `Key ${index + 1}`;
        label.append(box, layer.name);
        into.append(label);
        return box;
    });
    /** @param {string} key */
    const byKey = (key) => {
        const box = /^[1-8]$/.test(key) ? boxes[Number(key) - 1] : undefined;
        box?.click();
        return box !== undefined;
    };
    return { shown, byKey };
}
