// Makes UIkit's own test pages, as the package ships them except for their script, which it does not ship.
import type { MadePage } from "./made-page.ts";

const HOME = "/node_modules/uikit";
/** Names the components whose pages hold something to act on, one for each kind. */
const COMPONENTS =
  "accordion alert button card drop dropdown dropnav filter form iconnav lightbox modal nav navbar offcanvas pagination search slidenav slider slideshow sortable subnav switcher tab table thumbnav toggle tooltip upload".split(
    " ",
  );

export function uikitPages(): MadePage[] {
  return COMPONENTS.map((name) => ({
    library: "uikit",
    name,
    path: `${HOME}/tests/${name}.html`,
  }));
}

/** The script that each page asks for: the styles and the components. */
export const UIKIT_SCRIPT_PATH = `${HOME}/tests/js/test.js`;
export const UIKIT_SCRIPT = `document.write(
  '<link rel="stylesheet" href="${HOME}/dist/css/uikit.css">' +
  '<script src="${HOME}/dist/js/uikit.js"><\\/script>' +
  '<script src="${HOME}/dist/js/uikit-icons.js"><\\/script>',
);`;
