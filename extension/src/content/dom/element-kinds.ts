// Sorts elements by their tags and roles: which are never read, which keep their tags, which can be clicked.
import { unshadowed } from "./unshadowed.ts";

const set = (names: string): ReadonlySet<string> => new Set(names.split(" "));

/** Tags that are never read: they are not for people, or hold nothing that text could tell. */
export const SKIPPED = set(
  "script style link meta noscript template head base title source track param datalist colgroup col wbr hr rp defs symbol clipPath mask pattern linearGradient radialGradient filter marker desc metadata",
);

/** Tags that are read only if they can be clicked or have a name of their own. */
export const MEDIA = set("video audio canvas");

/** Tags that are kept in a reading. Every other element is a container without a meaning of its own. */
export const MEANINGFUL = set(
  "a abbr address area article aside blockquote button caption code dd del details dialog dl dt em fieldset figcaption footer form h1 h2 h3 h4 h5 h6 header iframe img input ins label legend li main mark meter nav ol optgroup option output p pre progress s search select strong sub summary sup table td textarea th thead tfoot tr ul",
);

/** Tags that stay in a reading although they hold nothing. */
export const KEPT_EMPTY = set("input select textarea button img iframe td th meter progress area");

/** Tags that already say that they can be clicked. */
export const SAYS_CLICKABLE = set("button input select textarea summary area option");

/** The implicit role of each tag (HTML-AAM). */
export const SAYS_ROLE: Readonly<Record<string, string>> = {
  a: "link",
  article: "article",
  aside: "complementary",
  button: "button",
  fieldset: "group",
  footer: "contentinfo",
  form: "form",
  header: "banner",
  li: "listitem",
  main: "main",
  nav: "navigation",
  ol: "list",
  section: "region",
  select: "combobox",
  table: "table",
  td: "cell",
  th: "columnheader",
  tr: "row",
  ul: "list",
};

/** Tags that can have a shadow root without being custom elements (DOM standard, "valid shadow host name"). */
export const SHADOW_HOSTS = set(
  "article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span",
);

/** Tags that name what they stand in or beside, even if only screen readers are told. */
export const NAMING = set("legend caption figcaption label summary th");

/** Roles whose elements can be clicked. */
export const CLICK_ROLES = set(
  "button link checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option treeitem combobox textbox searchbox spinbutton slider",
);

/** Roles that can be acted on if they take the focus; otherwise they are mere structure. */
export const GRID_ROLES = set("gridcell row columnheader rowheader");

/** Every role (ARIA 1.2, 5.3), with those of its drafts that browsers know. */
export const ROLES = set(
  "alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox comment complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell group heading image img insertion link list listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation note option paragraph progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem",
);

/** Roles of fields: they hold a value, and are not named by it. */
export const FIELD_ROLES = set("combobox listbox textbox searchbox spinbutton slider");

/** Tags that end the search for a heading above: a heading before such a part is not about it. */
export const LANDMARKS = set("nav header footer aside form main dialog search");

/** Tags and roles of entries in a series, which are named by their first text if they have no heading. */
export const SERIES_ENTRIES = set("li tr article dd");
export const SERIES_ROLES = set("listitem row article");

/** Tags whose headings name only what they hold, and nothing after them. */
export const ENCLOSURES = set(
  "li tr td article section aside nav figure form fieldset dialog details main footer",
);

/** Returns a key that neighbours of one series share: their tag, or else their role and first class. */
export function entryKind(element: Element): string {
  const own = unshadowed(element);
  if (SERIES_ENTRIES.has(own.localName)) return own.localName;
  const [style = ""] = (own.getAttribute("class") ?? "").trim().split(/\s+/, 1);
  return `${own.localName} ${own.getAttribute("role") ?? ""} ${style}`;
}

export function isHeading(tag: string, role: string | null): boolean {
  return HEADINGS.has(tag) || role === "heading";
}

const HEADINGS = set("h1 h2 h3 h4 h5 h6");

/** Returns the level that an entry of a tree says it is on. */
export function levelOf(entry: Element): number | undefined {
  const own = unshadowed(entry);
  const level = own.getAttribute("aria-level");
  const role = own.getAttribute("role") ?? "";
  return level !== null && /^\d{1,3}$/.test(level) && LEVELLED.has(role)
    ? Number(level)
    : undefined;
}

/** Roles of entries that have a level (ARIA 1.2); a heading's level is its tag. */
const LEVELLED: ReadonlySet<string> = set("treeitem row listitem");

/** An element that shows a document of its own. */
export type FrameElement =
  | HTMLIFrameElement
  | HTMLFrameElement
  | HTMLObjectElement
  | HTMLEmbedElement;

export function isFrame(element: Element): element is FrameElement {
  if (element instanceof HTMLObjectElement) return element.contentWindow !== null;
  if (element instanceof HTMLEmbedElement) return !isEmbeddedMedia(element);
  return element instanceof HTMLIFrameElement || element instanceof HTMLFrameElement;
}

/** Tells by type or address whether an `embed` shows no document: the browser does not say what it shows. */
function isEmbeddedMedia({ type, src }: HTMLEmbedElement): boolean {
  if (src === "") return true;
  if (type !== "") return /^(?:image\/(?!svg)|audio\/|video\/)/i.test(type);
  return /\.(?:png|jpe?g|gif|webp|avif|bmp|ico|mp3|mp4|m4a|ogg|wav|webm)(?:[?#]|$)/i.test(src);
}

/** Returns the address of the document that a frame was made for. */
export function frameAddress(frame: FrameElement): string {
  return frame instanceof HTMLObjectElement ? frame.data : frame.src;
}

/** Returns the tag by which an element is known; that of an XML language which is none of the web's says nothing. */
export function tagOf(element: Element): string {
  isHtml ??= document instanceof HTMLDocument;
  if (isHtml) return unshadowed(element).localName;
  const { localName, namespaceURI } = unshadowed(element);
  return NAMESPACES.has(namespaceURI) ? localName : "div";
}

/** Found out once, as each element needs it: a document stays of its kind. */
let isHtml: boolean | undefined;

const NAMESPACES: ReadonlySet<string | null> = new Set([
  "http://www.w3.org/1999/xhtml",
  "http://www.w3.org/2000/svg",
  "http://www.w3.org/1998/Math/MathML",
]);

/** Tells whether an element is a part of a drawing, and not the drawing itself. */
export function isShape(element: Element): element is SVGGraphicsElement {
  return element instanceof SVGGraphicsElement && element.ownerSVGElement !== null;
}

export function isEditingHost(element: Element): boolean {
  if (!(element instanceof HTMLElement)) return false;
  const editable = unshadowed(element).contentEditable;
  if (editable === "true" || editable === "plaintext-only") return true;
  // A page may make its whole document editable, without an attribute.
  return element instanceof HTMLBodyElement && document.designMode === "on";
}

/** Returns the first role that the author wrote; those after it are for browsers that don't know the first. */
export function roleOf(element: Element): string {
  return firstRole(unshadowed(element).getAttribute("role"));
}

/** Returns the first role of those written in a `role` attribute. */
export function firstRole(written: string | null): string {
  return written === null ? "" : (/\S+/.exec(written)?.[0].toLowerCase() ?? "");
}
