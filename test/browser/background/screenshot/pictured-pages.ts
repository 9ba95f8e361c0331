// Pages whose pictures are looked at px by px, by their paths.
import type { ServerResponse } from "node:http";

export const RED = "#ff0000";
export const LIME = "#00ff00";
export const BLUE = "#0000ff";

/** What the page saw of the picture being taken. */
const diary = `<script>
  window.seen = [];
  const note = ({ type }) => seen.push(type + " " + innerWidth);
  for (const type of ["resize", "scroll", "blur", "focus"]) addEventListener(type, note);
  new MutationObserver(() => seen.push("mutation")).observe(document, { subtree: true, childList: true, attributes: true });
</script>`;
const style = `<!doctype html><style>
  body { margin: 0; height: 3000px; background: white; font: 16px sans-serif; position: relative }
  .box { position: absolute; left: 100px; width: 200px; height: 100px; border: 0; padding: 0 }
</style>`;

export const pages = {
  "/boxes": `${style}<title>Boxes</title>${diary}
    <button class="box" style="top: 50px; background: red" aria-label="Red"></button>
    <button class="box" style="top: 1500px; background: lime" aria-label="Lime"></button>
    <button class="box" style="top: 200px; left: 0; height: 2500px; width: 60px; background: blue" aria-label="Blue"></button>
    <a href="/text" style="position: absolute; top: 60px; left: 500px">Some text to read</a>`,
  "/text": `<title>Text</title>${style}<p>Nothing but text, and <a href="/boxes">one link</a> in it.</p>`,
  "/long": `<title>Long</title><body style="margin: 0"><div style="height: 20000px"><a href="/">Top</a></div>`,
  "/crowded": `<title>Crowded</title><style>a { display: inline-block; margin: 1px; font: 12px sans-serif }</style>
    ${Array.from({ length: 700 }, (_, index) => `<a href="/${index}">go ${index}</a>`).join(" ")}`,
  "/covered": `<title>Covered</title>${style}
    <button class="box" style="top: 50px" >Behind</button>
    <div style="position: absolute; left: 90px; top: 40px; width: 300px; height: 200px; background: silver"></div>
    <div style="position: absolute; top: 300px; left: 100px; width: 200px; height: 100px; overflow: auto">
      <button style="display: block; height: 60px; background: red; border: 0; width: 150px">Half</button>
      <button style="display: block; height: 100px; background: lime; border: 0; width: 150px">Cut</button>
      <button style="display: block; height: 60px; margin-top: 200px">Scrolled away</button>
    </div>`,
  "/noise": `<!doctype html><title>Noise</title><body style="margin: 0"><canvas id="c" width="2500" height="2500"></canvas>
    <script>
      const context = c.getContext("2d"), image = context.createImageData(2500, 2500);
      for (let at = 0; at < image.data.length; at++) image.data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
      context.putImageData(image, 0, 0);
    </script>`,
  "/moving": `<title>Moving</title>${style}<button class="box" id="m">Restless</button>
    <script>setInterval(() => { m.style.top = (m.offsetTop + 3) % 300 + "px" }, 5)</script>`,
  "/endless": (_request: unknown, response: ServerResponse) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.write(
      `<title>Endless</title>${style}<button class="box" style="top: 50px; background: red" aria-label="Red"></button>${" ".repeat(4096)}`,
    );
  },
};
