// Bundles the host for publishing: one file per program, Node's own modules and dependencies outside.
import { chmod, copyFile } from "node:fs/promises";

import { defineConfig } from "vite";

export default defineConfig({
  plugins: [
    {
      name: "executable-cli",
      // npx links to the file once; a later build must not take the bit away again.
      writeBundle: ({ dir }) => chmod(`${dir}/cli.js`, 0o755),
    },
    {
      name: "prompt-of-our-agent",
      // Read as a file, so that it is the same one in a checkout and in the package.
      writeBundle: ({ dir }) =>
        copyFile(`${import.meta.dirname}/src/task-agent/prompt.md`, `${dir}/prompt.md`),
    },
  ],
  build: {
    ssr: true,
    target: "node22",
    outDir: "dist",
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    license: { fileName: "licenses.md" },
    rolldownOptions: {
      input: {
        cli: "src/cli/main.ts",
        daemon: "src/daemon/main.ts",
        native: "src/native/main.ts",
        client: "src/client/client.ts",
        pdf: "src/pdf/main.ts",
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
    },
  },
  // Small, and found at once as a part of the program: each of their files would cost a command a millisecond. The
  // program that reads PDFs may read no file but its own.
  ssr: { noExternal: [/^@webserv\//, "zod", "commander", "ws", "unpdf"] },
});
