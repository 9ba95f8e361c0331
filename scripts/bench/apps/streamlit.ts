// Streamlit: fills in a form of React lists, a day, a number and a switch, and sends it.
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type { Application } from "./application.ts";
import { expectSame } from "./expect.ts";
import { copyProject } from "./python-project.ts";

const wanted = {
  port: "Stavanger",
  extras: ["Life jackets", "Skipper"],
  day: "2027-05-18",
  people: 5,
  deck: "Upper",
  insured: true,
  remarks: "Late in the evening",
};

export const streamlit: Application = {
  name: "streamlit",
  packages: { from: "pip", pinned: ["streamlit==1.67.0"] },
  intent: "Book a boat from Stavanger for five on 18 May 2027, with life jackets and a skipper.",
  async prepare(place) {
    await copyProject("streamlit", place);
    return {
      program: place.installed("bin/streamlit"),
      args: [
        "run",
        "app.py",
        `--server.port=${place.port}`,
        "--server.address=127.0.0.1",
        "--server.headless=true",
        "--browser.gatherUsageStats=false",
      ],
      readyPath: "/_stcore/health",
    };
  },
  async carryOut(agent, url) {
    await agent.goto(url);
    await agent.sees("Remarks");
    await agent.select({ kind: "field", name: "Port" }, wanted.port);
    for (const extra of wanted.extras) await agent.select({ kind: "field", name: "Extras" }, extra);
    await agent.type({ kind: "field", name: "Day" }, "2027/05/18", true);
    await agent.type({ kind: "field", name: "People" }, "5", true);
    await agent.click("Upper");
    await agent.click("Insured");
    // A reading may take the letters of the icon for words.
    if (!(await agent.click("Remarks"))) await agent.click("keyboard-arrow-right");
    await agent.type({ kind: "field", name: "Remarks for the crew" }, wanted.remarks);
    await agent.click({ kind: "button", name: "Book" });
    await agent.sees("Booked.");
  },
  async verify({ folder }) {
    const booking = await readFile(join(folder, "booking.json"), "utf8");
    expectSame("the booking", JSON.stringify(JSON.parse(booking)), JSON.stringify(wanted));
  },
};
