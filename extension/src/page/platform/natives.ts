// Saves the browser's own functions before the page can replace them.

const apply: (native: Native, self: unknown, args: readonly unknown[]) => unknown = Reflect.apply;

/** The only functions that are called once the page's scripts run. */
export const natives = {
  apply,
  construct: Reflect.construct,
  get: Reflect.get,
  has: Reflect.has,
  Proxy,
  addEventListener: method(EventTarget.prototype, "addEventListener"),
  removeEventListener: method(EventTarget.prototype, "removeEventListener"),
  dispatchEvent: method(EventTarget.prototype, "dispatchEvent"),
  CustomEvent: window.CustomEvent,
  DOMException: window.DOMException,
  Error: window.Error,
  captureStackTrace: method(Error, "captureStackTrace"),
  MouseEvent: window.MouseEvent,
  AbortSignal: window.AbortSignal,
  Document: window.Document,
  DocumentFragment: window.DocumentFragment,
  Element: window.Element,
  Node: window.Node,
  NodeList: window.NodeList,
  ReadableStream: window.ReadableStream,
  Request: window.Request,
  Response: window.Response,
  URL: window.URL,
  XMLHttpRequest: window.XMLHttpRequest,
  setTimeout: window.setTimeout,
  Function: window.Function,
  functionText: method(Function.prototype, "toString"),
  now: method(Performance.prototype, "now"),
  toJson: JSON.stringify,
  performance: window.performance,
  charCodeAt: method(String.prototype, "charCodeAt"),
  ownDescriptor: Reflect.getOwnPropertyDescriptor,
  ownKeys: Reflect.ownKeys,
  setPrototypeOf: Object.setPrototypeOf,
  hasInstance: method(Function.prototype, Symbol.hasInstance),
  promiseReject: method(Promise, "reject"),
  promiseResolve: method(Promise, "resolve"),
  promiseThen: method(Promise.prototype, "then"),
  set: Reflect.set,
  mapGet: method(Map.prototype, "get"),
  mapSet: method(Map.prototype, "set"),
  mapClear: method(Map.prototype, "clear"),
  mapDelete: method(Map.prototype, "delete"),
  weakGet: method(WeakMap.prototype, "get"),
  weakSet: method(WeakMap.prototype, "set"),
  startsWith: method(String.prototype, "startsWith"),
  slice: method(String.prototype, "slice"),
  activeElement: method(Document.prototype, "activeElement"),
  blur: method(HTMLElement.prototype, "blur"),
  symbolDescription: method(Symbol.prototype, "description"),
  relatedTarget: method(MouseEvent.prototype, "relatedTarget"),
  screenX: method(MouseEvent.prototype, "screenX"),
  signalAborted: method(AbortSignal.prototype, "aborted"),
  recordType: method(MutationRecord.prototype, "type"),
  recordTarget: method(MutationRecord.prototype, "target"),
  recordAdded: method(MutationRecord.prototype, "addedNodes"),
  recordRemoved: method(MutationRecord.prototype, "removedNodes"),
  recordAttribute: method(MutationRecord.prototype, "attributeName"),
  recordOldValue: method(MutationRecord.prototype, "oldValue"),
  observeMutations: method(MutationObserver.prototype, "observe"),
  disconnectObserver: method(MutationObserver.prototype, "disconnect"),
  deref: method(WeakRef.prototype, "deref"),
  nodeType: method(Node.prototype, "nodeType"),
  parentElement: method(Node.prototype, "parentElement"),
  textContent: method(Node.prototype, "textContent"),
  nodeValue: method(Node.prototype, "nodeValue"),
  matches: method(Element.prototype, "matches"),
  closest: method(Element.prototype, "closest"),
  findInDocument: method(Document.prototype, "querySelectorAll"),
  findInFragment: method(DocumentFragment.prototype, "querySelectorAll"),
  findInElement: method(Element.prototype, "querySelectorAll"),
  firstInElement: method(Element.prototype, "querySelector"),
  firstElementChild: method(Element.prototype, "firstElementChild"),
  listLength: method(NodeList.prototype, "length"),
  requestUrl: method(Request.prototype, "url"),
  urlHref: method(URL.prototype, "href"),
  responseBody: method(Response.prototype, "body"),
  responseStatus: method(Response.prototype, "status"),
  streamLocked: method(ReadableStream.prototype, "locked"),
  MessagePort: window.MessagePort,
  Promise: window.Promise,
  defineProperty: Reflect.defineProperty,
  HTMLElement: window.HTMLElement,
  SVGElement: window.SVGElement,
  HTMLIFrameElement: window.HTMLIFrameElement,
  HTMLImageElement: window.HTMLImageElement,
  HTMLLinkElement: window.HTMLLinkElement,
  HTMLScriptElement: window.HTMLScriptElement,
  linkSheet: method(HTMLLinkElement.prototype, "sheet"),
  imageComplete: method(HTMLImageElement.prototype, "complete"),
  isConnected: method(Node.prototype, "isConnected"),
  boundingBox: method(Element.prototype, "getBoundingClientRect"),
  rectTop: method(DOMRectReadOnly.prototype, "top"),
  rectLeft: method(DOMRectReadOnly.prototype, "left"),
  rectBottom: method(DOMRectReadOnly.prototype, "bottom"),
  rectRight: method(DOMRectReadOnly.prototype, "right"),
  innerHeight: method(window, "innerHeight"),
  innerWidth: method(window, "innerWidth"),
  getAttribute: method(Element.prototype, "getAttribute"),
  hasAttribute: method(Element.prototype, "hasAttribute"),
  regExpExec: method(RegExp.prototype, "exec"),
  TransitionEvent: window.TransitionEvent,
  AnimationEvent: window.AnimationEvent,
  CSSTransition: window.CSSTransition,
  CSSAnimation: window.CSSAnimation,
  transitionProperty: method(TransitionEvent.prototype, "propertyName"),
  animationName: method(AnimationEvent.prototype, "animationName"),
  transitionOf: method(CSSTransition.prototype, "transitionProperty"),
  keyframesOf: method(CSSAnimation.prototype, "animationName"),
  getAnimations: method(Element.prototype, "getAnimations"),
  animationFinished: method(Animation.prototype, "finished"),
  animationReady: method(Animation.prototype, "ready"),
  animationEffect: method(Animation.prototype, "effect"),
  documentTimeline: method(Document.prototype, "timeline"),
  timelineTime: method(AnimationTimeline.prototype, "currentTime"),
  animationTime: method(Animation.prototype, "currentTime"),
  computedTiming: method(AnimationEffect.prototype, "getComputedTiming"),
  viewFinished: method(ViewTransition.prototype, "finished"),
  cursorRequest: method(IDBCursor.prototype, "request"),
  readyState: method(Document.prototype, "readyState"),
  currentScript: method(Document.prototype, "currentScript"),
  eventType: method(Event.prototype, "type"),
  eventTarget: method(Event.prototype, "target"),
  messageSource: method(MessageEvent.prototype, "source"),
} as const;

export type Native = (...args: never[]) => unknown;

/** Maps objects to values; the page can't watch its use by replacing WeakMap's methods. */
export class PrivateMap<V> {
  readonly #map = new WeakMap<object, V>();

  get(key: unknown): V | undefined {
    // WeakMap's get gives undefined for anything that is no object.
    const value: unknown = natives.apply(natives.weakGet, this.#map, [key]);
    // Only what `set` put there can come out.
    return value as V | undefined;
  }

  set(key: object, value: V): void {
    natives.apply(natives.weakSet, this.#map, [key, value]);
  }
}

/** Does what `instanceof` does, and no replaced `Symbol.hasInstance` can watch it. */
export function isInstance<T>(
  type: abstract new (...args: never[]) => T,
  value: unknown,
): value is T {
  return Boolean(natives.apply(natives.hasInstance, type, [value]));
}

/** Returns a method, or the getter of an accessor. */
function method(prototype: object, name: PropertyKey): Native {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  const found: unknown = descriptor === undefined ? undefined : descriptorFunction(descriptor);
  if (!isNative(found)) throw new TypeError(`this browser has no ${String(name)}`);
  return found;
}

function descriptorFunction(descriptor: PropertyDescriptor): unknown {
  return "value" in descriptor ? descriptor.value : Reflect.get(descriptor, "get");
}

export function isNative(value: unknown): value is Native {
  return typeof value === "function";
}

/** Makes a record without a prototype: what the page adds to Object.prototype is not in it. */
export function bareRecord<T>(members: Readonly<Record<string, T>> = {}): Record<string, T> {
  const record = { ...members };
  natives.setPrototypeOf(record, null);
  return record;
}

/** Returns an interface's prototype; undefined if the browser, or a page that is not secure, has no such interface. */
export function prototypeOf(name: string): object | undefined {
  const type: unknown = Reflect.get(window, name);
  const prototype: unknown =
    typeof type === "function" ? Reflect.get(type, "prototype") : undefined;
  return typeof prototype === "object" && prototype !== null ? prototype : undefined;
}
