// Tells what the page asks the browser to open over it, and refuses what would take the input from the tab while a
// session holds it.
import { FOREIGN_ADDRESS } from "@webserv/shared/protocol/page-bridge.ts";

import type { Causes } from "../cause/causes.ts";
import { addressOf, ownValue } from "../cause/page-values.ts";
import type { Channel } from "../platform/channel.ts";
import type { Hooks } from "../platform/hooks.ts";
import { natives, prototypeOf } from "../platform/natives.ts";
import { filePickers } from "./file-pickers.ts";
import { type Ask, type AskOf, refusedFunctions } from "./refused-functions.ts";

export function hookAsks(hooks: Hooks, channel: Channel, causes: Causes): void {
  const isHeld = channel.whetherHeld();
  const hook = (owner: object | undefined, name: string, askOf: AskOf): void => {
    if (owner === undefined) return;
    hooks.around(owner, name, "value", (native, self, args) => {
      const ask = isHeld() ? askOf(args) : undefined;
      if (ask !== undefined) channel.asked(ask.kind, ask.refusal !== undefined, ask.what);
      return ask?.refusal === undefined
        ? natives.apply(native, self, args)
        : ask.refusal(self, args);
    });
  };
  hook(window, "open", openedProgram);
  for (const [owner, name, askOf] of [...refusedFunctions(), ...filePickers(channel, causes)]) {
    hook(owner, name, askOf);
  }
  for (const [owner, name, what] of permissions()) {
    hook(owner, name, () => ({ kind: "permission", what }));
  }
  for (const [owner, name] of mediaFunctions()) {
    hook(owner, name, ([constraints]) => ({ kind: "permission", what: mediaOf(constraints) }));
  }
}

/**
 * Lists functions that may open a prompt beside the page, with the permission's name in the Permissions API, if it
 * has one there.
 */
function permissions(): readonly (readonly [object | undefined, string, string])[] {
  return [
    [prototypeOf("Geolocation"), "getCurrentPosition", "geolocation"],
    [prototypeOf("Geolocation"), "watchPosition", "geolocation"],
    [constructorOf("Notification"), "requestPermission", "notifications"],
    [constructorOf("IdleDetector"), "requestPermission", "idle-detection"],
    [prototypeOf("PushManager"), "subscribe", "notifications"],
    [prototypeOf("Clipboard"), "read", "clipboard-read"],
    [prototypeOf("Clipboard"), "readText", "clipboard-read"],
    [Navigator.prototype, "requestMIDIAccess", "midi"],
    [window, "queryLocalFonts", "local-fonts"],
    [window, "getScreenDetails", "window-management"],
    [Document.prototype, "requestStorageAccess", "storage-access"],
  ];
}

function mediaFunctions(): readonly (readonly [object | undefined, string])[] {
  return [
    [prototypeOf("MediaDevices"), "getUserMedia"],
    [Navigator.prototype, "getUserMedia"],
    [Navigator.prototype, "webkitGetUserMedia"],
  ];
}

function constructorOf(name: string): object | undefined {
  const type: unknown = Reflect.get(window, name);
  return typeof type === "function" ? type : undefined;
}

function mediaOf(constraints: unknown): string {
  const wants = (name: string): boolean => {
    const value = ownValue(constraints, name);
    return value !== undefined && value !== false;
  };
  if (!wants("video")) return "microphone";
  return wants("audio") ? "camera and microphone" : "camera";
}

/**
 * Checks addresses that would open a new window for another program. Those in the page's own window are checked by
 * the content script.
 */
function openedProgram([input, name]: readonly unknown[]): Ask | undefined {
  const address = addressOf(input);
  const isForeign = natives.apply(natives.regExpExec, FOREIGN_ADDRESS, [address]) !== null;
  const isOwnWindow = name === "_self" || name === "_parent" || name === "_top";
  return isForeign && !isOwnWindow
    ? { kind: "program", what: address, refusal: () => null }
    : undefined;
}
