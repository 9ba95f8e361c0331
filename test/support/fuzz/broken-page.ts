// Makes up the sources of pages as no one should write them.
import type { Random } from "./random.ts";

/** Makes a body's source: malformed, oddly nested, of odd characters, with all kinds of controls. */
export function brokenPage(random: Random): string {
  let source = "";
  const pieces = 1 + random.below(7);
  for (let piece = 0; piece < pieces; piece++) source += anything(random, 0);
  return source;
}

/** Changes the document as no parser would; `attach` gives an element a shadow root. */
export function disturb(
  body: HTMLElement,
  random: Random,
  attach: (element: HTMLElement, mode: ShadowRootMode) => ShadowRoot,
): void {
  const elements = (): readonly Element[] => [...body.getElementsByTagName("*")];
  const any = (): Element => elements()[random.below(elements().length)] ?? body;
  for (let times = random.below(4); times > 0; times--) {
    const element = any();
    if (element === body) return;
    switch (random.below(6)) {
      case 0:
        // This makes a form within a form, or a row outside of its table.
        element.append(document.createElement(random.pick(["form", "tr", "option", "body", "td"])));
        break;
      case 1:
        nest(
          element,
          random.pick(["div", "span", "b"]),
          random.chance(0.005) ? 1600 : 5 + random.below(80),
        );
        break;
      case 2:
        element.append(random.pick(ODD_TEXTS));
        break;
      case 3:
        if (element instanceof HTMLElement && element.localName.startsWith("x-")) {
          const root = attach(element, random.chance(0.5) ? "open" : "closed");
          root.setHTMLUnsafe(`<slot></slot><button>${words(random)}</button>`);
        }
        break;
      case 4:
        element.replaceWith(...element.childNodes);
        break;
      case 5:
        element.append(document.createElementNS("urn:none", random.pick(["a", "input", "select"])));
        break;
    }
  }
}

function nest(element: Element, tag: string, depth: number): void {
  let at = element;
  for (let level = 0; level < depth; level++) {
    const inner = document.createElement(tag);
    at.append(inner);
    at = inner;
  }
  at.append(document.createElement("button"));
}

function anything(random: Random, depth: number): string {
  if (depth > 4) return words(random);
  switch (random.below(12)) {
    case 0:
      return words(random);
    case 1:
      return random.pick(FRAGMENTS);
    case 2:
      return random.pick(ODD_TEXTS);
    case 3:
      return list(random, depth);
    default:
      return element(random, depth);
  }
}

function element(random: Random, depth: number): string {
  const tag = random.pick(TAGS);
  let source = `<${tag}${attributes(random)}`;
  // Some tags are never finished, some never closed, some closed as another.
  if (random.chance(0.01)) return source;
  source += random.chance(0.03) ? "/>" : ">";
  for (let child = random.below(4); child > 0; child--) source += anything(random, depth + 1);
  if (random.chance(0.9)) source += `</${random.chance(0.03) ? random.pick(TAGS) : tag}>`;
  return source;
}

/** Makes a series, some of whose entries are the very same. */
function list(random: Random, depth: number): string {
  const [outer, inner] = random.pick([
    ["ul", "li"],
    ["table", "tr"],
    ["div", 'div class="card"'],
    ["select", "option"],
    ["nav", "a href='#x'"],
    ["x-list", "x-entry"],
  ]);
  const entry = anything(random, depth + 2);
  let source = `<${outer}>`;
  for (let count = random.below(7); count > 0; count--) {
    const row = random.chance(0.5) ? entry : anything(random, depth + 2);
    source += `<${inner}>${row}<button>${words(random)}</button></${inner.split(" ")[0] ?? inner}>`;
  }
  return `${source}</${outer}>`;
}

function attributes(random: Random): string {
  let source = "";
  for (let count = random.below(4); count > 0; count--) {
    const name = random.pick(ATTRIBUTES);
    const value = random.chance(0.7) ? random.pick(VALUES) : words(random);
    const quote = random.pick(['"', '"', '"', "'", ""]);
    source += random.chance(0.05) ? ` ${name}` : ` ${name}=${quote}${value}${quote}`;
  }
  if (random.chance(0.3)) source += ` style="${random.pick(STYLES)}"`;
  if (random.chance(0.002)) source += ` title="${"huge ".repeat(20_000)}"`;
  return source;
}

function words(random: Random): string {
  let text = "";
  for (let count = 1 + random.below(4); count > 0; count--) text += `${random.pick(WORDS)} `;
  return text;
}

type Some<T> = readonly [T, ...T[]];

function split(text: string): Some<string> {
  const [first = "", ...others] = text.split(" ");
  return [first, ...others];
}

const TAGS = split(
  "div div span p a a button button input input input select option optgroup textarea label form form fieldset legend table tbody tr td th caption ul li ol dl dt dd h1 h2 h3 section article main nav header footer aside details summary dialog svg g use title text foreignObject math mi mtext annotation-xml x-card x-list x-throw slot template img area map video object embed progress meter output b i em strong center font ins blink frameset xmp noscript style script br hr wbr body html head menu search ruby rt",
);

/** Names of elements' members are among the values: a field of such a name hides its form's member. */
const ATTRIBUTES = split(
  "id id name name name class title role role type type type value href href for slot lang dir hidden inert disabled open checked multiple contenteditable tabindex placeholder alt aria-label aria-labelledby aria-hidden aria-expanded aria-controls aria-owns data-id data-testid onclick onmouseover style is form list src srcset xml:lang xlink:href aria-rowindex data-index rel autocomplete",
);

const VALUES = split(
  "id children parentNode parentElement attributes getAttribute hasAttribute localName tagName firstChild firstElementChild childNodes labels elements matches closest shadowRoot isConnected querySelector getBoundingClientRect getRootNode style nodeType nodeName nodeValue textContent ownerDocument assignedSlot namespaceURI contentEditable checkVisibility __proto__ constructor hasOwnProperty toString length item a b c c c 1 2 3 0 -1 button link checkbox radio file date range number hidden submit image password email color true false none presentation row listitem option tab heading combobox # #a /p/1 /p/2 javascript:void(0) data:text/html,x http://[ 99999999999999999999 :r1: 9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d && &lt; &#0; &#xD800; ..",
);

const WORDS = split(
  "Add Remove Save Open cart to the Größe 加入购物车 कार्ट سلة корзина 🛒 👩‍👩‍👧‍👦 e\u0301\u0301\u0301 \u202etfel \u200b \ufeff \u0000 &nbsp; 3 12,50 (4) 12:30 <b>bold ]]> --> &amp &bogus; \ud83d \udc00",
);

const STYLES: Some<string> = [
  "display: none",
  "display: contents",
  "display: table-cell",
  "visibility: hidden",
  "visibility: visible",
  "opacity: 0",
  "position: fixed; top: -9999px",
  "position: absolute; transform: translateY(40px)",
  "overflow: hidden; height: 0",
  "overflow: auto; height: 20px",
  "cursor: pointer",
  "clip-path: inset(50%)",
  "content-visibility: hidden",
  "pointer-events: none",
  "white-space: pre",
  "writing-mode: vertical-rl",
  "width: 1e30px; margin-left: -1e30px",
  "color: }<",
];

const ODD_TEXTS: Some<string> = [
  "\ud800",
  "\udfff\ud800",
  "\u0000\u0001\u001b[31m",
  '"><script>',
  "</div></body></html>",
  "<!-- a comment that never ends",
  "<![CDATA[ x ]]>",
  "<?php echo 1 ?>",
  "]]>",
  "\u2028\u2029",
  "word".repeat(300),
  "\u0301".repeat(60),
  " ".repeat(2000),
];

const FRAGMENTS: Some<string> = [
  "<form><input name=children><form><input name=parentNode></form><button>In</button></form>",
  "<form id=f><input name=id><input name=attributes><select name=getAttribute></select></form>",
  "<table><div>before</div><tr><button>b</button><td><tr><td>x</table>",
  "<table><input type=hidden><form><td><button>cell</button></form></table>",
  "<select><div><button>in a select</button></div><option><b>one</select>",
  "<select multiple><optgroup label=g><option selected>a<option>a</optgroup></select>",
  "<a href=1>out<a href=2>in</a></a>",
  "<button>out<button>in</button></button>",
  "<label>one<label for=a>two<input id=a></label></label>",
  "<p>one<p>two<div>three</p></div>",
  "<b><i>crossed</b>wise</i>",
  "<svg><a href='#s'><text>svg link</text></a><foreignObject><button>html</button></foreignObject></svg>",
  "<svg><title>t</title><use href='#icon-x'></use><script>1</script></svg>",
  "<math><mi><button>no math</button></mi><annotation-xml encoding='text/html'><a href=m>m</a></annotation-xml></math>",
  "<x-card><template shadowrootmode=open><slot></slot><button>open</button></template><a href=o>slotted</a></x-card>",
  "<x-card><template shadowrootmode=closed><button>closed</button><slot name=a></slot></template><a slot=a href=c>c</a></x-card>",
  "<x-throw id=t onclick=1>thrower</x-throw>",
  "<details><summary>one<summary>two</details><details open>no summary</details>",
  "<dialog open><button>in a dialog</button></dialog><div popover>pop</div>",
  "<map name=m><area href=a alt=A><area alt=none></map><img usemap=#m width=20 height=20>",
  "<input type=checkbox><input type=radio name=r><input type=radio name=r><input type=range min=5 max=1>",
  "<input type=date value=never><input type=number value=x><input type=color><input type=file multiple>",
  "<div contenteditable>text <div contenteditable=false><button>b</button></div></div>",
  "<textarea>never closed",
  "<title>in the body</title><base href='//x'><link rel=stylesheet>",
  "<ul><li><ul><li><ul><li>deep</ul></ul></ul>",
  "<ruby>漢<rp>(<rt>kan<rp>)</ruby>",
  "<h1><h2>heading in a heading</h2></h1><div role=heading aria-level=99></div>",
  "<div id=same><div id=same><button id=same aria-labelledby='same same'>same</button></div></div>",
  "<slot><slot><button>no host</button></slot></slot>",
  "</p></br></table></body></html><p>after the end",
  "<div onclick=1 style='cursor: pointer'><div onclick=1><span onclick=1>three deep</span></div></div>",
  "<meter min=1 max=0></meter><progress value=9 max=1></progress><output>o</output>",
  "<xmp><button>as text</button></xmp><listing>l</listing>",
];
