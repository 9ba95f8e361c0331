// Saves the browser's own functions and interfaces before the page can replace them: the only ones that are called once
// the page's scripts run.
import { method, type Native } from "./methods.ts";

export const apply: (native: Native, self: unknown, args: readonly unknown[]) => unknown =
  Reflect.apply;
export const construct = Reflect.construct;
export const get = Reflect.get;
export const has = Reflect.has;
export const addEventListener = method(EventTarget.prototype, "addEventListener");
export const removeEventListener = method(EventTarget.prototype, "removeEventListener");
export const dispatchEvent = method(EventTarget.prototype, "dispatchEvent");
export const captureStackTrace = method(Error, "captureStackTrace");
export const setTimeout = window.setTimeout;
export const functionText = method(Function.prototype, "toString");
export const now = method(Performance.prototype, "now");
export const toJson = JSON.stringify;
export const parseJson = JSON.parse;
export const performance = window.performance;
export const charCodeAt = method(String.prototype, "charCodeAt");
export const ownDescriptor = Reflect.getOwnPropertyDescriptor;
export const ownKeys = Reflect.ownKeys;
export const setPrototypeOf = Object.setPrototypeOf;
export const hasInstance = method(Function.prototype, Symbol.hasInstance);
export const promiseReject = method(Promise, "reject");
export const promiseResolve = method(Promise, "resolve");
export const promiseThen = method(Promise.prototype, "then");
export const set = Reflect.set;
export const mapGet = method(Map.prototype, "get");
export const mapSet = method(Map.prototype, "set");
export const mapClear = method(Map.prototype, "clear");
export const mapDelete = method(Map.prototype, "delete");
export const weakGet = method(WeakMap.prototype, "get");
export const weakSet = method(WeakMap.prototype, "set");
export const startsWith = method(String.prototype, "startsWith");
export const slice = method(String.prototype, "slice");
export const activeElement = method(Document.prototype, "activeElement");
export const blur = method(HTMLElement.prototype, "blur");
export const symbolDescription = method(Symbol.prototype, "description");
export const relatedTarget = method(MouseEvent.prototype, "relatedTarget");
export const screenX = method(MouseEvent.prototype, "screenX");
export const signalAborted = method(AbortSignal.prototype, "aborted");
export const recordType = method(MutationRecord.prototype, "type");
export const recordTarget = method(MutationRecord.prototype, "target");
export const recordAdded = method(MutationRecord.prototype, "addedNodes");
export const recordRemoved = method(MutationRecord.prototype, "removedNodes");
export const recordAttribute = method(MutationRecord.prototype, "attributeName");
export const recordOldValue = method(MutationRecord.prototype, "oldValue");
export const observeMutations = method(MutationObserver.prototype, "observe");
export const disconnectObserver = method(MutationObserver.prototype, "disconnect");
export const deref = method(WeakRef.prototype, "deref");
export const nodeType = method(Node.prototype, "nodeType");
export const parentElement = method(Node.prototype, "parentElement");
export const textContent = method(Node.prototype, "textContent");
export const nodeValue = method(Node.prototype, "nodeValue");
export const matches = method(Element.prototype, "matches");
export const closest = method(Element.prototype, "closest");
export const findInDocument = method(Document.prototype, "querySelectorAll");
export const findInFragment = method(DocumentFragment.prototype, "querySelectorAll");
export const findInElement = method(Element.prototype, "querySelectorAll");
export const firstInElement = method(Element.prototype, "querySelector");
export const firstElementChild = method(Element.prototype, "firstElementChild");
export const listLength = method(NodeList.prototype, "length");
export const requestUrl = method(Request.prototype, "url");
export const urlHref = method(URL.prototype, "href");
export const responseBody = method(Response.prototype, "body");
export const responseStatus = method(Response.prototype, "status");
export const streamLocked = method(ReadableStream.prototype, "locked");
export const defineProperty = Reflect.defineProperty;
export const linkSheet = method(HTMLLinkElement.prototype, "sheet");
export const imageComplete = method(HTMLImageElement.prototype, "complete");
export const isConnected = method(Node.prototype, "isConnected");
export const boundingBox = method(Element.prototype, "getBoundingClientRect");
export const rectTop = method(DOMRectReadOnly.prototype, "top");
export const rectLeft = method(DOMRectReadOnly.prototype, "left");
export const rectBottom = method(DOMRectReadOnly.prototype, "bottom");
export const rectRight = method(DOMRectReadOnly.prototype, "right");
export const innerHeight = method(window, "innerHeight");
export const innerWidth = method(window, "innerWidth");
export const getAttribute = method(Element.prototype, "getAttribute");
export const hasAttribute = method(Element.prototype, "hasAttribute");
export const regExpExec = method(RegExp.prototype, "exec");
export const transitionProperty = method(TransitionEvent.prototype, "propertyName");
export const animationName = method(AnimationEvent.prototype, "animationName");
export const transitionOf = method(CSSTransition.prototype, "transitionProperty");
export const keyframesOf = method(CSSAnimation.prototype, "animationName");
export const getAnimations = method(Element.prototype, "getAnimations");
export const animationFinished = method(Animation.prototype, "finished");
export const animationReady = method(Animation.prototype, "ready");
export const animationEffect = method(Animation.prototype, "effect");
export const documentTimeline = method(Document.prototype, "timeline");
export const timelineTime = method(AnimationTimeline.prototype, "currentTime");
export const animationTime = method(Animation.prototype, "currentTime");
export const computedTiming = method(AnimationEffect.prototype, "getComputedTiming");
export const viewFinished = method(ViewTransition.prototype, "finished");
export const cursorRequest = method(IDBCursor.prototype, "request");
export const readyState = method(Document.prototype, "readyState");
export const currentScript = method(Document.prototype, "currentScript");
export const eventType = method(Event.prototype, "type");
export const eventTarget = method(Event.prototype, "target");
export const messageSource = method(MessageEvent.prototype, "source");
export const messageData = method(MessageEvent.prototype, "data");
export const bytesLength = method(ArrayBuffer.prototype, "byteLength");
export const requestMethod = method(Request.prototype, "method");
export const xhrState = method(XMLHttpRequest.prototype, "readyState");
export const xhrStatus = method(XMLHttpRequest.prototype, "status");
export const xhrText = method(XMLHttpRequest.prototype, "responseText");
export const xhrAnswer = method(XMLHttpRequest.prototype, "response");
export const xhrType = method(XMLHttpRequest.prototype, "responseType");

const nativeProxy = window.Proxy;
const nativeCustomEvent = window.CustomEvent;
const nativeDOMException = window.DOMException;
const nativeError = window.Error;
const nativeMouseEvent = window.MouseEvent;
const nativeAbortSignal = window.AbortSignal;
const nativeDocument = window.Document;
const nativeDocumentFragment = window.DocumentFragment;
const nativeElement = window.Element;
const nativeNode = window.Node;
const nativeNodeList = window.NodeList;
const nativeReadableStream = window.ReadableStream;
const nativeRequest = window.Request;
const nativeResponse = window.Response;
const nativeURL = window.URL;
const nativeXMLHttpRequest = window.XMLHttpRequest;
const nativeFunction = window.Function;
const nativeMessagePort = window.MessagePort;
const nativePromise = window.Promise;
const nativeHTMLElement = window.HTMLElement;
const nativeSVGElement = window.SVGElement;
const nativeHTMLIFrameElement = window.HTMLIFrameElement;
const nativeHTMLImageElement = window.HTMLImageElement;
const nativeHTMLLinkElement = window.HTMLLinkElement;
const nativeHTMLScriptElement = window.HTMLScriptElement;
const nativeTransitionEvent = window.TransitionEvent;
const nativeAnimationEvent = window.AnimationEvent;
const nativeCSSTransition = window.CSSTransition;
const nativeCSSAnimation = window.CSSAnimation;
const nativeArrayBuffer = window.ArrayBuffer;
const nativeUint8Array = window.Uint8Array;

// The saved ones bear the names of those that the page may replace.
export {
  nativeProxy as Proxy,
  nativeCustomEvent as CustomEvent,
  nativeDOMException as DOMException,
  nativeError as Error,
  nativeMouseEvent as MouseEvent,
  nativeAbortSignal as AbortSignal,
  nativeDocument as Document,
  nativeDocumentFragment as DocumentFragment,
  nativeElement as Element,
  nativeNode as Node,
  nativeNodeList as NodeList,
  nativeReadableStream as ReadableStream,
  nativeRequest as Request,
  nativeResponse as Response,
  nativeURL as URL,
  nativeXMLHttpRequest as XMLHttpRequest,
  nativeFunction as Function,
  nativeMessagePort as MessagePort,
  nativePromise as Promise,
  nativeHTMLElement as HTMLElement,
  nativeSVGElement as SVGElement,
  nativeHTMLIFrameElement as HTMLIFrameElement,
  nativeHTMLImageElement as HTMLImageElement,
  nativeHTMLLinkElement as HTMLLinkElement,
  nativeHTMLScriptElement as HTMLScriptElement,
  nativeTransitionEvent as TransitionEvent,
  nativeAnimationEvent as AnimationEvent,
  nativeCSSTransition as CSSTransition,
  nativeCSSAnimation as CSSAnimation,
  nativeArrayBuffer as ArrayBuffer,
  nativeUint8Array as Uint8Array,
};
