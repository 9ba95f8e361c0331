// Draws the PNG icons from icons/icon.svg; run by hand after a change to it: node draw-icons.ts <browser>
import { mkdir, readFile, writeFile } from "node:fs/promises";

import { launch } from "puppeteer";

const SIZES = [16, 32, 48, 128];

const svg = await readFile(new URL("icons/icon.svg", import.meta.url), "utf8");
const folder = new URL("public/icons/", import.meta.url);
await mkdir(folder, { recursive: true });
const browser = await launch({
  executablePath: process.argv[2] ?? "/usr/bin/chromium",
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
try {
  const page = await browser.newPage();
  for (const size of SIZES) {
    await page.setViewport({ width: size, height: size });
    await page.setContent(
      `<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
    );
    await writeFile(
      new URL(`icon-${size}.png`, folder),
      await page.screenshot({ omitBackground: true, type: "png" }),
    );
  }
} finally {
  await browser.close();
}
