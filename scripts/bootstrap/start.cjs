/* Goes from CommonJS to modules. It is apart from run.cjs because an old Node can't even parse import(). */
"use strict";

import("./bootstrap.mjs").then(
  ({ bootstrap }) => bootstrap(process.argv.slice(2)),
  (error) => {
    console.error(error);
    process.exitCode = 1;
  },
);
