// Runs code in the world of our content script in a page, where only the extension's own code should ever run.
import type { CDPSession, Page } from "puppeteer";

/**
 * Resolves with the expression's value, awaited, in the world of the content script of the page's main frame. Chromium
 * keeps a page's isolated worlds apart by the extension's origin.
 */
export async function evaluateInContentWorld(page: Page, expression: string): Promise<unknown> {
  const session = await page.createCDPSession();
  try {
    const contextId = await contentWorld(session);
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
      contextId,
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails === undefined) return result.value;
    throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  } finally {
    await session.detach();
  }
}

async function contentWorld(session: CDPSession): Promise<number> {
  const { frameTree } = await session.send("Page.getFrameTree");
  const found = new Promise<number>((resolve) => {
    session.on("Runtime.executionContextCreated", ({ context }) => {
      const { frameId } = context.auxData as { readonly frameId?: string };
      const isExtensions = context.origin.startsWith("chrome-extension://");
      if (frameId === frameTree.frame.id && isExtensions) resolve(context.id);
    });
  });
  await session.send("Runtime.enable");
  return await found;
}
