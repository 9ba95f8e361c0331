// Names a control by its icon, as the last resort before its role.
import { isGenerated } from "./volatile.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { isIconFont, isLigature } from "../styles/icon-fonts.ts";
import { classWords, mayBeIcon } from "./class-words.ts";
import { paintedFiles } from "./painted-files.ts";

/** The most elements searched for an icon: icons stand first in what they name. */
const MAX_VISITS = 12;

/** Returns the word for the icon that `element` is or holds: "cart" for `<use href="#icon-cart">`. */
export function iconName(element: Element): string | undefined {
  const elements = firstElements(element);
  return (
    firstOf(elements, ownIcon) ??
    SIGNS.get((unshadowed(element).textContent ?? "").slice(0, MAX_SIGN).trim()) ??
    firstOf(elements, (each) => firstOf(paintedFiles(each), fromFile)) ??
    // What stands inside is the drawing, and the element's own classes say what it is for.
    (mayBeIcon(element) ? firstOf(elements.toReversed(), classWords) : undefined)
  );
}

function firstElements(element: Element): readonly Element[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT);
  const elements = [element];
  for (let node = walker.nextNode(); node instanceof Element; node = walker.nextNode()) {
    if (elements.push(node) >= MAX_VISITS) break;
  }
  return elements;
}

function firstOf<T>(all: readonly T[], find: (each: T) => string | undefined): string | undefined {
  for (const each of all) {
    const found = find(each);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Longer than any sign with the spaces around it, in UTF-16 units. */
const MAX_SIGN = 100;

/** Characters that are drawn as icons, with what they always mean. */
const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    close: "× ✕ ✖ ✗ ⨯ ❌",
    menu: "☰ ≡",
    more: "⋮ ⋯ …",
    add: "+ ＋ ➕",
    remove: "− – ➖ -",
    back: "← ‹ « ⟨ ❮",
    forward: "→ › » ⟩ ❯",
    up: "↑ ▲ ⌃",
    down: "↓ ▼ ⌄",
    search: "🔍 🔎",
    settings: "⚙",
    done: "✓ ✔",
  }).flatMap(([word, signs]) => signs.split(" ").map((sign) => [sign, word] as const)),
);

function ownIcon(element: Element): string | undefined {
  const own = unshadowed(element);
  switch (own.localName) {
    case "use":
      return fromReference(own.getAttribute("href") ?? own.getAttribute("xlink:href") ?? "");
    case "img":
      return fromFile(own.getAttribute("src") ?? "");
    case "title":
      return own.namespaceURI === SVG ? words(own.textContent ?? "") : undefined;
    default:
      return fromAttributes(own) ?? ligatureIn(element);
  }
}

/** Returns the word that an icon font draws as a picture. */
function ligatureIn(element: Element): string | undefined {
  const own = unshadowed(element);
  if (own.childElementCount > 0) return undefined;
  const text = (own.textContent ?? "").slice(0, MAX_SIGN).trim();
  return isLigature(text) && isIconFont(getComputedStyle(element).fontFamily) ? text : undefined;
}

const SVG = "http://www.w3.org/2000/svg";

/** Reads a reference such as `sprite.svg#icon-cart`, or the name of a file with one drawing. */
function fromReference(address: string): string | undefined {
  const hash = address.indexOf("#");
  const name = hash === -1 ? "" : address.slice(hash + 1);
  return words(name.replace(/^(?:icons?|i|svg|symbol|sprite|ico)[-_]/i, "")) ?? fromFile(address);
}

function fromFile(address: string): string | undefined {
  if (/^(?:data|blob|javascript):/i.test(address)) return undefined;
  const file =
    address
      .replace(/[?#].*$/, "")
      .split("/")
      .at(-1) ?? "";
  const name = file
    .replace(/\.\w{1,5}$/, "")
    .replace(/^(?:icons?|ico|img)[-_]|[-_@](?:icons?|\d+x\d*|\d+x|[a-f0-9]{8,})$/gi, "");
  return NO_DRAWING.test(name) ? undefined : words(name);
}

/** Matches names of files that hold many drawings, or say nothing of theirs. */
const NO_DRAWING = /^(?:sprites?|icons?|images?|img|bg|background|spritesheet|sheet|glyphs)$/i;

function fromAttributes(element: Element): string | undefined {
  for (const attribute of ["data-icon", "data-lucide", "data-feather"]) {
    const name = words(element.getAttribute(attribute) ?? "");
    if (name !== undefined) return name;
  }
  const component = ICON_COMPONENT.exec(element.getAttribute("data-testid") ?? "")?.groups?.[
    "icon"
  ];
  const called = component ?? iconElementName(element);
  const written = words(called?.replace(/(?<=[a-z])(?=[A-Z])/g, "-") ?? "");
  if (written !== undefined) return written;
  for (const name of (element.getAttribute("class") ?? "").split(/\s+/).slice(0, 20)) {
    const icon = ICON_CLASS.exec(name)?.groups?.["icon"];
    if (icon === undefined || STYLING.test(icon)) continue;
    const found = words(icon);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Matches how libraries of components mark a drawing: `MoreVertIcon`. */
const ICON_COMPONENT = /^(?<icon>[A-Z]\w+)Icon$/;

/** Returns the icon that a custom element for icons is asked to draw: `<ion-icon name="settings-outline">`. */
function iconElementName(element: Element): string | undefined {
  if (!/(?:^|-)icon(?:-|$)/.test(element.localName)) return undefined;
  const written = ["name", "icon", "svgicon"].map((each) => element.getAttribute(each) ?? "");
  return written.find((each) => each !== "")?.replace(/^[\w-]+:/, "");
}

/** Matches class names by which icon sets call their drawings, with the set's name before. */
const ICON_CLASS =
  /^(?:icons?|ico|fa|fas|far|fab|bi|ti|ri|la|mdi|pi|si|uil|bx|bxs|lni|fi|cil|octicon|glyphicon|dashicons|lucide|feather|tabler-icon|ph|codicon|ion|anticon|uk-icon|eicon|el-icon|oi|gg|wp-block-icon)-(?<icon>[a-z][\w-]*)$/i;

/** Matches words for how an icon is drawn, not what it shows. */
const STYLING =
  /^(?:solid|regular|light|thin|brands|duotone|sharp|fw|lg|sm|xs|xl|2xs|2xl|spin|pulse|border|inverse|before|after|wrapper|container|button|btn|link|only|left|right|small|medium|large|size.*|[\dx]+|ul|li|flip-.*|rotate-.*|pull-.*|stack.*)$/i;

function words(text: string): string | undefined {
  const name = text.trim();
  return name !== "" && name.length <= 60 && /\p{L}{2}/u.test(name) && !isGenerated(name)
    ? name
    : undefined;
}
