// Entry of the content script: serves one frame to the service worker.
import { startFrame } from "./frame.ts";
import { extensionPlatform } from "./bridge/platform.ts";

startFrame(extensionPlatform());
