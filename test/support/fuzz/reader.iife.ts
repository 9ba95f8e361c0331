// Makes broken pages and reads them where they are made: a content script for the fuzz test alone.
import { ElementFinder } from "@webserv/extension/src/content/observe/identity/element-finder.ts";
import { Cuts } from "@webserv/extension/src/content/observe/budget/cuts.ts";
import { FrameIds } from "@webserv/extension/src/content/observe/identity/frame-ids.ts";
import { Looks } from "@webserv/extension/src/content/observe/looks/looks.ts";
import { MoreIds } from "@webserv/extension/src/content/observe/identity/more-ids.ts";
import { Costs } from "@webserv/extension/src/content/observe/tree/cost.ts";
import { readingWindows } from "@webserv/extension/src/content/observe/budget/reading-windows.ts";
import { readFrame } from "@webserv/extension/src/content/observe/reading.ts";
import type { Part } from "@webserv/extension/src/content/observe/tree/parts.ts";
import { listedOptions } from "@webserv/extension/src/content/observe/state/select-state.ts";
import { HoverRules } from "@webserv/extension/src/content/observe/interactivity/hover-rules.ts";
import { Walker } from "@webserv/extension/src/content/observe/walk/walker.ts";
import { writeHtml } from "@webserv/extension/src/content/observe/format/html.ts";
import { extensionPlatform } from "@webserv/extension/src/content/bridge/platform.ts";
import { DEFAULT_MAX_TOKENS, MAX_HTML } from "@webserv/shared/model/page/observation.ts";

import { idlePageChannel } from "../reading/idle-page-channel.ts";
import { brokenPage, disturb } from "./broken-page.ts";
import { faultOf, idsIn } from "./checks.ts";
import { Random } from "./random.ts";

const pageChannel = idlePageChannel();
const platform = extensionPlatform();

/** Reads the pages of these seeds; resolves with the failures, with their seeds. */
async function fuzz(from: number, to: number): Promise<string[]> {
  const faults: string[] = [];
  for (let seed = from; seed < to; seed++) {
    const random = new Random(seed);
    // Some of a page's elements stay for the next, as in an application.
    if (random.chance(0.85)) document.body.replaceChildren();
    document.body.append(made(brokenPage(random)));
    disturb(document.body, random, attach);
    try {
      await drawn();
      const found = await faultsOfPage(random);
      faults.push(...found.map((fault) => `${seed}: ${fault}`));
    } catch (error) {
      faults.push(`${seed}: ${error instanceof Error ? (error.stack ?? error.message) : "?"}`);
    }
  }
  return faults;
}

/**
 * Waits for a frame: a page that was drawn has placed and scrolled what it does by itself, so two readings are equal.
 */
function drawn(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

function attach(element: HTMLElement, mode: ShadowRootMode): ShadowRoot {
  return platform.openOrClosedShadowRoot(element) ?? element.attachShadow({ mode });
}

function made(source: string): Element {
  const holder = document.createElement("div");
  holder.setHTMLUnsafe(source);
  return holder;
}

let ids = new FrameIds();

async function faultsOfPage(random: Random): Promise<string[]> {
  if (random.chance(0.05)) ids = new FrameIds();
  const finder = new ElementFinder(ids);
  const sources = {
    pageChannel,
    ids,
    finder,
    more: new MoreIds(),
    cuts: new Cuts(),
    looks: new Looks(),
    shadowRootOf: (element: Element) => platform.openOrClosedShadowRoot(element),
  };
  const form = random.chance(0.7) ? "html" : "paper";
  const maxTokens = random.chance(0.3) ? random.pick([300, 400, 900]) : DEFAULT_MAX_TOKENS;
  const layout = random.chance(0.5) ? "on" : "off";
  const options = { form, maxTokens, prefix: "", layout } as const;
  const first = await readFrame(sources, options);
  const second = await readFrame(sources, options);
  const faults: string[] = [];
  const windows = readingWindows(sources, new Costs(), { maxTokens: 1_000_000 });
  const handlerMarks = pageChannel.scan();
  handlerMarks.readOn(() => true);
  const walker = new Walker({
    ...sources,
    document,
    handlerMarks,
    hoverRules: new HoverRules(),
    layout: true,
    windows,
  });
  walker.readOn(() => true);
  const { parts } = walker.result();
  const [whole, short] = [written(parts, "all"), written(parts, "needed")];
  const fault = faultOf(form === "paper" ? first.html : whole);
  if (fault !== undefined) faults.push(fault);
  if (!parsed(whole).isEqualNode(parsed(short))) {
    faults.push(`another tree without the end tags: ${difference(whole, short)}\n${short}`);
  }
  if (first.html.length > MAX_HTML) faults.push(`${first.html.length} characters`);
  if (first.tokens > maxTokens) faults.push(`${first.tokens} tokens of ${maxTokens}`);
  const again = { ...second, reading: first.reading, again: first.again };
  if (JSON.stringify(again) !== JSON.stringify(first)) {
    faults.push(`two readings differ: ${difference(first.html, second.html)}`);
  }
  const idsWritten = idsIn(first.html, form === "paper" ? "data-semantic-id" : "id");
  const twice = idsWritten.find((id, at) => idsWritten.indexOf(id) !== at);
  if (twice !== undefined) faults.push(`two are called ${twice}`);
  const told = [...first.clickable, ...first.hoverable];
  for (const { id } of [...first.inputs, ...first.selects]) told.push(id);
  for (const id of told) {
    const found = ids.find(id);
    if (found.state !== "present") faults.push(`${id} is ${found.state}`);
    else if (ids.idOf(found.element) !== id) faults.push(`${id} leads to another`);
  }
  return faults;
}

function written(parts: readonly Part[], endTags: "all" | "needed"): string {
  const style = {
    form: "html",
    cues: true,
    layout: true,
    addresses: true,
    focused: true,
    endTags,
    cutsOptions: false,
  } as const;
  const optionsOf = ({ element }: { element: Element }) =>
    element instanceof HTMLSelectElement
      ? listedOptions(element).map((option) => ({ option, id: "" }))
      : [];
  return writeHtml(parts, style, optionsOf, MAX_HTML).html;
}

/** Returns the document that a browser makes of it. */
function parsed(html: string): Document {
  return new DOMParser().parseFromString(`<!doctype html>${html}`, "text/html");
}

function difference(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return `${a.slice(Math.max(0, at - 40), at + 60)} | ${b.slice(Math.max(0, at - 40), at + 60)}`;
}

Object.defineProperty(globalThis, Symbol.for("webserv.fuzz"), { value: fuzz });
