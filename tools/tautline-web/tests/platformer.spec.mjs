// @ts-check
// The side-view page, in a real browser.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { onPage, picture } from "./browser.mjs";

const PAGE = "platformer.html";
const root = new URL("../../../", import.meta.url).pathname;

/** @typedef {import("playwright-core").Page} Page */

/** Waits until the page can be used, and the level is known. @param {Page} page */
async function ready(page) {
    await page.waitForFunction(() => window.tautline?.known === 1);
}

/** Clicks a cell. @param {Page} page @param {number} column @param {number} row @param {"left" | "right"} [button] */
async function click(page, column, row, button = "left") {
    const at = await page.evaluate(([c, r]) => window.tautline.cell(c, r), [column, row]);
    await page.mouse.click(at.x, at.y, { button });
}

/** @param {Page} page */
const state = (page) => page.evaluate(() => [...window.tautline.stage.state()]);
/** @param {Page} page */
const message = (page) => page.locator("#message").innerText();

/** @param {Page} page */
const arrived = (page) => page.waitForFunction(() => window.tautline.stage.has_arrived, null, { timeout: 20_000 });

/** Drops a file onto the page. @param {Page} page @param {string} name @param {string} text */
async function drop(page, name, text) {
    const data = await page.evaluateHandle(([name, text]) => {
        const data = new DataTransfer();
        data.items.add(new File([text], name));
        return data;
    }, [name, text]);
    await page.dispatchEvent("body", "drop", { dataTransfer: data });
}

test("a click sends the character, and it arrives on the stated subpixel in the stated frame", () =>
    onPage(PAGE, async (page) => {
        await ready(page);
        await picture(page, "platformer-first");
        await click(page, 14, 12);
        const plan = await page.evaluate(() => {
            const { stage } = window.tautline;
            return { end: [...stage.end()], frames: stage.frames, inputs: [...stage.inputs()] };
        });
        assert.ok(plan.frames > 60 && plan.inputs.length > 8);
        await arrived(page);
        const [x, y, speed, stance] = await state(page);
        assert.deepEqual([x, y, speed, stance], [...plan.end, 0, 0]);
        assert.equal(await page.evaluate(() => window.tautline.stage.frame), plan.frames);
        assert.match(await message(page), new RegExp(`Arrived after ${plan.frames} frames, exactly at the subpixel`));
        assert.equal(await page.locator("#exact-frames").innerText(), String(plan.frames));
    }));

test("the physics takes sixty steps a second", () =>
    onPage(PAGE, async (page) => {
        await ready(page);
        await click(page, 50, 12);
        const [frames, seconds] = await page.evaluate(async () => {
            const { stage } = window.tautline;
            const [from, began] = [stage.frame, performance.now()];
            await new Promise((done) => setTimeout(done, 1000));
            return [stage.frame - from, (performance.now() - began) / 1000];
        });
        assert.ok(Math.abs(frames / seconds - 60) < 9, `${frames} in ${seconds} s`);
        await picture(page, "platformer-desktop");
    }));

test("a tile that changes in mid-air changes the plan, and the character still arrives", () =>
    onPage(PAGE, async (page) => {
        await ready(page);
        await click(page, 14, 12);
        await page.waitForFunction(() => window.tautline.stage.state()[3] === 1, null, { polling: 10 });
        // Into the planned path.
        const [column, row] = await page.evaluate(() => {
            const { stage } = window.tautline;
            const [path, tile] = [stage.trajectory(), stage.tile];
            for (let i = path.length - 40; i > 0; i -= 2) {
                const cell = [Math.floor((path[i] + 6) / tile), Math.floor((path[i + 1] + 6) / tile)];
                if (stage.tile_at(cell[0], cell[1]) === 0 && path[i + 1] % tile > 1) return cell;
            }
            return [];
        });
        const before = await page.evaluate(() => [...window.tautline.stage.inputs()]);
        await click(page, column, row, "right");
        const after = await page.evaluate(([c, r]) => {
            const { stage } = window.tautline;
            return { inputs: [...stage.inputs()], tile: stage.tile_at(c, r), end: [...stage.end()] };
        }, [column, row]);
        assert.equal(after.tile, 1);
        assert.notDeepEqual(after.inputs, before);
        await arrived(page);
        assert.deepEqual((await state(page)).slice(0, 2), after.end);
    }));

test("a path that is cut off is explained, and the level is as it was after a reset", () =>
    onPage(PAGE, async (page) => {
        await ready(page);
        const tiles = await page.evaluate(() => [...window.tautline.stage.tiles()]);
        await page.evaluate(() => {
            // A wall next to the start, too high to jump over.
            for (let row = 3; row < 20; row++) window.tautline.stage.toggle(6, row, 1);
        });
        await page.evaluate(() => window.tautline.stage.explore(100_000));
        await click(page, 14, 12);
        assert.match(await message(page), /^That cell is unreachable\. .*The nearest reachable cell is column \d+, row \d+/);
        assert.equal(await page.locator("#exact-frames").innerText(), "–");
        await page.keyboard.press("r");
        await ready(page);
        assert.deepEqual(await page.evaluate(() => [...window.tautline.stage.tiles()]), tiles);
    }));

test("a position without a way back is reported", () =>
    onPage(PAGE, async (page) => {
        await ready(page);
        await drop(page, "pit.txt", `#########\n${"........#\n".repeat(9)}####....#\n${"####....#\n".repeat(9)}#########\n`);
        await page.waitForFunction(() => window.tautline.stage.name === "pit.txt" && window.tautline.known === 1);
        await page.evaluate(() => window.tautline.stage.put(1, 11));
        await click(page, 6, 1);
        assert.match(await page.locator("#verdict").innerText(), /cannot come back/);
        await arrived(page);
        await click(page, 1, 11);
        assert.match(await message(page), /only a path in the other direction, from there to here/);
    }));

test("keys play by hand: it walks, jumps and comes down again", () =>
    onPage(PAGE, async (page) => {
        await ready(page);
        await page.waitForFunction(() => window.tautline.stage.state()[3] === 0);
        const [x, y] = await state(page);
        await page.keyboard.down("ArrowRight");
        await page.waitForTimeout(250);
        await page.keyboard.down("Space");
        await page.waitForFunction((y) => window.tautline.stage.state()[1] > y, y);
        await page.keyboard.up("Space");
        await page.keyboard.up("ArrowRight");
        await page.waitForFunction(() => window.tautline.stage.state()[3] !== 1);
        const [there] = await state(page);
        assert.ok(there > x);
        assert.match(await message(page), /You control|dead/);
        await page.keyboard.press("r");
        await ready(page);
        assert.equal((await state(page))[0], x);
    }));

test("buttons play by hand on a phone, and a tap sends", () =>
    onPage(PAGE, async (page) => {
        await ready(page);
        const [x] = await state(page);
        const right = page.getByRole("button", { name: "Right", exact: true });
        await right.dispatchEvent("pointerdown", { pointerId: 7, pointerType: "touch", bubbles: true });
        await page.waitForFunction((x) => window.tautline.stage.state()[0] > x + 60, x);
        await right.dispatchEvent("pointerup", { pointerId: 7, pointerType: "touch", bubbles: true });
        const at = await page.evaluate(() => window.tautline.cell(2, 3));
        await page.touchscreen.tap(at.x, at.y);
        await arrived(page);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
        await picture(page, "platformer-phone");
    }, { phone: true, dark: true }));

test("a finger that stays changes a tile, and so does a tap if that is chosen", () =>
    onPage(PAGE, async (page) => {
        await ready(page);
        const at = await page.evaluate(() => window.tautline.cell(6, 5));
        const finger = { pointerId: 9, pointerType: "touch", button: 0, isPrimary: true, clientX: at.x, clientY: at.y };
        await page.locator("#level").dispatchEvent("pointerdown", finger);
        await page.waitForFunction(() => window.tautline.stage.tile_at(6, 5) === 1);
        await page.locator("#level").dispatchEvent("pointerup", finger);
        assert.equal(await page.evaluate(() => window.tautline.stage.goal().length), 0, "it was not sent there");
        await page.getByRole("radio", { name: "deadly" }).check({ force: true });
        await page.getByLabel("clicks and taps change tiles, too").check();
        await page.touchscreen.tap(at.x, at.y);
        await page.waitForFunction(() => window.tautline.stage.tile_at(6, 5) === 3);
        await page.touchscreen.tap(at.x, at.y);
        await page.waitForFunction(() => window.tautline.stage.tile_at(6, 5) === 0);
    }, { phone: true }));

test("a map of Tiled can be dropped, and is played", () =>
    onPage(PAGE, async (page) => {
        await ready(page);
        const row = (/** @type {string} */ tiles) => tiles.split("").join(",");
        await drop(page, "level.tmx", `<map orientation="orthogonal" width="8" height="4" tilewidth="16" tileheight="16">
            <tileset firstgid="1">
                <tile id="0"><properties><property name="platform" value="solid"/></properties></tile>
                <tile id="1"><properties><property name="platform" value="one-way"/></properties></tile>
            </tileset>
            <layer name="ground" width="8" height="4"><data encoding="csv">
                ${["00000000", "00022000", "00000000", "11111111"].map(row).join(",")}</data></layer></map>`);
        await page.waitForFunction(() => window.tautline.stage.name === "level.tmx" && window.tautline.known === 1);
        assert.deepEqual(await page.evaluate(() => [0, 2].map((row) => window.tautline.stage.tile_at(3, row))), [1, 2]);
        await click(page, 4, 3);
        await arrived(page);
        await picture(page, "platformer-tiled");
    }));

test("classic goes along as a ghost, and takes longer", () =>
    onPage(PAGE, async (page) => {
        await ready(page);
        await click(page, 14, 12);
        const { frames, rival, positions } = await page.evaluate(() => {
            const { stage } = window.tautline;
            return { frames: stage.frames, rival: stage.ghost_frames, positions: stage.ghost().length / 2 };
        });
        assert.ok(rival > frames && positions === rival + 1, `${rival} against ${frames}`);
        assert.match(await page.locator("#verdict").innerText(), /Classic takes \d\.\d\d times as long/);
        await arrived(page);
        // Where the other one has arrived, the ghost is still on its way.
        await page.waitForFunction((last) => (window.tautline.ghostFrame ?? 0) >= last, rival, { timeout: 20_000 });
    }));

test("body, jump, axis and layers can be chosen", () =>
    onPage(PAGE, async (page) => {
        await ready(page);
        await page.locator("#height").fill("20");
        assert.deepEqual(await page.evaluate(() => [...window.tautline.stage.body()]), [12, 20]);
        await page.locator("#jump").fill("1");
        await page.getByRole("radio", { name: "D-pad" }).check({ force: true });
        await ready(page);
        await click(page, 14, 12);
        assert.match(await message(page), /That cell is unreachable/);
        await page.locator("#jump").fill("6");
        await ready(page);
        await page.getByLabel("links from here").check();
        await click(page, 14, 12);
        const walks = await page.evaluate(() => {
            const { stage } = window.tautline;
            return [...stage.inputs()].filter((_, i) => i % 4 === 0).map((walk) => Math.abs(walk) / stage.walk_step);
        });
        assert.ok(walks.length > 2 && walks.every((share) => share === 0 || share === 1), "a D-pad is pressed, or not");
        await arrived(page);
        await picture(page, "platformer-layers");
    }, { dark: true }));

test("files that are no levels are refused, and the level stays", () =>
    onPage(PAGE, async (page) => {
        await ready(page);
        const alert = page.getByRole("alert");
        for (const [name, text, message] of [
            ["ragged.txt", "....\n..\n####\n", /In ragged\.txt, line 2/],
            ["odd.txt", "..x.\n####\n", /In odd\.txt, line 1, column 3/],
            ["empty.txt", "", /In empty\.txt/],
            ["rock.txt", "####\n####\n", /can stand nowhere/],
            ["map.nav", "nonsense", /not supported/],
            ["broken.tmx", "<map", /In broken\.tmx/],
            ["huge.txt", `${"#".repeat(4000)}\n`.repeat(1500), /at most 262144/],
            ["vast.txt", "#".repeat(9_000_000), /9\.0 MB, but at most 8 MB/],
        ]) {
            await drop(page, /** @type {string} */ (name), /** @type {string} */ (text));
            await alert.filter({ hasText: /** @type {RegExp} */ (message) }).waitFor();
            assert.equal(await page.evaluate(() => window.tautline.stage.name), "castle.txt");
        }
        await picture(page, "platformer-refused");
        await click(page, 5, 3);
        await arrived(page);
    }));

test("clicks outside, a click into rock and a window without area do not stop the page", () =>
    onPage(PAGE, async (page) => {
        await ready(page);
        const { width, height } = /** @type {{ width: number, height: number }} */ (
            await page.locator("#level").boundingBox());
        await page.mouse.click(width / 2, 60);
        assert.match(await message(page), /outside of the level/);
        await click(page, 0, 0);
        assert.match(await message(page), /does not fit/);
        await click(page, 2, 3, "right");
        assert.match(await message(page), /The character is there/);
        await page.setViewportSize({ width: 1, height: 1 });
        await page.waitForTimeout(100);
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.mouse.move(5, 100);
        for (let i = 0; i < 40; i++) await page.mouse.move((i * 131) % width, 60 + ((i * 57) % height));
        await click(page, 6, 3);
        await arrived(page);
    }));

test("a level of the largest size that is shown does not halt the page", () =>
    onPage(PAGE, async (page) => {
        await ready(page);
        // Platforms all over 512 x 512 tiles.
        const rows = Array.from({ length: 512 }, (_, row) =>
            Array.from({ length: 512 }, (_, column) =>
                row === 511 || (row % 4 === 3 && (column * 7 + row * 13) % 23 < 9) ? "#" : ".").join(""));
        await drop(page, "large.txt", rows.join("\n"));
        await page.waitForFunction(() => window.tautline.stage.name === "large.txt");
        const longest = await page.evaluate(async () => {
            let [longest, last] = [0, performance.now()];
            const until = last + 1500;
            while (last < until) {
                await new Promise((done) => setTimeout(done));
                const now = performance.now();
                [longest, last] = [Math.max(longest, now - last), now];
            }
            return longest;
        });
        assert.ok(longest < 400, `the page was still for ${longest} ms`);
        await picture(page, "platformer-large");
    }));

/** A plan as the tool writes it. @param {number[]} inputs @param {number} step */
function script(inputs, step) {
    const runs = [];
    for (let i = 0; i < inputs.length; i += 4) {
        const [walk, jump, down, frames] = inputs.slice(i, i + 4);
        const side = walk < 0 ? "left" : "right";
        const aside = walk === 0 ? [] : [Math.abs(walk) < step ? `${side}:${Math.abs(walk)}` : side];
        const pressed = [...aside, ...(jump ? ["jump"] : []), ...(down ? ["down"] : [])];
        runs.push(`${pressed.join("+") || "wait"} ${frames}`);
    }
    return runs.join(";");
}

for (const axis of ["analog", "digital"]) {
    test(`plans are the native ones, input by input (${axis})`, { skip: !process.env.TAUTLINE && "TAUTLINE is not set" }, () =>
        onPage(PAGE, async (page) => {
            await ready(page);
            const tool = /** @type {string} */ (process.env.TAUTLINE);
            const folder = mkdtempSync(join(tmpdir(), "tautline-"));
            try {
                for (const [level, columns, rows] of /** @type {[string, number, number][]} */ (
                    [["castle", 56, 20], ["treehouse", 40, 24], ["cavern", 64, 32]])) {
                    const text = readFileSync(join(root, `tools/tautline-cli/levels/${level}.txt`), "utf8");
                    const [asset, csv, out] = ["level.plat", "pairs.csv", "plans.csv"].map((name) => join(folder, name));
                    // Cells of a lattice that shares no factor with the level's size.
                    const pairs = Array.from({ length: 600 }, (_, i) =>
                        [(i * 37) % columns, (i * 11) % rows, (i * 101 + 7) % columns, (i * 53 + 3) % rows]);
                    writeFileSync(csv, `sx,sy,gx,gy\n${pairs.map((pair) => pair.join()).join("\n")}\n`);
                    const tiles = join(root, `tools/tautline-cli/levels/${level}.txt`);
                    execFileSync(tool, ["platformer", "bake", tiles, "-o", asset, "--axis", axis], { stdio: "pipe" });
                    execFileSync(tool, ["platformer", "batch", asset, csv, "-o", out], { stdio: "pipe" });
                    const native = readFileSync(out, "utf8").trim().split("\n").slice(1).map((line) => {
                        const [, status, frames, , plan] = line.split(",");
                        return status === "ok" ? `${frames} ${plan}` : "none";
                    });
                    const { step, plans } = await page.evaluate(async ([text, pairs, digital]) => {
                        const { loadLibrary } = await import("./common/wasm.js");
                        const { Stage } = await loadLibrary("play");
                        const bytes = new TextEncoder().encode(text);
                        const stage = Stage.open("level.txt", bytes, 12, 12, 5, digital);
                        const plans = pairs.map(([sx, sy, gx, gy]) => {
                            try {
                                return [...stage.plan_between(new Int32Array([sx, sy]), new Int32Array([gx, gy]))];
                            } catch {
                                return null;
                            }
                        });
                        return { step: stage.walk_step, plans };
                    }, /** @type {[string, number[][], boolean]} */ ([text, pairs, axis === "digital"]));
                    const ours = plans.map((inputs) => {
                        if (!inputs) return "none";
                        const frames = inputs.filter((_, i) => i % 4 === 3).reduce((sum, count) => sum + count, 0);
                        return `${frames} ${script(inputs, step)}`;
                    });
                    assert.deepEqual(ours, native, level);
                    assert.ok(ours.filter((plan) => plan !== "none").length > 5, `${level} has plans`);
                }
            } finally {
                rmSync(folder, { recursive: true });
            }
        }));
}
