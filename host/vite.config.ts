// Bundles the host for publishing: one file per program, Node's own modules and dependencies outside.
import { chmod } from "node:fs/promises";

import { defineConfig } from "vite";

export default defineConfig({
  plugins: [
    {
      name: "executable-cli",
      // npx links to the file once; a later build must not take the bit away again.
      writeBundle: ({ dir }) => chmod(`${dir}/cli.js`, 0o755),
    },
  ],
  build: {
    ssr: true,
    target: "node22",
    outDir: "dist",
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: {
        cli: "src/cli/main.ts",
        daemon: "src/daemon/main.ts",
        native: "src/native/main.ts",
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
    },
  },
  ssr: { noExternal: [/^@webserv\//, "zod"] },
});
