// Tests clicks on shapes of drawings and on areas of pictures, whose boxes may be empty in the middle.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { packageFile } from "../../../support/pages/package-file.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { htmlOf, idOf, TestAgent } from "../agent.ts";

/** A page that says which of its named parts were clicked. */
const page = (markup: string): string => `<title>Drawing</title>${markup}<p id="said"></p><script>
  const say = (text) => { document.querySelector("#said").textContent += "[" + text + "]"; };
  for (const part of document.querySelectorAll("[data-part]"))
    part.addEventListener("click", (event) => { event.stopPropagation(); say(part.dataset.part); });
  document.addEventListener("click", () => say("elsewhere"));
</script>`;

/** Each shape has nothing, or another shape, in the middle of its box. */
const SHAPES: Readonly<Record<string, string>> = {
  ring: `<circle data-part="ring" cx="40" cy="40" r="30" fill="none" stroke="navy" stroke-width="4" />`,
  slice: `<path data-part="slice" d="M100 10A80 80 0 1 1 20 90L40 90A60 60 0 1 0 100 30Z" />`,
  wire: `<line data-part="wire" x1="10" y1="10" x2="90" y2="70" stroke="red" stroke-width="2" />`,
  level: `<line data-part="level" x1="10" y1="30" x2="190" y2="30" stroke="red" stroke-width="3" />`,
  curve: `<path data-part="curve" d="M10 90C10 0 180 0 180 90" fill="none" stroke="green" stroke-width="1.5" />`,
  corner: `<path data-part="corner" d="M20 10H24V90H120V94H20Z" />`,
  dashes: `<path data-part="dashes" d="M10 20H190" stroke="black" stroke-width="4" stroke-dasharray="6 14" fill="none" />`,
  pair: `<g data-part="pair"><rect x="10" y="10" width="20" height="20" /><rect x="150" y="60" width="20" height="20" /></g><rect data-part="between" x="60" y="20" width="60" height="60" />`,
  zigzag: `<polyline data-part="zigzag" points="10,90 40,10 70,90 100,10 130,90" fill="none" stroke="purple" />`,
  copy: `<defs><circle id="dot" r="9" /></defs><use data-part="copy" href="#dot" x="60" y="40" />`,
  turned: `<g data-part="turned" transform="translate(90 10) rotate(45)"><rect width="4" height="80" /></g>`,
  link: `<a data-part="link" href="#there"><path d="M10 10h6v80h-6zM150 10h6v80h-6z" /></a>`,
  under: `<rect data-part="under" width="180" height="90" /><rect data-part="over" x="20" y="10" width="140" height="70" />`,
};

const drawn = page(
  Object.entries(SHAPES)
    .map(
      ([name, shape]) =>
        `<h2>${name}</h2><svg viewBox="0 0 200 100" width="300" height="150">${shape}</svg>`,
    )
    .join(""),
);

const picture = (size: string): string =>
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' ${size}><rect width='400' height='200' fill='pink'/></svg>`;

const areas = `<title>Map</title><style>#padded { padding: 20px; border: 5px solid; box-sizing: content-box }</style><h1>Map</h1>
  <div style="transform: scale(0.5); transform-origin: 0 0; height: 110px"><img usemap="#land" width="400" height="200" alt="Land" src="${picture("width='800' height='400'")}"></div>
  <img id="padded" style="margin-top: 900px" usemap="#rooms" width="300" height="150" alt="Rooms" src="${picture("width='100' height='50'")}">
  <map name="land">
    <area shape="rect" coords="0,0,60,100" href="#north" alt="North">
    <area shape="poly" coords="70,0,200,0,200,100,190,100,190,10,70,10" href="#hook" alt="Hook">
    <area shape="circle" coords="300,150,20" href="#isle" alt="Isle">
    <area shape="default" href="#sea" alt="Sea">
  </map>
  <map name="rooms"><area shape="rect" coords="0,0,12,12" href="#closet" alt="Closet"></map>`;

const seats = `<title>Seats</title><h1>Seats</h1><svg id="hall" width="300" height="100"></svg><p id="said"></p><script>
  const hall = document.querySelector("#hall");
  hall.innerHTML = ["A1", "A2", "A3"].map((seat, at) => '<g data-seat="' + seat + '" transform="translate(' + at * 60 + ' 0)"><title>Seat ' + seat + '</title><path d="M0 0h40v6h-34v34h-6z"/></g>').join("");
  hall.addEventListener("click", ({ target }) => {
    const seat = target.closest("[data-seat]")?.dataset.seat ?? "none";
    document.querySelector("#said").textContent += "[" + seat + "]";
  });
</script>`;

/** Nodes of a flow: only the body of each listens, under words that take no pointer and beside marks that do. */
const flow = `<title>Flow</title><h1>Flow</h1><svg width="400" height="200">
  <rect id="canvas" width="400" height="200" fill="#eee"/>
  <g class="node" transform="translate(40 20)"><rect class="body" width="120" height="30" fill="pink"/>
    <g transform="translate(2 2)"><path d="M0 0h22v26h-22z" fill="teal"/></g>
    <rect class="button" x="-20" y="4" width="16" height="20"/><rect class="port" x="114" y="10" width="10" height="10"/>
    <g class="words"><text x="40" y="20">Alarm</text></g></g>
  <g class="node" transform="translate(40 120)"><rect class="body" width="120" height="30" fill="pink"/>
    <g class="words"><text x="20" y="20">Bell of the church</text></g>
    <rect class="port" x="114" y="10" width="10" height="10"/></g>
  </svg><p id="said"></p><style>.words { pointer-events: none }</style><script>
  const say = (text) => { document.querySelector("#said").textContent += "[" + text + "]"; };
  for (const node of document.querySelectorAll(".node")) {
    const name = node.textContent.trim();
    node.addEventListener("mouseenter", () => {});
    for (const part of node.querySelectorAll("[class]:not(.words)")) for (const type of ["click", "dblclick"])
      part.addEventListener(type, (event) => { event.stopPropagation(); say(type + " " + part.getAttribute("class") + " " + name); });
  }
  for (const type of ["click", "dblclick"]) document.querySelector("svg").addEventListener(type, () => say(type + " canvas"));
</script>`;

const chart = (library: string, markup: string, script: string): string =>
  `<title>Chart</title><h1>Chart</h1>${markup}<p id="said"></p><script src="/${library}.js"></script><script>
  const say = (text) => { document.querySelector("#said").textContent += "[" + text + "]"; };
  const parts = [["Rent", 60], ["Food", 25], ["Fun", 15]];
  ${script}</script>`;

const BOX = `<div id="chart" style="width: 500px; height: 300px"></div>`;

const charts = {
  "/d3": chart(
    "d3-lib",
    `<svg id="chart" width="300" height="300"></svg>`,
    `d3.select("#chart").append("g").attr("transform", "translate(150,150)").selectAll("path")
      .data(d3.pie().value(([, share]) => share)(parts)).join("path")
      .attr("d", d3.arc().innerRadius(100).outerRadius(140))
      .on("click", (_, { data: [name] }) => say(name)).append("title").text(({ data: [name] }) => name);`,
  ),
  "/plotly": chart(
    "plotly-lib",
    BOX,
    `Plotly.newPlot("chart", [{ type: "pie", hole: 0.6, textinfo: "none", labels: parts.map(([name]) => name), values: parts.map(([, share]) => share) }])
      .then((plot) => { plot.on("plotly_legendclick", ({ label }) => { say(label); return false; }); say("drawn"); });`,
  ),
  "/echarts": chart(
    "echarts-lib",
    BOX,
    `const plot = echarts.init(document.querySelector("#chart"), null, { renderer: "svg" });
    plot.setOption({ animation: false, series: [{ type: "pie", radius: ["40%", "60%"], data: parts.map(([name, value]) => ({ name, value })) }] });
    plot.on("click", ({ name }) => say(name));`,
  ),
};

const libraries = {
  "/d3-lib.js": packageFile("d3/dist/d3.min.js"),
  "/plotly-lib.js": packageFile("plotly.js-dist-min/plotly.min.js"),
  "/echarts-lib.js": packageFile("echarts/dist/echarts.min.js"),
};

let chromium: ExtensionBrowser;
let server: PageServer;

beforeAll(async () => {
  [chromium, server] = await Promise.all([
    ExtensionBrowser.launch(),
    PageServer.listen({
      "/drawn": drawn,
      "/areas": areas,
      "/seats": seats,
      "/flow": flow,
      ...charts,
      ...libraries,
    }),
  ]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

const open = (path: string, input: "trusted" | "synthetic" = "trusted"): Promise<TestAgent> =>
  TestAgent.open(chromium.daemon, server.url(path), { input });

/** Returns the brackets that the page has written, without those around the whole. */
const said = (html: string): string[] =>
  Array.from(html.matchAll(/\[([^\]]*)\]/g), ([, text]) => text ?? "");

describe.each(["trusted", "synthetic"] as const)("%s input", (input) => {
  test("a click on a shape lands on the shape, however empty the middle of its box is", async () => {
    const agent = await open("/drawn", input);
    for (const name of Object.keys(SHAPES)) {
      const step = await agent.act({ type: "click", id: agent.id(name) });
      expect({ name, status: step.status }).toEqual({ name, status: "done" });
      expect(said(htmlOf(step)).at(-1)).toBe(name);
    }
    await agent.close();
  });

  test("a click on an area lands in its part of a picture that is scaled, has a border, or stands further down", async () => {
    const agent = await open("/areas", input);
    for (const name of ["north", "hook", "isle", "sea", "closet"]) {
      const step = await agent.act({ type: "click", id: `map.${name}` });
      expect({ name, status: step.status }).toEqual({ name, status: "done" });
      expect(step.observation?.url).toBe(server.url(`/areas#${name}`));
    }
    await agent.close();
  });
});

describe("drawings", () => {
  test("a double click on a group that only hears the pointer lands on the shape that fills it", async () => {
    const agent = await open("/flow");
    const groups = Array.from(
      (agent.opened.observation?.html ?? "").matchAll(/<span id="([^"]+)" hoverable>/g),
      ([, id]) => id,
    );
    expect(groups).toHaveLength(2);
    for (const [at, name] of ["Alarm", "Bell of the church"].entries()) {
      const step = await agent.act({ type: "click", id: groups[at] ?? "", count: 2 });
      expect({ name, status: step.status }).toEqual({ name, status: "done" });
      expect(said(htmlOf(step)).slice(-3)).toEqual(
        ["click", "click", "dblclick"].map((type) => `${type} body ${name}`),
      );
    }
    await agent.close();
  });

  test("a drawing that listens for its seats has each of them clicked", async () => {
    const agent = await open("/seats");
    await agent.act({ type: "click", id: "seats.seat-a3" });
    const step = await agent.act({ type: "click", id: "seats.seat-a2" });
    expect(said(htmlOf(step))).toEqual(["A3", "A2"]);
    await agent.close();
  });

  test("rings of a D3 chart are clicked by their titles", async () => {
    const agent = await open("/d3");
    for (const name of ["fun", "rent", "food"])
      await agent.act({ type: "click", id: `chart.${name}` });
    expect(said(htmlOf(await agent.act({ type: "hover", id: "chart.fun" })))).toEqual([
      "Fun",
      "Rent",
      "Food",
    ]);
    await agent.close();
  });

  test("the legend of a Plotly chart is clicked by its words, and its rings are told", async () => {
    const agent = await open("/plotly");
    await agent.act({ type: "wait", text: "drawn" });
    const step = await agent.act({ type: "click", id: "chart.food" });
    expect(said(htmlOf(step))).toEqual(["drawn", "Food"]);
    expect(step.observation?.hoverable).toContain(idOf(step.observation, "slice"));
    await agent.close();
  });

  test("an ECharts chart is clicked by its words, and stays an element of its own", async () => {
    const agent = await open("/echarts");
    const step = await agent.act({ type: "click", id: agent.id("rent") });
    expect(said(htmlOf(step))).toEqual(["Rent"]);
    expect(step.observation?.clickable).toContain("chart.drawing");
    await agent.close();
  });
});
