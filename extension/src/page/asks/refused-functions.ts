// Lists the functions by which a page has the browser open a window over it, under which the page takes no input,
// with the answer of each if the person closes that window.
import type { AskKind } from "@webserv/shared/protocol/page-bridge.ts";

import { ownValue } from "../cause/page-values.ts";
import { isNative, natives, prototypeOf } from "../platform/natives.ts";

export interface Ask {
  readonly kind: AskKind;
  readonly what: string;
  /** Answers the page in place of the browser; without it the browser does what was asked. */
  readonly refusal?: Refusal;
}

type Refusal = (self: unknown, args: readonly unknown[]) => unknown;

/** Tells what a call asks for; undefined if it asks for nothing. */
export type AskOf = (args: readonly unknown[]) => Ask | undefined;

export type RefusedFunction = readonly [owner: object | undefined, name: string, askOf: AskOf];

export function refusedFunctions(): readonly RefusedFunction[] {
  return [
    [window, "print", () => ({ kind: "print", what: "", refusal: () => undefined })],
    [Document.prototype, "execCommand", printedByCommand],
    ...modalPrompts().map(([owner, name, what, refusal]): RefusedFunction => [
      owner,
      name,
      () => ({ kind: "permission", what, refusal }),
    ]),
    [prototypeOf("CredentialsContainer"), "get", gotCredential],
    [prototypeOf("CredentialsContainer"), "create", madeCredential],
  ];
}

/** Returns the refusals in the browser's own words. */
function modalPrompts(): readonly (readonly [object | undefined, string, string, Refusal])[] {
  const files = prototypeOf("FileSystemHandle");
  return [
    [
      prototypeOf("MediaDevices"),
      "getDisplayMedia",
      "screen",
      fails("NotAllowedError", "Permission denied"),
    ],
    [files, "requestPermission", "file-access", stateNow(files)],
    [
      prototypeOf("USB"),
      "requestDevice",
      "usb-device",
      fails("NotFoundError", "Failed to execute 'requestDevice' on 'USB': No device selected."),
    ],
    [prototypeOf("HID"), "requestDevice", "hid-device", answers(() => [])],
    [
      prototypeOf("Bluetooth"),
      "requestDevice",
      "bluetooth-device",
      fails("NotFoundError", "User cancelled the requestDevice() chooser."),
    ],
    [
      prototypeOf("Serial"),
      "requestPort",
      "serial-port",
      fails(
        "NotFoundError",
        "Failed to execute 'requestPort' on 'Serial': No port selected by the user.",
      ),
    ],
    [
      prototypeOf("PaymentRequest"),
      "show",
      "payment",
      fails("AbortError", "User closed the Payment Request UI."),
    ],
    [prototypeOf("DocumentPictureInPicture"), "requestWindow", "picture-in-picture", noPicture],
    [HTMLVideoElement.prototype, "requestPictureInPicture", "picture-in-picture", noPicture],
    // While a page holds the pointer, no click goes to the element under it.
    [
      Element.prototype,
      "requestPointerLock",
      "pointer-lock",
      fails("NotAllowedError", "The user has denied the request to lock the pointer."),
    ],
    [Navigator.prototype, "registerProtocolHandler", "protocol-handler", () => undefined],
    [Navigator.prototype, "share", "share", fails("AbortError", "Share canceled")],
    [
      prototypeOf("EyeDropper"),
      "open",
      "eye-dropper",
      fails("AbortError", "The user canceled the selection."),
    ],
    [
      prototypeOf("PresentationRequest"),
      "start",
      "cast",
      fails("NotAllowedError", "Dialog closed."),
    ],
    [
      prototypeOf("RemotePlayback"),
      "prompt",
      "cast",
      fails("NotAllowedError", "The prompt was dismissed."),
    ],
  ];
}

/** A picture-in-picture is a window of its own, which lies over all others. */
const noPicture = fails("NotAllowedError", "Picture-in-Picture is not allowed.");

function printedByCommand([command]: readonly unknown[]): Ask | undefined {
  const isPrint =
    typeof command === "string" &&
    natives.apply(natives.regExpExec, /^print$/i, [command]) !== null;
  return isPrint ? { kind: "print", what: "", refusal: () => true } : undefined;
}

/** Describes a credential by the member of the options that asks for it. */
type Credential = readonly [member: string, what: string, refusal: Refusal];
/** `create` asks the person for these; it makes the others of what the page has already. */
const MADE: readonly Credential[] = [
  [
    "publicKey",
    "passkey",
    fails(
      "NotAllowedError",
      "The operation either timed out or was not allowed. See: https://www.w3.org/TR/webauthn-2/#sctn-privacy-considerations-client.",
    ),
  ],
  ["digital", "digital-credential", fails("NotAllowedError", "User declined the request.")],
];
/** `get` asks the person for these. */
const GOT: readonly Credential[] = [
  ...MADE,
  ["identity", "account", fails("NetworkError", "Error retrieving a token.")],
  ["otp", "one-time-code", fails("AbortError", "OTP retrieval was cancelled.")],
  ["password", "account", answers(() => null)],
  ["federated", "account", answers(() => null)],
];

function gotCredential([options]: readonly unknown[]): Ask | undefined {
  const mediation = ownValue(options, "mediation");
  // The browser offers the first in the field itself, and gives the second without a question; neither has a
  // window.
  if (mediation === "conditional" || mediation === "silent") return undefined;
  return credential(options, GOT);
}

function madeCredential([options]: readonly unknown[]): Ask | undefined {
  if (ownValue(options, "mediation") === "conditional") return undefined;
  return credential(options, MADE);
}

function credential(options: unknown, kinds: readonly Credential[]): Ask | undefined {
  for (const [member, what, refusal] of kinds) {
    const value = ownValue(options, member);
    const isAsked = value === true || (typeof value === "object" && value !== null);
    if (isAsked) return { kind: "permission", what, refusal };
  }
  return undefined;
}

function fails(name: string, message: string): Refusal {
  return () =>
    natives.apply(natives.promiseReject, natives.Promise, [
      new natives.DOMException(message, name),
    ]);
}

function answers(answer: () => unknown): Refusal {
  return () => natives.apply(natives.promiseResolve, natives.Promise, [answer()]);
}

/**
 * Answers with the present state: a permission that was given before stays given, and whoever closes the question
 * leaves it as it is.
 */
function stateNow(files: object | undefined): Refusal {
  const query: unknown = files === undefined ? undefined : Reflect.get(files, "queryPermission");
  return isNative(query)
    ? (self, args) => natives.apply(query, self, args)
    : answers(() => "denied");
}
