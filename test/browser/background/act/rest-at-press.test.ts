// A press that finds its element moving, in the built extension: the pointer comes before a frame shows rest.
import { afterAll, beforeAll, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { htmlOf, TestAgent } from "../agent.ts";

/** Writes each press into the page, and where the button stood then. */
const said = `<output></output><script>
  const button = document.querySelector("button");
  const say = (text) => { document.querySelector("output").textContent += "[" + text + "]"; };
  button.addEventListener("mousedown", () => say("press at " + Math.round(button.getBoundingClientRect().left)));
  button.addEventListener("click", () => say("click"));
</script>`;

/** Moves the button in each frame that is drawn, from the first pointer event until it stands at 200 px. */
const sliding = `<title>Sliding</title><style>button { position: absolute; left: 40px; top: 40px; width: 300px }</style>
<button>Slide</button>${said}<script>
  let left = 40;
  const slide = () => {
    left += 8;
    button.style.left = left + "px";
    if (left < 200) requestAnimationFrame(slide);
  };
  addEventListener("pointerover", slide, { once: true });
</script>`;

/** Moves the button in each frame that is drawn, for ever, once the pointer has come to it. */
const restless = `<title>Restless</title><style>button { position: absolute; left: 40px; top: 40px; width: 300px }</style>
<button>Shake</button>${said}<script>
  let at = 0;
  const shake = () => {
    at++;
    button.style.left = 40 + 4 * (at % 5) + "px";
    requestAnimationFrame(shake);
  };
  button.addEventListener("pointerenter", shake, { once: true });
</script>`;

const hovered = (style: string): string => `<title>Hovered</title><style>
  button { position: absolute; left: 40px; top: 40px; width: 300px }
  button:hover { ${style} }
  @keyframes pulse { from { transform: scale(1) } to { transform: scale(1.05) } }
</style><button>Hover</button>${said}`;

/** Moves the button without end, and always back to where it began. */
const swaying = (frames: string, timing: string): string => `<title>Swaying</title><style>
  button { position: absolute; left: 40px; top: 40px; width: 300px; animation: sway ${timing} infinite }
  @keyframes sway { ${frames} }
</style><button>Sway</button>${said}`;

/** A band of buttons that runs by the style sheet, or by a script, and stops under the pointer unless it runs on. */
const band = (style: string, script = ""): string => `<title>Band</title><style>
  .band { overflow: hidden; white-space: nowrap; width: 600px }
  .inner { display: inline-block; animation: run 14s linear infinite }
  .inner button { margin-right: 60px; width: 120px }
  @keyframes run { from { transform: translateX(0) } to { transform: translateX(-50%) } }
  ${style}
</style><div class="band"><div class="inner"><span>First of all</span><button>Slide</button><span>Third</span></div></div>${said}<script>
  const inner = document.querySelector(".inner");
  ${script}
</script>`;

/** Runs the band by a script until the pointer enters it. */
const byScript = `inner.style.animation = "none";
  let at = 0, runs = true;
  const step = () => { if (runs) { at = (at + 1) % 100; inner.style.marginLeft = at + "px"; } requestAnimationFrame(step); };
  step();
  document.querySelector(".band").onmouseenter = () => { runs = false; };
  document.querySelector(".band").onmouseleave = () => { runs = true; };`;

const pages = {
  "/paused": band(".band:hover .inner { animation-play-state: paused }"),
  "/paused-by-script": band("", byScript),
  "/runs-on": band(""),

  "/sliding": sliding,
  "/restless": restless,
  "/bouncing": swaying("0%, 100% { transform: translateY(-8px) } 50% { transform: none }", "1s"),
  "/beating": swaying("to { transform: scale(1.08) }", "600ms alternate"),
  "/shifted": hovered("left: 52px"),
  "/raised": hovered("transform: translateX(12px); transition: transform 2s"),
  "/pulsing": hovered("animation: pulse 400ms infinite alternate"),
};

let chromium: ExtensionBrowser;
let server: PageServer;

beforeAll(async () => {
  [chromium, server] = await Promise.all([ExtensionBrowser.launch(), PageServer.listen(pages)]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

async function clicked(path: keyof typeof pages, id: string): Promise<string> {
  const agent = await TestAgent.open(chromium.daemon, server.url(path));
  const step = await agent.act({ type: "click", id });
  expect(step).toMatchObject({ status: "done", input: "trusted" });
  await agent.close();
  return /<output[^>]*>(.*?)<\/output>/.exec(htmlOf(step))?.[1] ?? "";
}

test("a button that a script moves is pressed once it stands still", async () => {
  expect(await clicked("/sliding", "slide")).toBe("[press at 200][click]");
});

test("a button that a script moves for as long as the pointer is there is pressed all the same", async () => {
  expect(await clicked("/restless", "shake")).toMatch(/^\[press at \d+\]\[click\]$/);
});

test("a button that jumps aside as the pointer comes is pressed once, where it then stands", async () => {
  expect(await clicked("/shifted", "hover")).toBe("[press at 52][click]");
});

test.each(["/raised", "/pulsing"] as const)(
  "a button that an animation moves as the pointer comes is pressed once: %s",
  async (path) => {
    expect(await clicked(path, "hover")).toMatch(/^\[press at \d+\]\[click\]$/);
  },
);

test.each([
  ["/paused", "trusted"],
  ["/paused-by-script", "trusted"],
  ["/paused-by-script", "synthetic"],
] as const)(
  "a button on a band that stops under the pointer is clicked and hovered: %s by %s input",
  async (path, input) => {
    const agent = await TestAgent.open(chromium.daemon, server.url(path), { input });
    const clicked = await agent.act({ type: "click", id: agent.id("slide") });
    expect(clicked.error).toBeUndefined();
    expect(htmlOf(clicked)).toContain("[click]");
    await agent.close();
    const other = await TestAgent.open(chromium.daemon, server.url(path), { input });
    const hovered = await other.act({ type: "hover", id: other.id("slide") });
    expect(hovered.error).toBeUndefined();
    await other.close();
  },
);

test.each(["/bouncing", "/beating"] as const)(
  "a button that sways in its place without end is pressed once: %s",
  async (path) => {
    expect(await clicked(path, "sway")).toMatch(/^\[press at \d+\]\[click\]$/);
  },
);

test.each(["click", "hover"] as const)(
  "a button that moves on under the pointer is refused: %s",
  async (type) => {
    const agent = await TestAgent.open(chromium.daemon, server.url("/runs-on"));
    const step = await agent.act({ type, id: agent.id("slide") });
    expect(step).toMatchObject({ status: "failed", error: { code: "moving" } });
    expect(htmlOf(step)).not.toContain("[");
    await agent.close();
  },
);
