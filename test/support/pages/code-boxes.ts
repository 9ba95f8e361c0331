// Makes pages that ask for a code in boxes of one character each, and move the focus on in one of many ways.

interface Boxes {
  /** The page's script for each box: `box`, `next` and `last` are there; `go(box)` moves the focus. */
  readonly script: string;
  readonly attributes?: string;
  readonly values?: string;
  /** The shadow root around the whole. */
  readonly root?: "closed";
}

/**
 * Makes the page. `tries` counts the codes that were sent, `codes` holds them; each is sent as the last box is full.
 */
export function boxesPage({ script, attributes = "", values = "", root }: Boxes): string {
  const style = "width: 44px; height: 48px; font-size: 24px; text-align: center";
  const host =
    root === undefined
      ? "const root = host;"
      : `const root = host.attachShadow({ mode: "closed" });`;
  return `<!doctype html><meta charset="utf-8"><title>Code</title><h1>Code</h1>
    <div id="host"></div><button>Verify</button><p id="seen"></p>
    <script>
      const codes = [];
      ${host}
      root.innerHTML = Array.from({ length: 6 }, (_, i) =>
        '<span><input ${attributes} style="${style}" aria-label="Digit ' + (i + 1) + '" value="' +
        ("${values}"[i] ?? "") + '"></span>').join("");
      const all = () => [...root.querySelectorAll("input")];
      const code = () => all().map((box) => box.value || "_").join("");
      const send = () => { codes.push(code()); seen.textContent = "Sent " + codes.length; };
      const go = (box) => { if (box) box.focus(); else send(); };
      const wire = (box) => { const next = () => all()[all().indexOf(box) + 1]; ${script} };
      all().forEach(wire);
    </script>`;
}

const one = `maxlength="1"`;

export const boxes: Readonly<Record<string, Boxes>> = {
  "at once": { attributes: one, script: `box.oninput = () => { if (box.value) go(next()); };` },
  "as the key comes up": {
    attributes: one,
    script: `box.onkeyup = (event) => { if (/^\\d$/.test(event.key) && box.value) go(next()); };`,
  },
  "with the next frame": {
    attributes: one,
    script: `box.oninput = () => { if (box.value) requestAnimationFrame(() => go(next())); };`,
  },
  "after a timer": {
    attributes: one,
    script: `box.oninput = () => { if (box.value) setTimeout(() => go(next()), 120); };`,
  },
  "after a timer, and say nothing of their length": {
    script: `box.oninput = () => { box.value = box.value.slice(-1); if (box.value) setTimeout(() => go(next()), 120); };`,
  },
  "after a timer, on a page that is busy for longer": {
    script: `box.oninput = () => {
      box.value = box.value.slice(-1);
      if (!box.value) return;
      setTimeout(() => go(next()), 120);
      if (window.begun) return;
      window.begun = performance.now();
      requestAnimationFrame(function draw() {
        if (performance.now() < begun + 60) requestAnimationFrame(draw);
        else while (performance.now() < begun + 1000); }); };`,
  },
  "at once, and say nothing of their length": {
    script: `box.oninput = () => { box.value = box.value.slice(-1); if (box.value) go(next()); };`,
  },
  "with the next frame, and say nothing of their length": {
    script: `box.oninput = () => { if (box.value) requestAnimationFrame(() => go(next())); };`,
  },
  "after a timer, and have room for six": {
    attributes: `maxlength="6"`,
    script: `box.oninput = () => { box.value = box.value.slice(-1); if (box.value) setTimeout(() => go(next()), 30); };`,
  },
  "a frame after the next, and have room for two": {
    attributes: `maxlength="2"`,
    script: `box.oninput = () => {
      box.value = box.value.slice(-1);
      if (box.value) requestAnimationFrame(() => requestAnimationFrame(() => go(next()))); };`,
  },
  "by the key that they take themselves": {
    script: `box.onkeydown = (event) => {
      if (!/^\\d$/.test(event.key)) return;
      event.preventDefault(); box.value = event.key; go(next()); };`,
  },
  "by a key in the box that is full": {
    attributes: one,
    script: `box.onkeydown = (event) => {
      if (!/^\\d$/.test(event.key) || !box.value || !next()) return;
      next().focus(); };
      box.oninput = () => { if (!next() && box.value) send(); };`,
  },
  "only if somebody else moves the focus": {
    attributes: one,
    script: `box.oninput = () => { if (!next() && box.value) send(); };`,
  },
  "and hand out what is pasted": {
    script: `box.oninput = () => {
      let at = box;
      for (const digit of box.value.split("")) {
        at.value = digit;
        at = all()[all().indexOf(at) + 1];
        if (!at) break;
      }
      go(at); };`,
  },
  "and are of type number": {
    attributes: `type="number"`,
    script: `box.oninput = () => { box.value = box.value.slice(0, 1); if (box.value) setTimeout(() => go(next()), 40); };`,
  },
  "and are passwords": {
    attributes: `type="password" maxlength="1"`,
    script: `box.oninput = () => { if (box.value) setTimeout(() => go(next())); };`,
  },
  "and hold a former code": {
    attributes: one,
    values: "999999",
    script: `box.oninput = () => { if (box.value) go(next()); };`,
  },
  "in a closed shadow root": {
    attributes: one,
    root: "closed",
    script: `box.oninput = () => { if (box.value) setTimeout(() => go(next()), 30); };`,
  },
  "and let the focus go before": {
    attributes: one,
    script: `box.oninput = () => { if (!box.value) return; const to = next(); box.blur(); setTimeout(() => go(to), 60); };`,
  },
  "and are drawn anew each time": {
    attributes: one,
    script: `box.oninput = () => {
      if (!box.value) return;
      const at = all().indexOf(box);
      for (const old of all()) { const made = old.cloneNode(); made.value = old.value; old.replaceWith(made); wire(made); }
      go(all()[at + 1]); };`,
  },
};
