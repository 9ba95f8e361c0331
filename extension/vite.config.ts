// Builds the extension into extension/dist, ready to load.
import { crx } from "@crxjs/vite-plugin";
import { defineConfig } from "vite";

import manifest from "./manifest.ts";

export default defineConfig({
  plugins: [crx({ manifest })],
  build: {
    target: "chrome125",
    outDir: "dist",
    emptyOutDir: true,
    // A person can read what runs in their browser, and errors name real lines.
    minify: false,
    modulePreload: false,
  },
});
