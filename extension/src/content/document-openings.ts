// Tells when the document was opened anew: `document.open()` takes every listener off the window.

const observed = new WeakSet<Document>();

/** Calls `listener` after every change of the document's own children, which an opening makes. */
export function onDocumentOpening(listener: () => void): void {
  if (observed.has(document)) return;
  observed.add(document);
  new MutationObserver(listener).observe(document, { childList: true });
}
