// jQuery UI looks for jQuery where old pages keep it, and Dragula for the global object under Node's name.
import $ from "jquery";

Object.assign(globalThis, { jQuery: $, global: globalThis });
