/* Begins every npm command, on whatever Node there is. It is old JavaScript, so that a Node too old can say so. */
"use strict";

var major = Number(process.versions.node.split(".")[0]);
if (major < 18) {
  console.error(
    "WebServ sets itself up with Node 18 or newer and this is Node " +
      process.versions.node +
      ": install a current one from https://nodejs.org and run the command again.",
  );
  process.exit(1);
} else {
  require("./bootstrap/start.cjs");
}
