// @ts-check
// What the native tool answers.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const tool = process.env.TAUTLINE ?? "tautline";
const site = process.env.TAUTLINE_SITE ?? "target/web";

/** @typedef {[number, number, number, number]} Ends */
/** @typedef {{ status: string, length: number, points: number[] }} Row */

/**
 * Asks for paths on a map of the pages.
 * @param {string} map such as "village.nav"
 * @param {Ends[]} queries numbers of 32 bits
 * @param {string[]} options of `tautline batch`
 * @returns {Row[]} with lengths of 64 bits and points of 32
 */
export function nativePaths(map, queries, options = []) {
    const folder = mkdtempSync(join(tmpdir(), "tautline-"));
    try {
        const [asked, answered] = [join(folder, "queries.csv"), join(folder, "answers.csv")];
        writeFileSync(asked, `sx,sy,gx,gy\n${queries.map((ends) => ends.join(",")).join("\n")}\n`);
        execFileSync(tool, ["batch", join(site, "maps", map), asked, "-o", answered, ...options], { stdio: "pipe" });
        const [, ...rows] = readFileSync(answered, "utf8").trim().split("\n");
        return rows.map(row);
    } finally {
        rmSync(folder, { recursive: true });
    }
}

/** @param {string} line @returns {Row} */
function row(line) {
    const [, status, length, , , , points] = line.split(",");
    // Each number is written with the digits that tell it from its neighbours.
    const numbers = points ? points.split(/[; ]/).map((number) => Math.fround(Number(number))) : [];
    return { status, length: Number(length), points: numbers };
}
