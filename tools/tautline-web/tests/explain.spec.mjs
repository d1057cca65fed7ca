// @ts-check
// The page that explains, in a real browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { onPage, picture } from "./browser.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** Waits until a subject is shown. @param {Page} page @param {string} subject @param {number} step */
async function shown(page, subject, step) {
    await page.waitForFunction(
        ([subject, step]) => window.tautline?.subject === subject && window.tautline.step === step,
        /** @type {[string, number]} */ ([subject, step]),
    );
}

/** @param {Page} page */
const step = (page) => page.evaluate(() => window.tautline.step);
/** @param {Page} page */
const title = (page) => page.locator("#title").innerText();
/** @param {Page} page */
const hash = (page) => page.evaluate(() => location.hash);

test("the slider, the buttons and the keys go from step to step, and the address names it", () =>
    onPage("explain.html", async (page) => {
        await shown(page, "funnel", 0);
        assert.equal(await title(page), "The corridor");
        await page.getByRole("button", { name: "Next step" }).click();
        await shown(page, "funnel", 1);
        assert.equal(await hash(page), "#funnel-1");
        await page.keyboard.press("ArrowRight");
        await shown(page, "funnel", 2);
        await page.getByRole("slider", { name: "Step" }).fill("30");
        await shown(page, "funnel", 30);
        assert.equal(await hash(page), "#funnel-30");
        await picture(page, "explain-funnel");
        await page.getByRole("button", { name: "Previous step" }).click();
        await shown(page, "funnel", 29);
        await page.locator("#ground").focus();
        await page.keyboard.press("End");
        assert.equal(await title(page), "The path");
        assert.equal(await step(page), (await page.evaluate(() => window.tautline.count)) - 1);
        assert.ok(await page.getByRole("button", { name: "Next step" }).isDisabled());
    }));

test("every step of every subject and ground has words and can be drawn", () =>
    onPage("explain.html", async (page) => {
        await shown(page, "funnel", 0);
        for (const subject of ["Funnel", "Interval search"]) {
            await page.getByRole("radio", { name: subject }).check({ force: true });
            const grounds = await page.locator("#scene option").evaluateAll((options) =>
                options.map((option) => /** @type {HTMLOptionElement} */ (option).value));
            assert.ok(grounds.length >= 3);
            for (const ground of grounds) {
                await page.locator("#scene").selectOption(ground);
                await page.waitForFunction(
                    ([subject, ground]) => new RegExp(`^#${subject}(-${ground})?-0$`).test(location.hash),
                    [subject === "Funnel" ? "funnel" : "interval", ground],
                );
                const words = await page.evaluate(async () => {
                    const slider = /** @type {HTMLInputElement} */ (document.getElementById("slider"));
                    const words = [];
                    for (let at = 0; at <= Number(slider.max); at++) {
                        slider.value = String(at);
                        slider.dispatchEvent(new Event("input"));
                        words.push(document.getElementById("title")?.textContent ?? "");
                        if (at % 10 === 0) await new Promise(requestAnimationFrame);
                    }
                    return words;
                });
                assert.ok(words.length > 10 && words.every((title) => title.length > 3), `${subject}, ${ground}`);
                await picture(page, `explain-${subject.slice(0, 6).toLowerCase()}-${ground}`);
            }
        }
    }));

test("a link leads to a step", async () => {
    await onPage("explain.html#interval-12", async (page) => {
        await shown(page, "interval", 12);
        assert.ok(await page.getByRole("radio", { name: "Interval search" }).isChecked());
        await picture(page, "explain-interval");
        // Also one that is followed on the page.
        await page.evaluate(() => { location.hash = "#funnel-yard-3"; });
        await shown(page, "funnel", 3);
        assert.equal(await page.locator("#scene").inputValue(), "yard");
        assert.equal(await hash(page), "#funnel-yard-3");
    });
    await onPage("explain.html#interval-99999", async (page) => {
        await page.waitForFunction(() => window.tautline?.step === window.tautline?.count - 1);
        assert.equal(await title(page), "The shortest path");
    });
    await onPage("explain.html#nonsense-x", async (page) => {
        await shown(page, "funnel", 0);
    });
});

test("it plays, and pauses", () =>
    onPage("explain.html#interval-3", async (page) => {
        await shown(page, "interval", 3);
        await page.getByRole("button", { name: "Play" }).click();
        await shown(page, "interval", 5);
        await page.getByRole("button", { name: "Pause" }).click();
        const at = await step(page);
        await page.waitForTimeout(1500);
        assert.equal(await step(page), at);
    }));

test("the path of the last step is the one that was found, from start to goal", () =>
    onPage("explain.html#interval-9999", async (page) => {
        await page.waitForFunction(() => window.tautline?.count > 1);
        const { path, length } = await page.evaluate(() => ({ path: window.tautline.path, length: window.tautline.length }));
        let sum = 0;
        for (let i = 2; i < path.length; i += 2) sum += Math.hypot(path[i] - path[i - 2], path[i + 1] - path[i - 1]);
        assert.ok(Math.abs(sum - length) < 1e-9);
        assert.deepEqual(path.slice(0, 2), [2, 5]);
    }));

test("start and goal can be dragged, also to where there is no ground", () =>
    onPage("explain.html#interval-2", async (page) => {
        await shown(page, "interval", 2);
        const before = await page.evaluate(() => window.tautline.length);
        const goal = await page.evaluate(() => window.tautline.place("goal"));
        await page.mouse.move(goal.x, goal.y);
        await page.mouse.down();
        for (let i = 1; i <= 30; i++) await page.mouse.move(goal.x - i * 30, goal.y + (i % 7) * 20);
        await page.mouse.up();
        await page.waitForFunction((before) => window.tautline.length !== before, before);
        assert.ok(await page.getByRole("alert").count() === 0 || await page.getByRole("alert").isHidden());
        await page.mouse.click(goal.x, 60);
        await page.keyboard.press("ArrowRight");
        assert.ok((await step(page)) > 0);
    }));

test("on a phone, in the dark, nothing is wider than the screen", () =>
    onPage("explain.html#interval-8", async (page) => {
        await shown(page, "interval", 8);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
        await page.getByRole("button", { name: "Next step" }).tap();
        await shown(page, "interval", 9);
        await picture(page, "explain-phone");
        await page.setViewportSize({ width: 1, height: 1 });
        await page.setViewportSize({ width: 844, height: 390 });
        await page.getByRole("button", { name: "Next step" }).tap();
        await shown(page, "interval", 10);
        await picture(page, "explain-phone-landscape");
    }, { phone: true, dark: true }));
