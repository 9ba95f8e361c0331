// Passes on to those who listen what a page has asked the server to tell, a while later.

type Listener = (text: string) => void;

const listeners = new Map<string, Set<Listener>>();

/** @returns a function that ends it */
export function listenFor(topic: string, listener: Listener): () => void {
  const others = listeners.get(topic) ?? new Set();
  listeners.set(topic, others.add(listener));
  return () => {
    others.delete(listener);
    if (others.size === 0 && listeners.get(topic) === others) listeners.delete(topic);
  };
}

export function tellLater(topic: string, text: string, ms: number): void {
  setTimeout(() => {
    for (const listener of new Set(listeners.get(topic))) listener(text);
  }, ms);
}
