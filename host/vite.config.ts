// Bundles the host for publishing: one file per program, Node's own modules and dependencies outside.
import { defineConfig } from "vite";

export default defineConfig({
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
