// Names what the worker tells the panel of one session.
import type { Params } from "@webserv/shared/protocol/methods.ts";

export type SessionView = Params<"panel.show">["sessions"][number];
