// A small renderer for pages that change at random: it knows which thing each element shows, and says
// so to the test alone; nothing of it stands in the document.

/** Elements to the things they show now. */
const shown = new Map();

function h(tag, attributes, ...children) {
  return { tag, attributes: attributes ?? {}, children: children.flat(Infinity).filter(Boolean) };
}

/** Numbers from 0 up to 1, the same for the same seed. */
function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Words of no language, another for each. */
function translated(text, language) {
  if (language === "en") return text;
  const first = language === "ja" ? 0x30a2 : 0x430;
  return text.replace(/[a-z]/gi, (letter) =>
    String.fromCharCode(first + ((letter.toLowerCase().charCodeAt(0) * 7 + text.length) % 32)),
  );
}

function create(node) {
  if (typeof node === "string") return document.createTextNode(node);
  const element = document.createElement(node.tag);
  dress(element, node);
  for (const child of node.children) element.append(create(child));
  return element;
}

function dress(element, node) {
  const { thing, key, ...attributes } = node.attributes;
  for (const name of element.getAttributeNames()) {
    if (!(name in attributes)) element.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
  }
  element.key = key;
  if (thing === undefined) shown.delete(element);
  else shown.set(element, thing);
}

/** Makes `parent` hold `nodes`: each in the element of its key, or, without keys, in whatever stands there. */
function patch(parent, nodes, keyed) {
  const old = [...parent.childNodes];
  const byKey = new Map(
    old.filter((each) => each.key !== undefined).map((each) => [each.key, each]),
  );
  const used = new Set();
  const next = nodes.map((node) => {
    const key = keyed && typeof node !== "string" ? node.attributes.key : undefined;
    const fits = (each) => each !== undefined && !used.has(each) && sameKind(each, node);
    let element = key === undefined ? undefined : byKey.get(key);
    if (key === undefined) {
      element = old.find((each) => fits(each) && (!keyed || each.key === undefined));
    }
    if (!fits(element)) element = undefined;
    if (element === undefined) return create(node);
    used.add(element);
    if (typeof node === "string") {
      if (element.nodeValue !== node) element.nodeValue = node;
    } else {
      dress(element, node);
      patch(element, node.children, keyed);
    }
    return element;
  });
  for (const each of old) if (!used.has(each)) each.remove();
  for (const [at, element] of next.entries()) {
    if (parent.childNodes[at] !== element)
      parent.insertBefore(element, parent.childNodes[at] ?? null);
  }
}

function sameKind(element, node) {
  if (typeof node === "string") return element.nodeType === Node.TEXT_NODE;
  return (
    element.localName === node.tag &&
    (node.tag !== "input" || element.getAttribute("type") === (node.attributes.type ?? null))
  );
}

/** Parsed again from its source, all or a part of it, as innerHTML does. */
function remount(root, nodes, part) {
  patch(root, nodes, true);
  if (part === undefined) {
    const fresh = nodes.map((node) => create(node));
    root.replaceChildren(...fresh);
    return;
  }
  const elements = [...root.querySelectorAll("*")];
  const element = elements[Math.floor(part * elements.length)];
  if (element === undefined) return;
  const copy = element.cloneNode(true);
  const from = [element, ...element.querySelectorAll("*")];
  for (const [at, each] of [copy, ...copy.querySelectorAll("*")].entries()) {
    each.key = from[at].key;
    const thing = shown.get(from[at]);
    if (thing !== undefined) shown.set(each, thing);
  }
  element.replaceWith(copy);
}

/**
 * Starts a page.
 * @param app.state what it begins with
 * @param app.view the page for a state: `view(state, t)` with `t` for words that are translated
 * @param app.changes by name, functions `(state, random, pick)` that change the state
 * @param app.modes how it renders: any of keyed, inPlace, remount, part
 * @param app.isHidden whether a thing can't be seen; none if left out
 */
function start(app) {
  const root = document.body;
  const { state } = app;
  state.language ??= "en";
  const nodes = () => [app.view(state, (text) => translated(text, state.language))].flat(Infinity);
  patch(root, nodes(), true);
  let random = randomNumbers(1);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const render = () => {
    document.documentElement.lang = state.language;
    const mode = pick(app.modes);
    if (mode === "remount") remount(root, nodes());
    else if (mode === "part") remount(root, nodes(), random());
    else patch(root, nodes(), mode === "keyed");
    return mode;
  };
  globalThis.seed = (number) => {
    random = randomNumbers(number);
  };
  /** Changes the page so many times and returns what was done. */
  globalThis.mutate = (times) => {
    const done = [];
    for (let time = 0; time < times; time++) {
      const name = pick(Object.keys(app.changes));
      app.changes[name](state, random, pick);
      done.push(`${name} (${render()})`);
    }
    return done;
  };
  /** The things shown, in the order of the document, each with what became of it since the last call. */
  globalThis.things = () => {
    const elements = [...document.body.querySelectorAll("*")].filter((each) => shown.has(each));
    return fatesOf(elements.filter((each) => app.isHidden?.(shown.get(each)) !== true));
  };
}

/** Each thing's element and words when it was last told, and the order of all; whatever was ever told. */
let last = new Map();
let lastLanguage = "";
const everTold = new Set();

function fatesOf(elements) {
  const { lang } = document.documentElement;
  const now = new Map(
    elements.map((each) => [shown.get(each), { element: each, words: wordsOf(each) }]),
  );
  const had = new Set([...last.values()].map(({ element }) => element));
  const order = [...last.keys()].filter((thing) => now.has(thing));
  const places = new Map(order.map((thing, at) => [thing, at]));
  let place = 0;
  const fates = [...now].map(([thing, { element, words }]) => {
    const before = last.get(thing);
    if (before === undefined) return [thing, everTold.has(thing) ? ["back"] : []];
    const isMoved = places.get(thing) !== place++;
    const isOther = before.element !== element;
    return [
      thing,
      [
        isOther && had.has(element) ? "in another's element" : "",
        isOther && !had.has(element) ? "in a new element" : "",
        isMoved ? "in another place" : "",
        lang !== lastLanguage ? "in another language" : "",
        lang === lastLanguage && words !== before.words ? "in other words" : "",
      ].filter((fate) => fate !== ""),
    ];
  });
  last = now;
  lastLanguage = lang;
  for (const thing of now.keys()) everTold.add(thing);
  return fates;
}

function wordsOf(element) {
  const labels = [...(element.labels ?? [])].map((label) => label.textContent);
  return [element.textContent, element.getAttribute("aria-label"), ...labels].join("|");
}

/** Changes that any page can undergo. */
const commonChanges = {
  restyle: (state, random) => (state.look = `look-${Math.floor(random() * 5)}`),
  wrap: (state, random) => (state.wrapped = random() < 0.5),
  banner: (state, random) => (state.banner = random() < 0.5 ? "" : "News of the day"),
  nothing: () => {},
};

/** What changes the wraps around a page's parts. */
function frame(state, ...children) {
  const inner = h("div", { class: state.look }, ...children);
  return [
    state.banner ? h("div", { class: "banner", key: "banner" }, state.banner) : null,
    state.wrapped ? h("section", { key: "wrap" }, inner) : h("div", { key: "page" }, inner),
  ].filter(Boolean);
}

const WORDS =
  "amber birch cedar delta ember fjord grove heath inlet jade kelp larch maple north ocean pine quartz river slate tundra umber vale willow yarrow zephyr".split(
    " ",
  );

/** A name that no other thing of the page has had. */
function nameOf(number) {
  const first = WORDS[number % WORDS.length];
  const second = WORDS[Math.floor(number / WORDS.length) % WORDS.length];
  return `${first[0].toUpperCase()}${first.slice(1)} ${second}`;
}

/** Changes of a list `state.rows` whose rows are made by `make(number)`. */
function listChanges(make, { most = 14, least = 3 } = {}) {
  const insert = (state, random) => {
    if (state.rows.length >= most) return;
    state.rows.splice(Math.floor(random() * (state.rows.length + 1)), 0, make(state.next++));
  };
  const remove = (state, random) => {
    if (state.rows.length <= least) return;
    const [gone] = state.rows.splice(Math.floor(random() * state.rows.length), 1);
    (state.gone ??= []).push(gone);
  };
  return {
    insert,
    remove,
    replace: (state, random) => {
      remove(state, random);
      insert(state, random);
    },
    restore: (state, random) => {
      const row = state.gone?.pop();
      if (row === undefined) return;
      state.rows.splice(Math.floor(random() * (state.rows.length + 1)), 0, row);
    },
    shuffle: (state, random) => {
      for (let at = state.rows.length - 1; at > 0; at--) {
        const other = Math.floor(random() * (at + 1));
        [state.rows[at], state.rows[other]] = [state.rows[other], state.rows[at]];
      }
    },
    swap: (state, random) => {
      const [a, b] = [random(), random()].map((each) => Math.floor(each * state.rows.length));
      [state.rows[a], state.rows[b]] = [state.rows[b], state.rows[a]];
    },
  };
}

const language = { language: (state, random, pick) => (state.language = pick(["en", "de", "ja"])) };
