// @ts-check
// What a page has to load.

import { test } from "node:test";
import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const site = process.env.TAUTLINE_SITE ?? "target/web";
/** Bytes of WebAssembly that a page may load. */
const MOST = 1_400_000;

test("no page loads more than 1.4 megabytes of WebAssembly", () => {
    const folder = join(site, "wasm");
    const files = readdirSync(folder).filter((file) => file.endsWith(".wasm"));
    assert.ok(files.length > 0);
    for (const file of files) {
        const { size } = statSync(join(folder, file));
        console.log(`${file}: ${size.toLocaleString("en")} bytes`);
        assert.ok(size < MOST, `${file} has ${size} bytes`);
    }
});
