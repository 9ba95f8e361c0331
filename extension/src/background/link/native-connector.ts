// Reaches the daemon through the native host, which the browser starts.
import { NATIVE_HOST } from "@webserv/shared/protocol/extension-id.ts";
import { chunked } from "@webserv/shared/rpc/chunks.ts";
import browser from "webextension-polyfill";

import { portTransport } from "../platform/port-transport.ts";
import type { Connector } from "./connector.ts";

export const nativeConnector: Connector = {
  connect: () => chunked(portTransport(browser.runtime.connectNative(NATIVE_HOST))),
};
