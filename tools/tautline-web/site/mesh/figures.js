// @ts-check
// Formatting of numbers.

/** @param {number} length */
export function lengthText(length) {
    return length.toLocaleString("en", { minimumFractionDigits: 3, maximumFractionDigits: 3 });
}

/** @param {number} microseconds */
export function timeText(microseconds) {
    if (microseconds < 10) return `${microseconds.toFixed(2)} µs`;
    if (microseconds < 1000) return `${microseconds.toFixed(0)} µs`;
    return `${(microseconds / 1000).toFixed(1)} ms`;
}

/** @param {number} count */
export function countText(count) {
    return Math.round(count).toLocaleString("en");
}

/**
 * A round step (1, 2 or 5 times a power of ten) near a positive number.
 * @param {number} about
 */
export function niceStep(about) {
    const power = 10 ** Math.floor(Math.log10(about));
    const factor = [1, 2, 5, 10].find((factor) => factor * power >= about * 0.99) ?? 10;
    return Number((factor * power).toPrecision(1));
}

/**
 * Fills a list of names and numbers.
 * @param {HTMLElement} list
 * @param {[string, string][]} rows
 */
export function showFigures(list, rows) {
    list.replaceChildren(
        ...rows.flatMap(([name, value]) => {
            const [term, figure] = [document.createElement("dt"), document.createElement("dd")];
            [term.textContent, figure.textContent] = [name, value];
            return [term, figure];
        }),
    );
}
