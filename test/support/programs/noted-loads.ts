// Notes every file of a module that a Node program loads; it is preloaded into the program.
import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";

const file = process.env["WEBSERV_TEST_LOADS"];
if (file !== undefined) {
  registerHooks({
    load: (url, context, nextLoad) => {
      appendFileSync(file, `${url}\n`);
      return nextLoad(url, context);
    },
  });
}
