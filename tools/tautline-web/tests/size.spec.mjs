// @ts-check
// What a page has to load.

import { test } from "node:test";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const site = process.env.TAUTLINE_SITE ?? "target/web";
/** Bytes of WebAssembly that a page may load, compressed as most servers send them. */
const MOST = 575_000;

test("no page loads more than 575 kilobytes of compressed WebAssembly", () => {
    const folder = join(site, "wasm");
    const files = readdirSync(folder).filter((file) => file.endsWith(".wasm"));
    assert.ok(files.length > 0);
    for (const file of files) {
        const size = gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;
        console.log(`${file}: ${size.toLocaleString("en")} bytes compressed`);
        assert.ok(size < MOST, `${file} has ${size} bytes compressed`);
    }
});
