// Declares the types that the frameworks' packages lack.
declare module "*.svelte" {
  import type { Component } from "svelte";
  const component: Component<Record<string, unknown>>;
  export default component;
}
declare module "react-dom/client" {
  export function createRoot(root: Element): { render(node: unknown): void; unmount(): void };
}
declare module "react-dom" {
  export function flushSync(change: () => void): void;
}
