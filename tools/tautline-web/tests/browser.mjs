// @ts-check
// A real browser, the pages in it, and what goes wrong in them.

import { after, before } from "node:test";
import assert from "node:assert/strict";

/** @type {typeof import("playwright-core")} */
const { chromium } = await import(process.env.PLAYWRIGHT ?? "playwright-core");
const url = process.env.TAUTLINE_URL ?? "http://127.0.0.1:8080/";

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/** How long anything may take, in milliseconds. */
const PATIENCE = 15_000;

/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
    browser = await chromium.launch({
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
        args: [
            "--no-sandbox", "--headless", "--disable-gpu", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
        ],
    });
});

after(async () => {
    await browser?.close();
});

/**
 * Opens a page, gives it to a test, and fails if the console had an error.
 * @param {string} file such as "index.html"
 * @param {(page: import("playwright-core").Page) => Promise<void>} test
 * @param {{ phone?: boolean, dark?: boolean }} [options]
 */
export async function onPage(file, test, { phone = false, dark = false } = {}) {
    const context = await browser.newContext({
        viewport: phone ? PHONE : DESKTOP,
        hasTouch: phone,
        isMobile: phone,
        deviceScaleFactor: phone ? 2 : 1,
        colorScheme: dark ? "dark" : "light",
    });
    try {
        const page = await context.newPage();
        page.setDefaultTimeout(PATIENCE);
        /** @type {string[]} */
        const errors = [];
        page.on("pageerror", (error) => errors.push(String(error)));
        page.on("console", (message) => {
            if (message.type() === "error") errors.push(`${message.text()} ${message.location().url}`);
        });
        page.on("requestfailed", (request) => errors.push(`${request.url()} ${request.failure()?.errorText}`));
        await page.goto(new URL(file, url).href);
        try {
            await test(page);
        } catch (error) {
            // What the console says is the cause, most likely.
            if (errors.length > 0) console.error(errors);
            throw error;
        }
        assert.deepEqual(errors, [], "the console has no errors");
    } finally {
        await context.close();
    }
}

/**
 * Takes a picture into the folder SCREENSHOTS, if there is one.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
export async function picture(page, name) {
    const folder = process.env.SCREENSHOTS;
    if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}
