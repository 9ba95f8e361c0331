// Lists the attributes by which a page changes what a person sees, or what a screen reader says.

const OF_HTML =
  "abbr align alt bgcolor border cellpadding cellspacing checked cite class color cols colspan content " +
  "contenteditable controls coords datetime default dir disabled face height hidden high href hreflang inert " +
  "label lang list loading loop low max maxlength media min multiple muted open optimum part placeholder " +
  "popover poster readonly rel required reversed role rows rowspan sandbox selected shape size sizes slot span " +
  "src srcdoc srcset start step style summary tabindex title translate value valign width wrap";
const OF_ARIA =
  "aria-activedescendant aria-atomic aria-autocomplete aria-braillelabel aria-brailleroledescription aria-busy " +
  "aria-checked aria-colcount aria-colindex aria-colindextext aria-colspan aria-controls aria-current " +
  "aria-describedby aria-description aria-details aria-disabled aria-errormessage aria-expanded aria-flowto " +
  "aria-haspopup aria-hidden aria-invalid aria-keyshortcuts aria-label aria-labelledby aria-level aria-live " +
  "aria-modal aria-multiline aria-multiselectable aria-orientation aria-owns aria-placeholder aria-posinset " +
  "aria-pressed aria-readonly aria-relevant aria-required aria-roledescription aria-rowcount aria-rowindex " +
  "aria-rowindextext aria-rowspan aria-selected aria-setsize aria-sort aria-valuemax aria-valuemin aria-valuenow " +
  "aria-valuetext";
const OF_SVG =
  "clip-path clip-rule cx cy d display dx dy fill fill-opacity fill-rule filter font-family font-size font-style " +
  "font-weight fx fy gradientTransform gradientUnits letter-spacing marker-end marker-mid marker-start mask " +
  "offset opacity pathLength patternTransform points preserveAspectRatio r rotate rx ry startOffset " +
  "stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-opacity " +
  "stroke-width text-anchor text-decoration textLength transform viewBox visibility x x1 x2 xlink:href y y1 y2";
/** Custom elements and their style sheets commonly tell by these that they are open, chosen, or at work. */
const OF_STATES =
  "active busy collapsed current error expanded heading invalid pressed progress selected-index state " +
  "status text variant visible";

/**
 * Leaves out attributes that name things for code (`id`, `name`, `type`, `data-*`), which frameworks write anew each
 * time.
 */
export const VISIBLE_ATTRIBUTES: readonly string[] =
  `${OF_HTML} ${OF_ARIA} ${OF_SVG} ${OF_STATES}`.split(" ");
