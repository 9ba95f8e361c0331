// Compares what can be seen in a page's frames, frame by frame: the oracle's script, in a world of its own.

/** The name of the binding by which the script reports changes; see `Change`. */
export const BINDING = "webservOracle";
export const WORLD = "webserv-oracle";

/** @param untilMs the time when it ends by itself, in ms since the epoch */
export function watchingScript(untilMs: number): string {
  return `(${WATCH})(${JSON.stringify(BINDING)}, ${untilMs})`;
}

const WATCH = `(binding, untilMs) => {
  const token = Math.random().toString(36).slice(2, 8);
  const states = ["aria-expanded", "aria-checked", "aria-selected", "aria-pressed", "aria-busy",
    "aria-invalid", "aria-current", "aria-disabled", "aria-valuenow", "open"];
  let before = document.readyState === "loading" ? new Map() : undefined;
  const seen = { opacityProperty: true, visibilityProperty: true };

  function entryOf(element) {
    if (!element.checkVisibility(seen)) return "";
    let entry = "";
    for (const node of element.childNodes) if (node.nodeType === 3) entry += node.data;
    // Cut down to a pixel: for screen readers alone.
    if (entry.trim() !== "" && element.getBoundingClientRect().width <= 1) return "";
    entry = entry.replace(/\\s+/g, " ").trim();
    if ("value" in element && typeof element.value === "string") entry += "|" + element.value;
    if ("checked" in element) entry += "|" + element.checked;
    if ("disabled" in element) entry += "|" + element.disabled;
    if (element.localName === "img") entry += "|" + element.currentSrc + (element.complete && element.naturalWidth > 0);
    for (const name of states) if (element.hasAttribute(name)) entry += "|" + name + element.getAttribute(name);
    return entry;
  }

  function read(root, path, entries) {
    const counts = {};
    for (const element of root.children) {
      const tag = element.localName;
      if (tag === "script" || tag === "style" || tag === "head") continue;
      const index = (counts[tag] ??= 0);
      counts[tag] += 1;
      if (!element.checkVisibility()) continue;
      const own = path + ">" + tag + "[" + index + "]";
      entries.set(own, entryOf(element));
      read(element, own, entries);
      if (element.shadowRoot) read(element.shadowRoot, own + ">shadow", entries);
    }
  }

  function parentOf(path) {
    return path.slice(0, path.lastIndexOf(">"));
  }

  function changesOf(old, now) {
    const regions = new Set();
    for (const [path, entry] of now) {
      const was = old.get(path);
      if (was === entry) continue;
      if (was !== undefined) regions.add("content:" + path);
      // An empty box is nothing to see.
      else if (entry !== "") regions.add("children:" + (old.has(parentOf(path)) ? parentOf(path) : nearest(old, path)));
    }
    for (const [path, entry] of old) {
      if (entry !== "" && !now.has(path)) regions.add("children:" + nearest(now, path));
    }
    return [...regions].slice(0, 200);
  }

  function nearest(entries, path) {
    let above = parentOf(path);
    while (above.includes(">") && !entries.has(above)) above = parentOf(above);
    return above;
  }

  function frame() {
    const at = Date.now();
    if (at > untilMs) return;
    const now = new Map();
    if (document.documentElement) read(document, token, now);
    if (before !== undefined) {
      const regions = changesOf(before, now);
      if (regions.length > 0) globalThis[binding](JSON.stringify({ at, regions }));
    }
    before = now;
    requestAnimationFrame(frame);
  }
  frame();
}`;
