// Opens the real applications that are read: WordPress and EverShop, each in a sandbox of the benchmark's own.
import type { Page } from "puppeteer";

import type { Sandbox } from "@webserv/shared/model/sandbox.ts";
import type { Site } from "@webserv/shared/model/site.ts";

import { type OwnIncus, openIncus } from "../sandbox/incus-engine.ts";
import { loadBenchSite } from "../sandbox/sites.ts";
import type { VisitedPage } from "./visited-page.ts";

const NAMES = ["wordpress", "evershop"] as const;
type ApplicationName = (typeof NAMES)[number];

const EDITOR = ".edit-post-layout";
const PAGES: Readonly<Record<ApplicationName, readonly PagePlan[]>> = {
  wordpress: [
    { name: "front", path: "/" },
    { name: "login", path: "/wp-login.php" },
    { name: "admin", path: "/wp-admin/", role: "admin", waitsForNews: true },
    { name: "posts", path: "/wp-admin/edit.php", role: "admin" },
    { name: "comments", path: "/wp-admin/edit-comments.php", role: "admin" },
    {
      name: "media",
      path: "/wp-admin/upload.php?mode=grid",
      role: "admin",
      ready: ".attachment",
    },
    { name: "settings", path: "/wp-admin/options-general.php", role: "admin" },
    { name: "editor's greeting", path: "/wp-admin/post-new.php", role: "admin", ready: EDITOR },
    {
      name: "editor",
      path: "/wp-admin/post.php?post=600&action=edit",
      role: "admin",
      ready: EDITOR,
      closes: ".components-modal__header button[aria-label='Close dialog']",
    },
  ],
  evershop: [
    { name: "shop", path: "/" },
    { name: "category", path: "/kitchen" },
    { name: "product", path: "/kitchen/alder-teapot-white-1" },
    { name: "login", path: "/account/login" },
    { name: "admin", path: "/admin", role: "admin", waitsForNews: true },
    { name: "admin products", path: "/admin/products", role: "admin" },
    { name: "admin orders", path: "/admin/orders", role: "admin" },
    { name: "admin new product", path: "/admin/products/new", role: "admin" },
    { name: "admin settings", path: "/admin/setting/store", role: "admin" },
  ],
};

interface PagePlan {
  readonly name: string;
  readonly path: string;
  /** The role of the user who has to be logged in. */
  readonly role?: string;
  /** A selector of what is there once the page's own script has drawn it. */
  readonly ready?: string;
  /** True if it waits for news from outside, which never come: one of its requests does not end. */
  readonly waitsForNews?: boolean;
  /** A greeting's button that is clicked if it is there. */
  readonly closes?: string;
}

export interface Applications {
  readonly pages: readonly VisitedPage[];
  /** Flags for the browser's command line: they make the hosts lead to the sandboxes, and all others nowhere. */
  readonly flags: readonly string[];
  close(): Promise<void>;
}

/** @param groups the wanted ones; groups that are no applications are ignored */
export async function openApplications(
  groups: readonly string[],
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<Applications> {
  const chosen = NAMES.filter((name) => groups.includes(name));
  if (chosen.length === 0) return { pages: [], flags: [OFFLINE], close: () => Promise.resolve() };
  const incus = await openIncus(say, signal, "webserv-bench-observe");
  try {
    const pages: VisitedPage[] = [];
    const rules: string[] = [];
    for (const name of chosen) {
      say(`${name}: into a sandbox`);
      const { site, sandbox } = await launched(incus, name, signal);
      const host = site.hosts[0]?.host ?? name;
      rules.push(`MAP ${host} ${new URL(sandbox.origin).host}`);
      pages.push(...PAGES[name].map((plan) => visited(name, site, `http://${host}`, plan)));
    }
    const flags = [`--host-resolver-rules=${[...rules, NOTHING_ELSE].join(" , ")}`];
    return { pages, flags, close: () => incus.close() };
  } catch (error) {
    await incus.close();
    throw error;
  }
}

const NOTHING_ELSE = "MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost";
const OFFLINE = `--host-resolver-rules=${NOTHING_ELSE}`;

async function launched(
  { backend }: OwnIncus,
  name: ApplicationName,
  signal: AbortSignal,
): Promise<{ site: Site; sandbox: Sandbox }> {
  const { source, archive } = await loadBenchSite(name, () => undefined, signal);
  await backend.importSite({ source, image: `docker-archive:${archive}` }, signal);
  const sandbox = await backend.create({ source, sandboxId: `observe-${name}` }, signal);
  return { site: source.site, sandbox };
}

function visited(
  group: ApplicationName,
  site: Site,
  origin: string,
  { name, path, role, ready, closes, waitsForNews = false }: PagePlan,
): VisitedPage {
  const login = site.logins.find((each) => each.role === role);
  return {
    group,
    name,
    url: origin + path,
    ...(login === undefined ? {} : { login: { ...login, url: origin + login.path } }),
    settled: async (page: Page) => {
      if (ready !== undefined) await page.waitForSelector(ready, { timeout: 60_000 });
      const concurrency = waitsForNews ? 1 : 0;
      await page.waitForNetworkIdle({ idleTime: 500, timeout: 60_000, concurrency });
      if (closes === undefined) return;
      const button = await page.$(closes);
      await button?.click();
      await page.waitForSelector(closes, { hidden: true });
    },
  };
}
