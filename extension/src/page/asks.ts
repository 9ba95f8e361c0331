// Hears what the page asks the browser to open over it, and refuses what would take the input from the tab
// while a session holds that.
import { type AskKind, FOREIGN_ADDRESS } from "@webserv/shared/protocol/page-bridge.ts";

import { addressOf, ownValue } from "./cause/page-values.ts";
import { prototypeOf } from "./cause/promises.ts";
import type { Channel } from "./channel.ts";
import type { Hooks } from "./hooks.ts";
import { natives } from "./natives.ts";

interface Ask {
  readonly kind: AskKind;
  readonly what: string;
  /** What the page is given in place of what the browser would do; without it the browser does that. */
  readonly refusal?: () => unknown;
}

/** Undefined: the call asks for nothing. */
type Asked = (args: readonly unknown[]) => Ask | undefined;

export function hookAsks(hooks: Hooks, channel: Channel): void {
  let isHeld = false;
  channel.onHold(() => {
    isHeld = true;
  });
  channel.onRelease(() => {
    isHeld = false;
  });
  const hook = (owner: object | undefined, name: string, asked: Asked): void => {
    if (owner === undefined) return;
    hooks.around(owner, name, "value", (native, self, args) => {
      const ask = isHeld ? asked(args) : undefined;
      if (ask !== undefined) channel.asked(ask.kind, ask.refusal !== undefined, ask.what);
      return ask?.refusal === undefined ? natives.apply(native, self, args) : ask.refusal();
    });
  };
  hook(window, "print", () => ({ kind: "print", what: "", refusal: () => undefined }));
  hook(window, "open", openedProgram);
  for (const name of ["showOpenFilePicker", "showSaveFilePicker", "showDirectoryPicker"]) {
    hook(window, name, () => ({
      kind: "files",
      what: "",
      refusal: () => rejection("AbortError", "The user aborted a request."),
    }));
  }
  hookModalPrompts(hook);
  for (const [owner, name, what] of permissions()) {
    hook(owner, name, () => ({ kind: "permission", what }));
  }
  hook(prototypeOf("MediaDevices"), "getUserMedia", ([constraints]) => ({
    kind: "permission",
    what: mediaOf(constraints),
  }));
}

/** Prompts over the whole page, under which it takes no input. */
function hookModalPrompts(
  hook: (owner: object | undefined, name: string, asked: Asked) => void,
): void {
  hook(prototypeOf("MediaDevices"), "getDisplayMedia", () => ({
    kind: "permission",
    what: "screen",
    refusal: () => rejection("NotAllowedError", "Permission denied"),
  }));
  for (const name of ["get", "create"]) {
    hook(prototypeOf("CredentialsContainer"), name, ([options]) =>
      typeof ownValue(options, "publicKey") !== "object" ||
      // Offered in the field itself, without a window.
      ownValue(options, "mediation") === "conditional"
        ? undefined
        : {
            kind: "permission",
            what: "passkey",
            refusal: () => rejection("NotAllowedError", PASSKEY_REFUSED),
          },
    );
  }
}

/** In the browser's own words. */
const PASSKEY_REFUSED =
  "The operation either timed out or was not allowed. See: https://www.w3.org/TR/webauthn-2/#sctn-privacy-considerations-client.";

/** Functions that may open a prompt, with the names of the permissions in the Permissions API, if they have one there. */
function permissions(): readonly (readonly [object | undefined, string, string])[] {
  const notification: unknown = Reflect.get(window, "Notification");
  return [
    [prototypeOf("Geolocation"), "getCurrentPosition", "geolocation"],
    [prototypeOf("Geolocation"), "watchPosition", "geolocation"],
    [
      typeof notification === "function" ? notification : undefined,
      "requestPermission",
      "notifications",
    ],
    [prototypeOf("PushManager"), "subscribe", "notifications"],
    [prototypeOf("Clipboard"), "read", "clipboard-read"],
    [prototypeOf("Clipboard"), "readText", "clipboard-read"],
    [Navigator.prototype, "requestMIDIAccess", "midi"],
    [window, "queryLocalFonts", "local-fonts"],
    [window, "getScreenDetails", "window-management"],
    [Document.prototype, "requestStorageAccess", "storage-access"],
    [prototypeOf("FileSystemHandle"), "requestPermission", "file-access"],
    [prototypeOf("USB"), "requestDevice", "usb-device"],
    [prototypeOf("HID"), "requestDevice", "hid-device"],
    [prototypeOf("Bluetooth"), "requestDevice", "bluetooth-device"],
    [prototypeOf("Serial"), "requestPort", "serial-port"],
    [prototypeOf("PaymentRequest"), "show", "payment"],
    [Navigator.prototype, "share", "share"],
  ];
}

function mediaOf(constraints: unknown): string {
  const wants = (name: string): boolean => {
    const value = ownValue(constraints, name);
    return value !== undefined && value !== false;
  };
  if (!wants("video")) return "microphone";
  return wants("audio") ? "camera and microphone" : "camera";
}

/** A new window would be opened for it; the page's own is watched over by the content script. */
function openedProgram([input, name]: readonly unknown[]): Ask | undefined {
  const address = addressOf(input);
  const isForeign = natives.apply(natives.regExpExec, FOREIGN_ADDRESS, [address]) !== null;
  const isOwnWindow = name === "_self" || name === "_parent" || name === "_top";
  return isForeign && !isOwnWindow
    ? { kind: "program", what: address, refusal: () => null }
    : undefined;
}

function rejection(name: string, message: string): unknown {
  const error = new natives.DOMException(message, name);
  return natives.apply(natives.promiseReject, natives.Promise, [error]);
}
