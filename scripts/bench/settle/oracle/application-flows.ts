// Lists what people do in WordPress and EverShop, in the sandboxes of the benchmark of readings.
import type { Flow } from "./flows.ts";

export interface ApplicationFlows {
  readonly origin: string;
  readonly flows: readonly Flow[];
}

export const applicationFlows: readonly ApplicationFlows[] = [
  {
    origin: "http://wordpress.test",
    flows: [
      {
        name: "WordPress: commenting",
        path: "/?p=627",
        steps: [
          { act: "type", id: "comment", selector: "#comment", text: "A fine bench" },
          { act: "type", id: "name", selector: "#author", text: "Iris Vogel" },
          { act: "type", id: "email", selector: "#email", text: "iris@example.test" },
          { act: "click", id: "post-comment", selector: "#submit" },
        ],
      },
      {
        name: "WordPress: logging in",
        path: "/wp-login.php",
        steps: [
          { act: "type", id: "username-or-email", selector: "#user_login", text: "admin" },
          { act: "type", id: "password", selector: "#user_pass", text: "webserv-admin" },
          { act: "click", id: "log-in", selector: "#wp-submit" },
        ],
      },
      {
        name: "WordPress: settings",
        path: "/wp-admin/options-general.php",
        steps: [
          { act: "type", id: "site-title", selector: "#blogname", text: "The Longer Weekend" },
          { act: "click", id: "save-changes", selector: "#submit" },
        ],
      },
    ],
  },
  {
    origin: "http://evershop.test",
    flows: [
      {
        name: "EverShop: buying",
        path: "/kitchen/alder-teapot-white-1",
        steps: [
          { act: "type", id: "quantity", selector: 'input[name="qty"]', text: "2" },
          { act: "click", id: "add-to-cart", selector: "button::-p-text(Add to cart)" },
        ],
      },
      {
        name: "EverShop: administration",
        path: "/admin/login",
        steps: [
          { act: "type", id: "email", selector: '[name="email"]', text: "admin@evershop.test" },
          { act: "type", id: "password", selector: '[name="password"]', text: "webserv-admin1" },
          { act: "click", id: "sign-in", selector: 'button[type="submit"]' },
        ],
      },
    ],
  },
];
