// Starts the content script, which serves one frame to the service worker.
import { startFrame } from "./frame.ts";
import { extensionPlatform } from "./bridge/platform.ts";

startFrame(extensionPlatform());
