// Prints the browser's accessibility tree as WebArena does: `[id] role 'name' property: value`, indented by depth.
import type { CDPSession, Page, Protocol } from "puppeteer";

type AXNode = Protocol.Accessibility.AXNode;

const LONGEST_MS = 600_000;

/**
 * The properties that are left out: nearly every node has them, or, as addresses, WebArena's Chromium did not have
 * them yet.
 */
const UNTOLD: ReadonlySet<string> = new Set(
  "focusable editable readonly level settable multiline invalid url".split(" "),
);
/** The roles that are printed only with a name or a property. */
const CONTAINERS: ReadonlySet<string> = new Set(
  "generic img list strong paragraph banner navigation Section LabelText Legend listitem".split(
    " ",
  ),
);
/** A text that one of this many lines above it already holds is left out. */
const LINES_ABOVE = 3;

export async function accessibilityTree(page: Page): Promise<string> {
  const session = await page.createCDPSession();
  try {
    return printed((await fullTree(session)).nodes);
  } finally {
    await session.detach();
  }
}

async function fullTree(
  session: CDPSession,
): Promise<Protocol.Accessibility.GetFullAXTreeResponse> {
  return await session.send("Accessibility.getFullAXTree", {}, { timeout: LONGEST_MS });
}

export function printed(nodes: readonly AXNode[]): string {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const lines: string[] = [];
  const print = (node: AXNode, depth: number): void => {
    const line = lineOf(node);
    if (line !== undefined && !isRepeated(node, lines)) lines.push("\t".repeat(depth) + line);
    for (const childId of node.childIds ?? []) {
      const child = byId.get(childId);
      if (child !== undefined) print(child, line === undefined ? depth : depth + 1);
    }
  };
  const [root] = nodes;
  if (root !== undefined) print(root, 0);
  return lines.join("\n");
}

/** Returns undefined for nodes that are ignored, or empty. */
function lineOf(node: AXNode): string | undefined {
  const role = textOf(node.role);
  const name = textOf(node.name);
  if (node.ignored || role === "" || role === "none" || role === "InlineTextBox") return undefined;
  const properties = (node.properties ?? [])
    .filter(({ name, value }) => !UNTOLD.has(name) && value.value !== undefined)
    .map(({ name, value }) => `${name}: ${String(value.value)}`);
  const isEmpty = name.trim() === "" && properties.length === 0;
  if (isEmpty && CONTAINERS.has(role)) return undefined;
  return [`[${node.nodeId}] ${role} '${name}'`, ...properties].join(" ");
}

function isRepeated(node: AXNode, lines: readonly string[]): boolean {
  if (textOf(node.role) !== "StaticText") return false;
  const text = textOf(node.name);
  return lines.slice(-LINES_ABOVE).some((line) => line.includes(text));
}

function textOf(value: Protocol.Accessibility.AXValue | undefined): string {
  return typeof value?.value === "string" ? value.value : "";
}
